"""Challenges: made, accepted, declined, withdrawn."""

from bot.play.desk import Action, Desk, Noting
from bot.play.lobbies import Lobbies
from bot.play.model import (
    DECLINE_REASONS,
    Challenge,
    ChallengeStatus,
    Member,
    NoticeKind,
    Person,
    Refusal,
    Request,
)
from bot.play.oversight import check_allowed, check_there
from bot.play.reception import LIFETIME, Reception, check_open, read_challenge
from bot.play.seating import seat
from bot.play.wishes import Offer, Wish, offer
from data.records import ChallengeRecord, GuestRecord, NewNotice
from data.schema import PUBLIC
from data.store import Tables

_PLAYERS = 2


class Inviting:
    """What people do with challenges of both kinds: to one opponent, and to a lobby."""

    def __init__(self, desk: Desk, reception: Reception, lobbies: Lobbies) -> None:
        self._desk = desk
        self._reception = reception
        self._lobbies = lobbies

    async def challenge(self, request: Request, wish: Wish) -> Challenge:
        """Write a challenge and the notice that posts its card."""
        checked = offer(self._desk.games, request.person.id, wish)
        challenge = await self._desk.once(
            request,
            Action.CHALLENGE,
            None,
            lambda tables: self.write(
                tables, request.person, checked, self._desk.noting(tables, request, Action.CHALLENGE)
            ),
            lambda tables, done: read_challenge(tables, done.subject),
        )
        self._desk.people.remember(request.person, wish.place)
        for person in wish.people:
            self._desk.people.forget(person.id)
        self._desk.wake()
        return challenge

    async def accept(self, request: Request, challenge_id: int) -> Challenge:
        """Turn a challenge into a match, or join a lobby."""
        return await self._reception.answer(
            request,
            Action.ACCEPT,
            challenge_id,
            lambda tables, record: self.take_up(
                tables, request.person.id, record, self._desk.noting(tables, request, Action.ACCEPT)
            ),
        )

    async def decline(self, request: Request, challenge_id: int, reason: str) -> Challenge:
        """Say no as one to whom a challenge was sent, with one of DECLINE_REASONS."""
        if reason not in DECLINE_REASONS:
            raise Refusal("unknown-reason", reason=reason, allowed=", ".join(DECLINE_REASONS))
        return await self._reception.answer(
            request,
            Action.DECLINE,
            challenge_id,
            lambda tables, record: self._decline(tables, request, record, reason),
        )

    async def withdraw(self, request: Request, challenge_id: int) -> Challenge:
        """Close a challenge as the one who sent it."""
        return await self._reception.answer(
            request,
            Action.WITHDRAW,
            challenge_id,
            lambda tables, record: self._withdraw(tables, request, record),
        )

    async def write(
        self,
        tables: Tables,
        host: Person,
        checked: Offer,
        note: Noting,
        *,
        rematch_of: int | None = None,
        counter_to: int | None = None,
    ) -> Challenge:
        """Write a challenge of `host`, within a transaction, and the notice that posts its card."""
        desk, wish, now = self._desk, checked.wish, self._desk.clock()
        await tables.people.lock({host.id, *(person.id for person in wish.people)})
        # In one order for everybody: who writes the same people at once waits, and never crosswise.
        for person in sorted((host, *wish.people), key=lambda one: one.id):
            await desk.people.hear_of(tables, person)
        await desk.people.meet(tables, host, wish.place)
        if await tables.challenges.sent_by(host.id) >= desk.limits.challenges_per_person:
            raise Refusal("too-many-challenges", limit=str(desk.limits.challenges_per_person))
        await self._reception.check_games(tables, host.id)
        await self._reception.check_channel(tables, wish.place.channel)
        await check_allowed(tables, wish.place, wish.key)
        challenge = await tables.challenges.add(
            key=wish.key,
            options=checked.options,
            challenger=host.id,
            opponent=None if checked.opponent is None else checked.opponent.id,
            role=wish.role,
            server=wish.place.server,
            channel=wish.place.channel,
            locale=wish.place.locale,
            parent=wish.place.parent,
            private=wish.place.private,
            # A rematch waits for as long as its players do.
            expires=None if rematch_of is not None else now + LIFETIME,
            created=now,
            players=wish.players,
            closed=checked.lobby and bool(wish.people),
            tie_break=None if wish.series is None else wish.series.tie_break,
            clock=str(wish.clock),
            rematch_of=rematch_of,
            counter_to=counter_to,
        )
        if checked.lobby:
            await tables.challenges.add_guests(challenge, _guests(host.id, wish))
        await note(challenge)
        await tables.notices.add([NewNotice(NoticeKind.CHALLENGE, challenge, PUBLIC, None, None, {})], now)
        return await read_challenge(tables, challenge)

    async def take_up(self, tables: Tables, person: int, record: ChallengeRecord, note: Noting) -> None:
        """Have someone accept a challenge, or join a lobby, within a transaction that holds it."""
        if record.guests:
            await self._lobbies.enter(tables, person, record, None, note)
            return
        now = self._desk.clock()
        if person == record.challenger:
            raise Refusal("own-challenge")
        if record.opponent not in {None, person}:
            raise Refusal("not-your-challenge")
        check_open(record, now)
        await tables.people.lock({record.challenger, person})
        await self._reception.check_games(tables, person)
        await self._reception.check_games(tables, record.challenger, "opponent-too-many-games")
        await self._reception.check_channel(tables, record.channel)
        await check_there(tables, record.server)
        await note(record.id)
        members = (Member(record.challenger), Member(person))
        roles = self._desk.games[record.key].roles(_PLAYERS)
        players = seat(members, record.role, roles, (), self._desk.chance)
        await self._reception.begin(tables, record, players, now, accepted_by=person)

    async def _decline(self, tables: Tables, request: Request, record: ChallengeRecord, reason: str) -> None:
        if record.guests:
            await self._lobbies.decline(tables, request, record, reason)
            return
        if record.opponent != request.person.id:
            raise Refusal("not-your-challenge")
        declined = ChallengeStatus.DECLINED
        await self._reception.close(tables, request, Action.DECLINE, record, declined, reason)
        said = {"by": request.person.id, "reason": reason}
        await self._reception.tell_challenger(tables, record, NoticeKind.CHALLENGE_DECLINED, said)

    async def _withdraw(self, tables: Tables, request: Request, record: ChallengeRecord) -> None:
        if record.challenger != request.person.id:
            raise Refusal("not-the-challenger")
        await self._reception.close(tables, request, Action.WITHDRAW, record, ChallengeStatus.WITHDRAWN)


def _guests(host: int, wish: Wish) -> list[GuestRecord]:
    invited = (GuestRecord(person.id, invited=True, joined=None, party=None) for person in wish.people)
    return [GuestRecord(host, invited=False, joined=0, party=None), *invited]

"""Blocks: someone wants to have nothing to do with another person."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.play.challenges.challenge_answers import ChallengeAnswers
from bot.play.domain.challenges import NO_THANKS, ChallengeStatus
from bot.play.domain.events import ChallengeChanged, EndCause, EndKind
from bot.play.domain.match.offer_rules import Offers
from bot.play.domain.match.permissions import seat_in
from bot.play.domain.matches import ABORTED, Match
from bot.play.domain.people import Person, Request
from bot.play.domain.refusal import Refusal
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.matches.offer_changes import change_offers
from bot.play.storage.load_match import lock_match, read_match
from bot.play.storage.mappers import match_from
from bot.play.storage.unit_of_work import Action, Transaction, UnitOfWork, told_apart
from data.records import ChallengeRecord, RequestRecord
from data.store import Tables
from rules.contract import Outcome

MOST_BLOCKED: Final = 25
"""How many somebody blocks at most: as many as one menu shows."""
_TWO: Final = 2


class Blocks:
    """Whom people block. Who is blocked is told so by nothing but that nothing new begins with them.

    Games that run go on; of these, one of two may be aborted by the one who blocks.
    """

    def __init__(
        self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers, lifecycle: MatchLifecycle
    ) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers
        self._lifecycle = lifecycle

    async def of(self, person: int) -> tuple[int, ...]:
        """Return whom someone blocks."""
        async with self._unit_of_work.store.read() as tables:
            return await tables.blocks.by(person)

    async def block(self, request: Request, other: Person) -> tuple[int, ...]:
        """Block someone; return all whom one blocks then.

        Open challenges between the two are closed, open tables at which both sit are left, and what the
        other offers in running matches of the two lapses. Raises Refusal: "block-yourself",
        "too-many-blocked".
        """
        person = request.person.id
        if other.id == person:
            raise Refusal("block-yourself")

        async def act(tx: Transaction) -> tuple[int, ...]:
            now = self._unit_of_work.clock()
            await self._drop_offers(tx, person, other.id)
            await self._part(tx, person, other.id)
            await self._unit_of_work.note(tx, request, action, person, now=now)
            await self._unit_of_work.people.hear_of(tx, other)
            before = await tx.blocks.by(person)
            if other.id not in before and len(before) >= MOST_BLOCKED:
                raise Refusal("too-many-blocked", limit=str(MOST_BLOCKED))
            await tx.blocks.add(person, other.id, now)
            return await tx.blocks.by(person)

        action = told_apart(Action.BLOCK, other.id)
        blocked = await self._unit_of_work.once(request, action, person, act, _blocked_by)
        self._unit_of_work.people.forget(other.id)
        return blocked

    async def unblock(self, request: Request, other: int) -> tuple[int, ...]:
        """Block someone no more; return all whom one still blocks. Raises Refusal: "not-blocked"."""
        person = request.person.id

        async def act(tx: Transaction) -> tuple[int, ...]:
            await self._unit_of_work.note(tx, request, action, person, now=self._unit_of_work.clock())
            if other not in await tx.blocks.by(person):
                raise Refusal("not-blocked")
            await tx.blocks.remove(person, other)
            return await tx.blocks.by(person)

        action = told_apart(Action.UNBLOCK, other)
        return await self._unit_of_work.once(request, action, person, act, _blocked_by)

    async def abortable(self, person: int) -> tuple[Match, ...]:
        """Return the running matches that someone may abort, as they block their opponent."""
        async with self._unit_of_work.store.read() as tables:
            blocked = set(await tables.blocks.by(person))
            if not blocked:
                return ()
            running = await tables.matches.running_of(person, self._unit_of_work.limits.games_per_person)
        matches = map(match_from, running)
        return tuple(match for match in matches if _is_abortable(match, blocked))

    async def abort(self, request: Request, match_id: int) -> Match:
        """Abort a match against someone whom one blocks: it has no result.

        Raises Refusal: "not-your-game", "you-left", "game-over", "not-blocked".
        """

        async def act(tx: Transaction) -> Match:
            record, match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            if not _is_abortable(match, set(await tx.blocks.by(request.person.id))):
                raise Refusal("not-blocked")
            await self._unit_of_work.note(tx, request, Action.ABORT, match_id, now=now)
            cause = EndCause(EndKind.AGREED_ABORT, seat)
            return match_from(
                await self._lifecycle.end(tx, record, Outcome((), ABORTED), cause, now, by=seat)
            )

        async def again(tables: Tables, _: RequestRecord) -> Match:
            return match_from(await read_match(tables, match_id))

        return await self._unit_of_work.once(request, Action.ABORT, match_id, act, again)

    async def _drop_offers(self, tx: Transaction, person: int, other: int) -> None:
        """Have lapse what someone is offered by the other in their matches of two."""
        for game in await tx.matches.played_by(person):
            record = await tx.matches.lock(game)
            if record is not None and len(record.players) == _TWO and other in record.people:
                theirs = next(seat for seat in range(_TWO) if record.person_at(seat) == other)
                await change_offers(tx, record, partial(_without, theirs))

    async def _part(self, tx: Transaction, person: int, other: int) -> None:
        """Close the open challenges between two, and have them share no open table."""
        for number in sorted(one.id for one in await tx.challenges.open_of(person)):
            record = await tx.challenges.lock(number)
            if record is None or record.status != ChallengeStatus.OPEN:
                continue
            if record.guests:
                await _leave_table(tx, record, person, other)
            elif {record.challenger, record.opponent} == {person, other}:
                mine = record.challenger == person
                if mine:
                    await self._challenge_answers.shut(tx, record, ChallengeStatus.WITHDRAWN)
                else:
                    await self._challenge_answers.shut(tx, record, ChallengeStatus.DECLINED, NO_THANKS)


async def _leave_table(tx: Transaction, record: ChallengeRecord, person: int, other: int) -> None:
    """Have someone stay away from a table of the other's, and the other from one of theirs."""
    goes = other if record.challenger == person else person
    people = {guest.player for guest in record.guests}
    if {person, other} <= people:
        await tx.challenges.forget_guest(record.id, goes)
        tx.record(ChallengeChanged(record.id))


async def _blocked_by(tables: Tables, done: RequestRecord) -> tuple[int, ...]:
    return await tables.blocks.by(done.player)


def _is_abortable(match: Match, blocked: set[int]) -> bool:
    return len(match.players) == _TWO and not blocked.isdisjoint(match.people)


def _without(seat: int, offers: Offers) -> Offers:
    return replace(offers, open=tuple(offer for offer in offers.open if offer.seat != seat))

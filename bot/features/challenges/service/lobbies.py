"""Lobbies: people join a game for more than two players until the challenger starts it."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.challenges.service.challenge_answers import (
    LIFETIME,
    ChallengeAnswers,
    check_agreed,
    check_open,
)
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.kernel.transactions.blocks import check_together
from bot.kernel.transactions.server_rules import check_player, check_there
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.challenges.challenge import Challenge, ChallengeStatus, Guest, Member
from bot.model.challenges.seat_assignment import (
    has_room,
    parties_among,
    playable,
    readiness,
    seat,
    starts_by_itself,
    with_party_of_role,
)
from bot.model.events.events import ChallengeChanged, ChallengeDeclined, LobbyReady
from bot.model.people.person import Person, Request
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.people import PersonRepository

_OTHERS_LIMIT: Final = "opponent-too-many-games"


class Lobbies:
    """Challenges that several people join."""

    def __init__(self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers

    async def join(
        self, request: Request, challenge_id: int, party: int | None = None, revision: int = 0
    ) -> Challenge:
        """Join a lobby, with an optional party (from 0); join again with another party to change it.

        Its match starts when all invited guests have joined. `revision` is the revision of the accepted
        terms. Raises Refusal: "terms-changed" like `accept`.
        """
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.JOIN,
            challenge_id,
            lambda tx, challenge: self._join(tx, request, challenge, party, revision),
        )

    async def leave(self, request: Request, challenge_id: int) -> Challenge:
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.LEAVE,
            challenge_id,
            lambda tx, challenge: self._leave(tx, request, challenge),
        )

    async def start(self, request: Request, challenge_id: int) -> Challenge:
        """Start the match of the person's lobby with the present players."""
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.START,
            challenge_id,
            lambda tx, challenge: self._start(tx, request, challenge),
        )

    async def fill(self, tx: Transaction, request: Request, challenge: Challenge, level: int) -> None:
        """Start the match of the person's lobby with engines on all free seats.

        It is unrated.
        """
        _check_host(challenge, request)
        number = max(self._numbers(challenge))
        free = number - len(challenge.members)
        if not free:
            raise Refusal("lobby-full")
        await self._check_guests(tx, request, challenge)
        await self._check_start(tx, challenge, number)
        engines = (EnginePlayer(challenge.terms.key, level),) * free
        unrated = replace(challenge, terms=replace(challenge.terms, rated=False))
        await tx.of(ChallengeRepository).save(challenge, unrated)
        await self._begin(tx, unrated, self._unit_of_work.clock(), engines)

    async def close(self, request: Request, challenge_id: int, closed: bool) -> Challenge:
        """Close the person's lobby to uninvited people, or open it again."""
        return await self._challenge_answers.answer(
            request,
            ChallengeAction.CLOSE,
            challenge_id,
            lambda tx, challenge: self._close(tx, request, challenge, closed=closed),
        )

    async def enter(
        self,
        tx: Transaction,
        person: Person,
        challenge: Challenge,
        party: int | None,
        revision: int = 0,
        word: str | None = None,
    ) -> None:
        """Join a lobby within a transaction that holds the challenge.

        `word` is the digest of a word on which the dice depend.
        """
        now = self._unit_of_work.clock()
        _check_lobby(challenge)
        check_open(challenge, now)
        check_agreed(challenge, revision)
        guest = challenge.guest(person.id)
        if guest.join_rank is None:
            await self._check_admission(tx, challenge, guest)
            await check_together(tx, person.id, (member.person for member in challenge.members))
        elif party in {None, guest.party} and word in {None, guest.word}:
            raise Refusal("already-joined")
        if party is not None:
            self._check_party(challenge, person.id, party)
        await self._unit_of_work.people.record_seen_in(tx, person)
        changed = challenge.with_player(person.id, party, word)
        if person.id != challenge.challenger:
            # Vacation does not remove a guest from a lobby.
            changed = replace(changed, expires=None)
        await tx.of(ChallengeRepository).save(challenge, changed)
        if guest.join_rank is None and await self._start_by_itself(tx, changed, now):
            return
        tx.record(ChallengeChanged(challenge.id))
        # Leaving and rejoining must not ping the host again and again.
        if guest.join_rank is None and person.id not in challenge.left_ready:
            await self._notify_host(tx, changed)

    async def decline(self, tx: Transaction, request: Request, challenge: Challenge, reason: str) -> None:
        """Decline an invitation within a transaction that holds the challenge.

        A lobby without other invited or possible guests is closed.
        """
        person = request.person.id
        if not challenge.guest(person).invited:
            raise Refusal("not-your-challenge")
        check_open(challenge)
        remaining = challenge.with_decliner(person)
        await tx.of(ChallengeRepository).save(challenge, remaining)
        event = ChallengeDeclined(challenge.id, person, reason)
        host = await self._challenge_answers.challenger_of(tx, challenge)
        if remaining.closed and all(guest.person == remaining.challenger for guest in remaining.guests):
            await self._challenge_answers.close_unplayed(tx, remaining, ChallengeStatus.DECLINED, reason)
            tx.record(event, recipients=(host,))
            return
        tx.record(ChallengeChanged(challenge.id, person, reason))
        tx.record(event, recipients=(host,))
        await self._notify_host(tx, remaining)

    async def _join(
        self, tx: Transaction, request: Request, challenge: Challenge, party: int | None, revision: int
    ) -> None:
        await check_player(tx, challenge.place.server, request.person, [Person(challenge.challenger, "", "")])
        await self.enter(tx, request.person, challenge, party, revision)

    async def _leave(self, tx: Transaction, request: Request, challenge: Challenge) -> None:
        person, now = request.person.id, self._unit_of_work.clock()
        _check_lobby(challenge)
        if person == challenge.challenger:
            raise Refusal("host-cannot-leave")
        check_open(challenge)
        guest = challenge.guest(person)
        if guest.join_rank is None:
            raise Refusal("not-joined")
        remaining = challenge.without_player(person, ready=self._is_ready(challenge))
        if remaining.rematch_of is None and len(remaining.members) == 1:
            remaining = replace(remaining, expires=now + LIFETIME)
        await tx.of(ChallengeRepository).save(challenge, remaining)
        tx.record(ChallengeChanged(challenge.id))

    async def _start(self, tx: Transaction, request: Request, challenge: Challenge) -> None:
        _check_host(challenge, request)
        await self._check_guests(tx, request, challenge)
        await self._check_start(tx, challenge, len(challenge.members))
        await self._begin(tx, challenge, self._unit_of_work.clock())

    async def _start_by_itself(self, tx: Transaction, lobby: Challenge, now: datetime) -> bool:
        """Start the match of a lobby once all invited guests are present; return whether it started."""
        if not starts_by_itself(lobby, self._numbers(lobby), all_come=not lobby.decliners):
            return False
        with suppress(Refusal):
            await self._check_start(tx, lobby, len(lobby.members))
            await self._begin(tx, lobby, now)
            return True
        return False

    async def _check_guests(self, tx: Transaction, request: Request, challenge: Challenge) -> None:
        people = (member.person for member in challenge.members)
        guests = [Person(person, "", "") for person in people if person != challenge.challenger]
        await check_player(tx, challenge.place.server, request.person, guests)

    async def _check_start(self, tx: Transaction, challenge: Challenge, number: int) -> None:
        """Raise Refusal if a match of the present players and engines, `number` in all, cannot start."""
        people = [member.person for member in challenge.members]
        self._check_number(challenge, number)
        await tx.of(PersonRepository).lock(people)
        for person in people:
            is_host = person == challenge.challenger
            await self._challenge_answers.check_games(
                tx, person, "too-many-games" if is_host else _OTHERS_LIMIT
            )
        await self._challenge_answers.check_channel(tx, challenge.place.channel)
        await check_there(tx, challenge.place.server)

    async def _begin(
        self,
        tx: Transaction,
        challenge: Challenge,
        now: datetime,
        engines: tuple[EnginePlayer, ...] = (),
    ) -> None:
        """Start the match of the present players, with engines on further seats."""
        game = self._unit_of_work.games[challenge.terms.key]
        # The draw needs ids: engines get ids from 0 down, as a lobby has no deleted people.
        stand_ins = {-number: engine for number, engine in enumerate(engines)}
        members = (*challenge.members, *map(Member, stand_ins))
        parties = parties_among(game, challenge.terms.options, len(members))
        seats = seat(
            members, challenge.terms.role, game.roles(len(members)), parties, self._unit_of_work.chance
        )
        players = tuple(stand_ins.get(player) or HumanPlayer(player) for player in seats)
        words = {member.person: member.word for member in members if member.word is not None}
        await self._challenge_answers.begin(tx, challenge, players, now, words=words)

    async def _close(self, tx: Transaction, request: Request, challenge: Challenge, *, closed: bool) -> None:
        _check_host(challenge, request)
        if closed != challenge.closed:
            await tx.of(ChallengeRepository).save(challenge, replace(challenge, closed=closed))
            tx.record(ChallengeChanged(challenge.id))

    async def _check_admission(self, tx: Transaction, challenge: Challenge, guest: Guest) -> None:
        if challenge.closed and not guest.invited:
            raise Refusal("lobby-closed")
        if len(challenge.members) >= max(self._numbers(challenge)):
            raise Refusal("lobby-full")
        await self._challenge_answers.check_games(tx, guest.person)

    async def _notify_host(self, tx: Transaction, challenge: Challenge) -> None:
        """Notify the challenger when nobody else can join."""
        if self._is_ready(challenge):
            host = await self._challenge_answers.challenger_of(tx, challenge)
            tx.record(LobbyReady(challenge.id), recipients=(host,))

    def _check_party(self, challenge: Challenge, person: int, party: int) -> None:
        """Raise Refusal unless a party has room for one of the possible numbers of players."""
        game, members = self._unit_of_work.games[challenge.terms.key], challenge.members
        others = tuple(member for member in members if member.person != person)
        layouts = [
            (number, parties)
            for number in self._numbers(challenge)
            if (parties := parties_among(game, challenge.terms.options, number))
        ]
        if not layouts:
            raise Refusal("no-parties")
        for number, parties in layouts:
            occupants = others
            if person != challenge.challenger:
                occupants = (
                    with_party_of_role(others[0], challenge.terms.role, game.roles(number), parties),
                    *others[1:],
                )
            if len(occupants) < number and has_room(occupants, party, parties):
                return
        raise Refusal("party-full")

    def _is_ready(self, lobby: Challenge) -> bool:
        """Return whether nobody else can join."""
        return readiness(lobby, self._numbers(lobby)) is not None

    def _check_number(self, challenge: Challenge, have: int) -> None:
        """Raise Refusal if a match cannot start with this number of players."""
        allowed = self._numbers(challenge)
        if have < min(allowed):
            raise Refusal("lobby-too-few", have=str(have), needed=str(min(allowed)))
        if have not in allowed:
            raise Refusal("lobby-wrong-number", have=str(have), allowed=", ".join(map(str, allowed)))

    def _numbers(self, lobby: Challenge) -> tuple[int, ...]:
        return playable(self._unit_of_work.games[lobby.terms.key], lobby.terms.options, lobby.terms.players)


def _check_lobby(challenge: Challenge) -> None:
    if not challenge.lobby:
        raise Refusal("not-a-lobby")


def _check_host(challenge: Challenge, request: Request) -> None:
    _check_lobby(challenge)
    if request.person.id != challenge.challenger:
        raise Refusal("not-the-host")
    check_open(challenge)

"""Lobbies: people gather for a game of more than two until the challenger starts it."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.play.challenges.challenge_answers import (
    LIFETIME,
    ChallengeAnswers,
    check_agreed,
    check_open,
    read_challenge,
)
from bot.play.domain.challenges import Challenge, ChallengeStatus, Member
from bot.play.domain.events import ChallengeChanged, ChallengeDeclined, LobbyReady
from bot.play.domain.people import Person, Request
from bot.play.domain.refusal import Refusal
from bot.play.domain.seat_assignment import (
    has_room,
    parties_among,
    playable,
    readiness,
    seat,
    starts_by_itself,
    wish_of,
)
from bot.play.repositories.store import Tables
from bot.play.storage.blocks import check_together
from bot.play.storage.mappers import challenge_from
from bot.play.storage.server_rules import check_player, check_there
from bot.play.storage.unit_of_work import Action, Noting, Transaction, UnitOfWork
from data.records import ChallengeRecord, GuestRecord, RequestRecord

_EVERYONES: Final = "opponent-too-many-games"


class Lobbies:
    """What people do with challenges that several join."""

    def __init__(self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers

    async def join(
        self, request: Request, challenge_id: int, party: int | None = None, terms: int = 0
    ) -> Challenge:
        """Join a lobby, for a party (from 0) if one cares; again with another party to change it.

        Its match starts when all have come whom the host has asked for. `terms` is the number of the terms
        that are agreed to. Raises Refusal: "terms-changed" as `accept`.
        """
        person = request.person.id

        async def same(tables: Tables, done: RequestRecord) -> bool:
            lobby = await read_challenge(tables, done.subject)
            parties = {member.party for member in lobby.members if member.person == person}
            return bool(parties) and (party is None or party in parties)

        return await self._challenge_answers.answer(
            request,
            Action.JOIN,
            challenge_id,
            lambda tx, record: self._join(tx, request, record, party, terms),
            same,
        )

    async def leave(self, request: Request, challenge_id: int) -> Challenge:
        """Leave a lobby."""
        return await self._challenge_answers.answer(
            request, Action.LEAVE, challenge_id, lambda tx, record: self._leave(tx, request, record)
        )

    async def start(self, request: Request, challenge_id: int) -> Challenge:
        """Start the match of one's lobby with those who have joined."""
        return await self._challenge_answers.answer(
            request, Action.START, challenge_id, lambda tx, record: self._start(tx, request, record)
        )

    async def close(self, request: Request, challenge_id: int, closed: bool) -> Challenge:
        """Close one's lobby to everyone not invited, or open it again."""
        return await self._challenge_answers.answer(
            request,
            Action.CLOSE,
            challenge_id,
            lambda tx, record: self._close(tx, request, record, closed=closed),
        )

    async def enter(
        self,
        tx: Transaction,
        person: int,
        record: ChallengeRecord,
        party: int | None,
        note: Noting,
        terms: int = 0,
        word: str | None = None,
    ) -> None:
        """Have someone join within a transaction that holds the challenge.

        `word` is the digest of one that the dice are to depend on.
        """
        now = self._unit_of_work.clock()
        _check_lobby(record)
        check_open(record, now)
        check_agreed(record, terms)
        guest = _guest(record, person)
        if guest.joined is None:
            await self._check_welcome(tx, record, guest)
            await check_together(tx, person, (member.person for member in _members(record)))
        elif party in {None, guest.party} and word in {None, guest.word}:
            raise Refusal("already-joined")
        if party is not None:
            self._check_party(record, person, party)
        await note(record.id)
        joined = 1 + max(one.joined or 0 for one in record.guests) if guest.joined is None else guest.joined
        await _write(tx, record, replace(guest, joined=joined, party=party, word=word or guest.word))
        if person != record.challenger:
            # Who waits at a table is not sent away by the calendar.
            await tx.challenges.set_expires(record.id, None)
        if guest.joined is None and await self._start_by_itself(tx, record.id, now):
            return
        tx.record(ChallengeChanged(record.id))
        # Nobody can have the host called time and again by leaving and coming back.
        if guest.joined is None and person not in record.left_ready:
            await self._tell_host(tx, record)

    async def decline(self, tx: Transaction, request: Request, record: ChallengeRecord, reason: str) -> None:
        """Have someone who was invited stay away, within a transaction that holds the challenge.

        A table to which nobody else is invited or may come is closed.
        """
        person, now = request.person.id, self._unit_of_work.clock()
        if not _guest(record, person).invited:
            raise Refusal("not-your-challenge")
        check_open(record)
        await self._unit_of_work.note(tx, request, Action.DECLINE, record.id, now=now)
        await tx.challenges.decline(record.id, person)
        told = ChallengeDeclined(
            record.id, await self._challenge_answers.challenger_of(tx, record), person, reason
        )
        if record.closed and all(one.player in {record.challenger, person} for one in record.guests):
            await self._challenge_answers.shut(tx, record, ChallengeStatus.DECLINED, reason)
            tx.record(told)
            return
        tx.record(ChallengeChanged(record.id, person, reason))
        tx.record(told)
        await self._tell_host(tx, record)

    async def _join(
        self, tx: Transaction, request: Request, record: ChallengeRecord, party: int | None, terms: int
    ) -> None:
        await check_player(tx, record.server, request.person, [Person(record.challenger, "", "")])
        note = self._unit_of_work.noting(tx, request, Action.JOIN)
        await self.enter(tx, request.person.id, record, party, note, terms)

    async def _leave(self, tx: Transaction, request: Request, record: ChallengeRecord) -> None:
        person, now = request.person.id, self._unit_of_work.clock()
        _check_lobby(record)
        if person == record.challenger:
            raise Refusal("host-cannot-leave")
        check_open(record)
        guest = _guest(record, person)
        if guest.joined is None:
            raise Refusal("not-joined")
        await self._unit_of_work.note(tx, request, Action.LEAVE, record.id, now=now)
        await tx.challenges.leave(record.id, person, ready=self._is_ready(challenge_from(record)))
        if record.rematch_of is None and {one.person for one in _members(record)} == {
            record.challenger,
            person,
        }:
            await tx.challenges.set_expires(record.id, now + LIFETIME)
        tx.record(ChallengeChanged(record.id))

    async def _start(self, tx: Transaction, request: Request, record: ChallengeRecord) -> None:
        now = self._unit_of_work.clock()
        _check_host(record, request)
        guests = [member.person for member in _members(record) if member.person != record.challenger]
        await check_player(tx, record.server, request.person, [Person(guest, "", "") for guest in guests])
        await self._check_start(tx, record)
        await self._unit_of_work.note(tx, request, Action.START, record.id, now=now)
        await self._begin(tx, record, now)

    async def _start_by_itself(self, tx: Transaction, challenge_id: int, now: datetime) -> bool:
        """Start the match of a table at which all sit whom the host has asked for; return whether it has."""
        record = await tx.challenges.get(challenge_id)
        if record is None:
            return False
        lobby = challenge_from(record)
        if not starts_by_itself(lobby, self._numbers(lobby), all_come=not record.declined):
            return False
        with suppress(Refusal):
            await self._check_start(tx, record)
            await self._begin(tx, record, now)
            return True
        return False

    async def _check_start(self, tx: Transaction, record: ChallengeRecord) -> None:
        """Raise Refusal where those who have joined cannot begin."""
        people = [member.person for member in _members(record)]
        self._number(record, len(people))
        await tx.people.lock(people)
        for person in people:
            mine = person == record.challenger
            await self._challenge_answers.check_games(tx, person, "too-many-games" if mine else _EVERYONES)
        await self._challenge_answers.check_channel(tx, record.channel)
        await check_there(tx, record.server)

    async def _begin(self, tx: Transaction, record: ChallengeRecord, now: datetime) -> None:
        """Begin the match of those who have joined."""
        game, members = self._unit_of_work.games[record.key], _members(record)
        parties = parties_among(game, record.options, len(members))
        players = seat(members, record.role, game.roles(len(members)), parties, self._unit_of_work.chance)
        words = {member.person: member.word for member in members if member.word is not None}
        await self._challenge_answers.begin(tx, record, players, now, words=words)

    async def _close(
        self, tx: Transaction, request: Request, record: ChallengeRecord, *, closed: bool
    ) -> None:
        now = self._unit_of_work.clock()
        _check_host(record, request)
        await self._unit_of_work.note(tx, request, Action.CLOSE, record.id, now=now)
        if closed != record.closed:
            await tx.challenges.set_closed(record.id, closed=closed)
            tx.record(ChallengeChanged(record.id))

    async def _check_welcome(self, tx: Transaction, record: ChallengeRecord, guest: GuestRecord) -> None:
        if record.closed and not guest.invited:
            raise Refusal("lobby-closed")
        if len(_members(record)) >= max(self._numbers(record)):
            raise Refusal("lobby-full")
        await self._challenge_answers.check_games(tx, guest.player)

    async def _tell_host(self, tx: Transaction, record: ChallengeRecord) -> None:
        """Tell the challenger when nobody more can come."""
        if self._is_ready(await read_challenge(tx, record.id)):
            tx.record(LobbyReady(record.id, await self._challenge_answers.challenger_of(tx, record)))

    def _check_party(self, record: ChallengeRecord, person: int, party: int) -> None:
        """Raise Refusal unless, with one of the numbers that can play, there is room in a party."""
        game, members = self._unit_of_work.games[record.key], _members(record)
        others = tuple(member for member in members if member.person != person)
        tables_laid = [
            (number, parties)
            for number in self._numbers(record)
            if (parties := parties_among(game, record.options, number))
        ]
        if not tables_laid:
            raise Refusal("no-parties")
        for number, parties in tables_laid:
            seen = others
            if person != record.challenger:
                seen = (wish_of(others[0], record.role, game.roles(number), parties), *others[1:])
            if len(seen) < number and has_room(seen, party, parties):
                return
        raise Refusal("party-full")

    def _is_ready(self, lobby: Challenge) -> bool:
        """Return whether nobody more can come."""
        return readiness(lobby, self._numbers(lobby)) is not None

    def _number(self, record: ChallengeRecord, have: int) -> int:
        """Return with how many a match begins. Raises Refusal when so many cannot play."""
        allowed = self._numbers(record)
        if have < min(allowed):
            raise Refusal("lobby-too-few", have=str(have), needed=str(min(allowed)))
        if have not in allowed:
            raise Refusal("lobby-wrong-number", have=str(have), allowed=", ".join(map(str, allowed)))
        return have

    def _numbers(self, lobby: Challenge | ChallengeRecord) -> tuple[int, ...]:
        return playable(self._unit_of_work.games[lobby.key], lobby.options, lobby.players)


def _members(record: ChallengeRecord) -> tuple[Member, ...]:
    return tuple(
        Member(guest.player, guest.party, guest.word) for guest in record.guests if guest.joined is not None
    )


def _guest(record: ChallengeRecord, person: int) -> GuestRecord:
    stranger = GuestRecord(person, invited=False, joined=None, party=None)
    return next((guest for guest in record.guests if guest.player == person), stranger)


def _check_lobby(record: ChallengeRecord) -> None:
    if not record.guests:
        raise Refusal("not-a-lobby")


def _check_host(record: ChallengeRecord, request: Request) -> None:
    _check_lobby(record)
    if request.person.id != record.challenger:
        raise Refusal("not-the-host")
    check_open(record)


async def _write(tx: Transaction, record: ChallengeRecord, guest: GuestRecord) -> None:
    await tx.challenges.forget_guest(record.id, guest.player)
    await tx.challenges.add_guests(record.id, [guest])

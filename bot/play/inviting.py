"""Challenges: made, accepted, declined, withdrawn."""

from collections.abc import Awaitable, Callable, Mapping

from bot.play.desk import Action, Desk, is_id
from bot.play.model import (
    DECLINE_REASONS,
    RANDOM_ROLE,
    Challenge,
    ChallengeStatus,
    NoticeKind,
    Person,
    Place,
    Refusal,
    Request,
)
from bot.play.translate import challenge_from
from data.records import ChallengeRecord, NewNotice
from data.schema import PUBLIC
from data.store import Tables
from rules.game import Game, State

_PLAYERS = 2


class Inviting:
    """What people do with challenges."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def challenge(
        self,
        request: Request,
        key: str,
        options: Mapping[str, str],
        opponent: Person | None,
        role: str,
        place: Place,
    ) -> Challenge:
        """Write a challenge and the notice that posts its card."""
        game, state = self._checked(request, key, options, opponent, role)
        challenge = await self._desk.once(
            request,
            Action.CHALLENGE,
            None,
            lambda tables: self._add(tables, request, game, state, opponent, role, place),
            lambda tables, done: _read(tables, done.subject),
        )
        self._desk.people.remember(request.person, place)
        if opponent is not None:
            self._desk.people.forget(opponent.id)
        self._desk.wake()
        return challenge

    async def accept(self, request: Request, challenge_id: int) -> Challenge:
        """Turn a challenge into a match; the lot decides the seats where the challenger left it to it."""
        return await self._answer(
            request,
            Action.ACCEPT,
            challenge_id,
            lambda tables: self._accept(tables, request, challenge_id),
        )

    async def decline(self, request: Request, challenge_id: int, reason: str) -> Challenge:
        """Close a challenge as the one it was sent to, with one of DECLINE_REASONS."""
        if reason not in DECLINE_REASONS:
            raise Refusal("unknown-reason", reason=reason, allowed=", ".join(DECLINE_REASONS))
        return await self._answer(
            request,
            Action.DECLINE,
            challenge_id,
            lambda tables: self._decline(tables, request, challenge_id, reason),
        )

    async def withdraw(self, request: Request, challenge_id: int) -> Challenge:
        """Close a challenge as the one who sent it."""
        return await self._answer(
            request,
            Action.WITHDRAW,
            challenge_id,
            lambda tables: self._withdraw(tables, request, challenge_id),
        )

    def _checked(
        self, request: Request, key: str, options: Mapping[str, str], opponent: Person | None, role: str
    ) -> tuple[Game, State]:
        game = self._desk.games.get(key)
        if game is None:
            raise Refusal("no-such-game", game=key)
        if opponent is not None and opponent.id == request.person.id:
            raise Refusal("self-challenge")
        state = game.new(options, players=_PLAYERS)
        allowed = (*game.roles(_PLAYERS), RANDOM_ROLE)
        if role not in allowed:
            raise Refusal("unknown-role", role=role, allowed=", ".join(allowed))
        return game, state

    async def _add(
        self,
        tables: Tables,
        request: Request,
        game: Game,
        state: State,
        opponent: Person | None,
        role: str,
        place: Place,
    ) -> Challenge:
        desk, person, now = self._desk, request.person, self._desk.clock()
        await tables.people.lock({person.id} if opponent is None else {person.id, opponent.id})
        await desk.people.meet(tables, person, place)
        if opponent is not None:
            await desk.people.hear_of(tables, opponent)
        if await tables.challenges.sent_by(person.id) >= desk.limits.challenges_per_person:
            raise Refusal("too-many-challenges", limit=str(desk.limits.challenges_per_person))
        if await tables.games.count_of(person.id) >= desk.limits.games_per_person:
            raise Refusal("too-many-games", limit=str(desk.limits.games_per_person))
        await self._check_channel(tables, place.channel)
        challenge = await tables.challenges.add(
            key=game.key,
            options=state.options,
            challenger=person.id,
            opponent=None if opponent is None else opponent.id,
            role=role,
            server=place.server,
            channel=place.channel,
            locale=place.locale,
            created=now,
        )
        await desk.note(tables, request, Action.CHALLENGE, challenge, now=now)
        await tables.notices.add([NewNotice(NoticeKind.CHALLENGE, challenge, PUBLIC, None, None, {})], now)
        return await _read(tables, challenge)

    async def _answer(
        self,
        request: Request,
        action: Action,
        challenge_id: int,
        act: Callable[[Tables], Awaitable[Challenge]],
    ) -> Challenge:
        challenge = await self._desk.once(
            request, action, challenge_id, act, lambda tables, done: _read(tables, done.subject)
        )
        self._desk.done(request)
        return challenge

    async def _accept(self, tables: Tables, request: Request, challenge_id: int) -> Challenge:
        person = request.person.id
        record = await _locked(tables, challenge_id)
        if person == record.challenger:
            raise Refusal("own-challenge")
        if record.opponent not in {None, person}:
            raise Refusal("not-your-challenge")
        _check_open(record)
        await tables.people.lock({record.challenger, person})
        await self._check_room(tables, record, person)
        await self._desk.note(tables, request, Action.ACCEPT, challenge_id, now=self._desk.clock())
        await self._start(tables, record, person)
        return await _read(tables, challenge_id)

    async def _decline(self, tables: Tables, request: Request, challenge_id: int, reason: str) -> Challenge:
        record = await _locked(tables, challenge_id)
        if record.opponent != request.person.id:
            raise Refusal("not-your-challenge")
        return await self._close(tables, request, Action.DECLINE, record, ChallengeStatus.DECLINED, reason)

    async def _withdraw(self, tables: Tables, request: Request, challenge_id: int) -> Challenge:
        record = await _locked(tables, challenge_id)
        if record.challenger != request.person.id:
            raise Refusal("not-your-challenge")
        return await self._close(tables, request, Action.WITHDRAW, record, ChallengeStatus.WITHDRAWN)

    async def _close(
        self,
        tables: Tables,
        request: Request,
        action: Action,
        record: ChallengeRecord,
        status: ChallengeStatus,
        reason: str | None = None,
    ) -> Challenge:
        _check_open(record)
        now = self._desk.clock()
        await self._desk.note(tables, request, action, record.id, now=now)
        await tables.challenges.settle(record.id, status, reason=reason)
        await tables.notices.add([_closed(record.id, status)], now)
        return await _read(tables, record.id)

    async def _check_room(self, tables: Tables, record: ChallengeRecord, acceptor: int) -> None:
        limit = self._desk.limits.games_per_person
        if await tables.games.count_of(acceptor) >= limit:
            raise Refusal("too-many-games", limit=str(limit))
        if await tables.games.count_of(record.challenger) >= limit:
            raise Refusal("opponent-too-many-games", limit=str(limit))
        await self._check_channel(tables, record.channel)

    async def _check_channel(self, tables: Tables, channel: int) -> None:
        limit = self._desk.limits.games_per_channel
        if await tables.games.count_in(channel) >= limit:
            raise Refusal("channel-full", limit=str(limit))

    async def _start(self, tables: Tables, record: ChallengeRecord, acceptor: int) -> None:
        game, now = self._desk.games[record.key], self._desk.clock()
        if record.role == RANDOM_ROLE:
            seat = self._desk.chance.choose(_PLAYERS)
        else:
            seat = game.roles(_PLAYERS).index(record.role)
        players = (record.challenger, acceptor) if seat == 0 else (acceptor, record.challenger)
        state = game.new(record.options, players=_PLAYERS)
        await tables.challenges.settle(record.id, ChallengeStatus.ACCEPTED, accepted_by=acceptor)
        match = await tables.games.add(
            key=record.key,
            options=record.options,
            challenge=record.id,
            server=record.server,
            channel=record.channel,
            locale=record.locale,
            turn=state.turn,
            position=state.position,
            players=players,
            created=now,
        )
        start = NewNotice(NoticeKind.START, record.id, PUBLIC, match, 0, {})
        await tables.notices.add([start, _closed(record.id, ChallengeStatus.ACCEPTED)], now)


def _closed(challenge: int, status: ChallengeStatus) -> NewNotice:
    return NewNotice(NoticeKind.CHALLENGE_CLOSED, challenge, PUBLIC, None, None, {"status": status})


def _check_open(record: ChallengeRecord) -> None:
    if record.status != ChallengeStatus.OPEN:
        raise Refusal("challenge-closed", status=record.status)


async def _locked(tables: Tables, challenge_id: int) -> ChallengeRecord:
    record = await tables.challenges.lock(challenge_id) if is_id(challenge_id) else None
    if record is None:
        raise Refusal("unknown-challenge")
    return record


async def _read(tables: Tables, challenge_id: int) -> Challenge:
    record = await tables.challenges.get(challenge_id) if is_id(challenge_id) else None
    if record is None:
        raise Refusal("unknown-challenge")
    return challenge_from(record)

"""Turns, resignations and what is to be seen of a match."""

import asyncio
import unicodedata
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.play.course import Course, Reached
from bot.play.desk import Action, Desk, is_id
from bot.play.dice import Seed, recompute
from bot.play.model import (
    Match,
    MatchStatus,
    NoticeKind,
    PlayedPly,
    Position,
    Refusal,
    Request,
    Turn,
    Verification,
)
from bot.play.positions import read_ply, step
from bot.play.seats import seat_held, seat_in, seat_to_move
from bot.play.translate import match_from
from data.records import GameRecord, NewNotice, PlyRecord, RequestRecord
from data.schema import PUBLIC
from data.store import Tables
from rules.capabilities import RETIREMENT, lets_retire, retire
from rules.game import InvalidMove, Outcome, RulesError, State

LONGEST_MOVE: Final = 200
"""More signs than any game's longest move has."""


class Playing:
    """What people do in matches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._course = Course(desk)

    async def take_turn(
        self,
        request: Request,
        game_id: int,
        move: str,
        expected: int | None = None,
        *,
        offer_draw: bool = False,
        taken_back: int | None = None,
    ) -> Turn:
        """Play a move for the one whose turn it is, and write the notice of it."""
        turn = await self._desk.once(
            request,
            Action.TURN,
            game_id,
            lambda tables: self._play(tables, request, game_id, move, expected),
            self._played,
        )
        if not turn.repeated:
            self._desk.positions.keep(game_id, turn.match.plies, turn.state)
            self._desk.done(request)
        return turn

    async def resign(self, request: Request, game_id: int) -> Match:
        """Give a match up: everyone else has won, or it goes on without the one who leaves."""
        position = await self._desk.once(
            request,
            Action.RESIGN,
            game_id,
            lambda tables: self._give_up(tables, request, game_id),
            lambda tables, done: self._at(tables, done.subject, None),
        )
        self._desk.positions.keep(game_id, position.match.plies, position.state)
        self._desk.done(request)
        return position.match

    async def position(self, game_id: int, ply: int | None = None) -> Position:
        """Return a match as it stands, or with the state it had after `ply` plies."""
        async with self._desk.store.read() as tables:
            return await self._at(tables, game_id, ply)

    async def verify(self, game_id: int) -> Verification:
        """Compute the dice of a finished match again from its seed."""
        async with self._desk.store.read() as tables:
            record = await read_game(tables, game_id)
            if record.commitment is None:
                raise Refusal("dice-none")
            if record.seed is None:
                raise Refusal("dice-running")
            first = await self._desk.positions.at(tables, record, 0)
            log = [(ply.number, ply.text) for ply in await tables.games.plies(game_id, 0, record.plies)]
        seed = Seed.from_hex(record.seed)
        rolls = await asyncio.to_thread(recompute, seed, game_id, first, log)
        correct = seed.commitment == record.commitment and all(roll.logged == roll.computed for roll in rolls)
        return Verification(match_from(record), seed.hex, record.commitment, rolls, correct)

    async def _at(self, tables: Tables, game_id: int, ply: int | None) -> Position:
        record = await read_game(tables, game_id)
        number = record.plies if ply is None else ply
        if not 0 <= number <= record.plies:
            raise Refusal("unknown-ply", plies=str(record.plies))
        return Position(match_from(record), await self._desk.positions.at(tables, record, number))

    async def plies(self, game_id: int, since: int, until: int) -> tuple[PlayedPly, ...]:
        """Return the plies after the first `since`, up to number `until`, each with the state after it."""
        async with self._desk.store.read() as tables:
            record = await read_game(tables, game_id)
            if not 0 <= since <= until <= record.plies:
                raise Refusal("unknown-ply", plies=str(record.plies))
            state = await self._desk.positions.at(tables, record, since)
            log = await tables.games.plies(game_id, since, until)
        played = []
        for ply in log:
            move, state = read_ply(state, ply.text), step(state, ply.text)
            played.append(PlayedPly(ply.number, ply.seat, move, ply.text, state))
        return tuple(played)

    async def _play(
        self, tables: Tables, request: Request, game_id: int, text: str, expected: int | None
    ) -> Turn:
        now = self._desk.clock()
        record, match = await _locked(tables, game_id)
        seat = seat_held(match, request.person.id)
        if expected not in {None, record.plies}:
            return await self._standing(tables, record, seat, text, expected)
        seat_to_move(match, request.person.id)
        number = record.plies + 1
        before = await self._desk.positions.at(tables, record, record.plies)
        move = before.parse(_readable(text))
        after = before.play(move)
        await self._desk.note(tables, request, Action.TURN, game_id, now=now, number=number)
        ply = PlyRecord(number, seat, move.text, now)
        reached = await self._course.go_on(tables, record, before, ply, after)
        return Turn(_as_of(reached, now), reached.state, move, number, seat, repeated=False)

    async def _give_up(self, tables: Tables, request: Request, game_id: int) -> Position:
        now = self._desk.clock()
        record, match = await _locked(tables, game_id)
        seat = seat_in(match, request.person.id)
        state = await self._desk.positions.at(tables, record, record.plies)
        await self._desk.note(tables, request, Action.RESIGN, game_id, now=now)
        if lets_retire(state):
            return await self._leave(tables, record, state, seat, now)
        winners = tuple(other for other in range(len(record.players)) if other != seat)
        outcome = Outcome(winners, "resignation")
        end = NewNotice(NoticeKind.END, record.challenge, PUBLIC, game_id, record.plies, {"resigned": seat})
        ended = await self._course.end(tables, record, outcome, end, now, resigned=seat)
        over = replace(match_from(ended), status=MatchStatus.FINISHED, turn=None, updated=now)
        return Position(replace(over, outcome=outcome, resigned=seat), state)

    async def _leave(
        self, tables: Tables, record: GameRecord, before: State, seat: int, now: datetime
    ) -> Position:
        number = record.plies + 1
        after = retire(before, seat)
        retired = (*record.retired, (seat, number))
        await tables.games.retire(record.id, seat, retired)
        ply = PlyRecord(number, seat, f"{RETIREMENT}{seat}", now)
        reached = await self._course.go_on(tables, replace(record, retired=retired), before, ply, after)
        return Position(_as_of(reached, now), reached.state)

    async def _played(self, tables: Tables, done: RequestRecord) -> Turn:
        record, number = await read_game(tables, done.subject), done.number or 0
        (ply,) = await tables.games.plies(record.id, number - 1, number)
        return await self._turn(tables, record, ply)

    async def _standing(
        self, tables: Tables, record: GameRecord, seat: int, text: str, expected: int | None
    ) -> Turn:
        if expected is not None and 0 <= expected < record.plies:
            seen = await self._desk.positions.at(tables, record, expected)
            (ply,) = await tables.games.plies(record.id, expected, expected + 1)
            if ply.seat == seat and _same_move(seen, text, ply.text):
                return await self._turn(tables, record, ply)
        raise Refusal("game-over" if record.status != MatchStatus.RUNNING else "position-changed")

    async def _turn(self, tables: Tables, record: GameRecord, ply: PlyRecord) -> Turn:
        """Return a player's move that was played before as it was answered then."""
        before = await self._desk.positions.at(tables, record, ply.number - 1)
        move, number = read_ply(before, ply.text), ply.number
        state = await self._desk.positions.at(tables, record, number)
        while state.is_chance:
            number += 1
            state = await self._desk.positions.at(tables, record, number)
        if move is None or ply.seat is None:
            raise Refusal("position-changed")
        match = _as_of(Reached(record, state, number), ply.played)
        return Turn(match, state, move, ply.number, ply.seat, repeated=True)


async def read_game(tables: Tables, game_id: int) -> GameRecord:
    """Return a game. Raises Refusal."""
    record = await tables.games.get(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def _locked(tables: Tables, game_id: int) -> tuple[GameRecord, Match]:
    record = await tables.games.lock(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record, match_from(record)


def _as_of(reached: Reached, when: datetime) -> Match:
    """Return a match as it was when a state was reached, whatever has become of it since."""
    outcome, number = reached.state.outcome, reached.number
    match = match_from(reached.record)
    return replace(
        match,
        status=MatchStatus.RUNNING if outcome is None else MatchStatus.FINISHED,
        plies=number,
        turn=reached.state.turn,
        outcome=outcome,
        resigned=None,
        retired=tuple(seat for seat, left in reached.record.retired if left <= number),
        seed=None if outcome is None else match.seed,
        updated=when,
    )


def _readable(text: str) -> str:
    if len(text) > LONGEST_MOVE:
        raise InvalidMove(f"a move has at most {LONGEST_MOVE} signs", "too-long", limit=str(LONGEST_MOVE))
    if any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in text):
        raise InvalidMove("a move has no control characters", "unprintable")
    return text


def _same_move(state: State, text: str, played: str) -> bool:
    try:
        return state.parse(_readable(text)).text == played
    except RulesError:
        return False

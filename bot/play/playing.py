"""Turns and resignations."""

import unicodedata
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.play.desk import Action, Desk, is_id
from bot.play.model import Match, MatchStatus, NoticeKind, Position, Refusal, Request, Turn
from bot.play.positions import read_ply
from bot.play.translate import match_from, store_outcome
from data.records import GameRecord, NewNotice, PlyRecord, RequestRecord
from data.schema import PUBLIC
from data.store import Tables
from rules.game import InvalidMove, Outcome, RulesError, State

LONGEST_MOVE: Final = 200
"""More signs than any game's longest move has."""


class Playing:
    """What people do in matches."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def take_turn(self, request: Request, game_id: int, move: str, expected: int | None = None) -> Turn:
        """Play a move for the one whose turn it is, and write the notice of it."""
        turn = await self._desk.once(
            request,
            Action.TURN,
            game_id,
            lambda tables: self._play(tables, request, game_id, move, expected),
            self._played,
        )
        if not turn.repeated:
            self._desk.positions.keep(game_id, turn.number, turn.state)
            self._desk.done(request)
        return turn

    async def resign(self, request: Request, game_id: int) -> Match:
        """Give a match up; everyone else has won."""
        match = await self._desk.once(
            request,
            Action.RESIGN,
            game_id,
            lambda tables: self._give_up(tables, request, game_id),
            lambda tables, done: _match(tables, done.subject),
        )
        self._desk.done(request)
        return match

    async def position(self, game_id: int, ply: int | None = None) -> Position:
        """Return a match as it stands, or with the state it had after `ply` plies."""
        async with self._desk.store.read() as tables:
            record = await read_game(tables, game_id)
            number = record.plies if ply is None else ply
            if not 0 <= number <= record.plies:
                raise Refusal("unknown-ply", plies=str(record.plies))
            return Position(match_from(record), await self._desk.positions.at(tables, record, number))

    async def _play(
        self, tables: Tables, request: Request, game_id: int, text: str, expected: int | None
    ) -> Turn:
        now = self._desk.clock()
        record, seat = await _locked(tables, request, game_id)
        if expected not in {None, record.plies}:
            return await self._standing(tables, record, seat, text, expected)
        if record.status != MatchStatus.RUNNING:
            raise Refusal("game-over")
        if record.turn != seat:
            raise Refusal("not-your-turn")
        number = record.plies + 1
        before = await self._desk.positions.at(tables, record, record.plies)
        move = before.parse(_readable(text))
        after = before.play(move)
        await self._desk.note(tables, request, Action.TURN, game_id, now=now, number=number)
        ply = PlyRecord(number, seat, move.text, now)
        await tables.games.add_plies(game_id, [ply], turn=after.turn, position=after.position)
        if after.outcome is not None:
            await tables.games.finish(game_id, store_outcome(after.outcome), now)
        data = {"mover": seat, "move": move.text, "ping": after.turn != seat}
        await tables.notices.add(
            [NewNotice(NoticeKind.PLY, record.challenge, PUBLIC, game_id, number, data)], now
        )
        return Turn(_as_of(record, number, after, now), after, move, number, seat, repeated=False)

    async def _give_up(self, tables: Tables, request: Request, game_id: int) -> Match:
        now = self._desk.clock()
        record, seat = await _locked(tables, request, game_id)
        if record.status != MatchStatus.RUNNING:
            raise Refusal("game-over")
        await self._desk.note(tables, request, Action.RESIGN, game_id, now=now)
        winners = tuple(other for other in range(len(record.players)) if other != seat)
        outcome = Outcome(winners, "resignation")
        await tables.games.finish(game_id, store_outcome(outcome), now, resigned=seat)
        end = NewNotice(NoticeKind.END, record.challenge, PUBLIC, game_id, record.plies, {"resigned": seat})
        await tables.notices.add([end], now)
        over = replace(match_from(record), status=MatchStatus.FINISHED, turn=None, updated=now)
        return replace(over, outcome=outcome, resigned=seat)

    async def _played(self, tables: Tables, done: RequestRecord) -> Turn:
        return await self._turn(tables, await read_game(tables, done.subject), done.number or 0)

    async def _standing(
        self, tables: Tables, record: GameRecord, seat: int, text: str, expected: int | None
    ) -> Turn:
        if expected is not None and 0 <= expected < record.plies:
            turn = await self._turn(tables, record, expected + 1)
            seen = await self._desk.positions.at(tables, record, expected)
            if turn.seat == seat and _same_move(seen, text, turn.move.text):
                return turn
        raise Refusal("game-over" if record.status != MatchStatus.RUNNING else "position-changed")

    async def _turn(self, tables: Tables, record: GameRecord, number: int) -> Turn:
        (ply,) = await tables.games.plies(record.id, number - 1, number)
        before = await self._desk.positions.at(tables, record, number - 1)
        after = await self._desk.positions.at(tables, record, number)
        if ply.seat is None:
            raise Refusal("position-changed")
        match = _as_of(record, number, after, ply.played)
        return Turn(match, after, read_ply(before, ply.text), number, ply.seat, repeated=True)


async def read_game(tables: Tables, game_id: int) -> GameRecord:
    """Return a game. Raises Refusal."""
    record = await tables.games.get(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record


async def _match(tables: Tables, game_id: int) -> Match:
    return match_from(await read_game(tables, game_id))


async def _locked(tables: Tables, request: Request, game_id: int) -> tuple[GameRecord, int]:
    record = await tables.games.lock(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    if request.person.id not in record.players:
        raise Refusal("not-your-game")
    return record, record.players.index(request.person.id)


def _as_of(record: GameRecord, number: int, state: State, when: datetime) -> Match:
    match = replace(match_from(record), plies=number, turn=state.turn, outcome=state.outcome, resigned=None)
    status = MatchStatus.RUNNING if state.outcome is None else MatchStatus.FINISHED
    return replace(match, status=status, updated=when)


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

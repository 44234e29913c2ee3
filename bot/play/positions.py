"""Positions replayed from the logs, with the latest ones kept at hand."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from data.records import GameRecord, PlyRecord
from data.store import Tables
from rules.contract import Game, InvalidMove, Move, State
from rules.contract.capabilities import RETIREMENT, retire

_log = logging.getLogger(__name__)

_STEPS_BACK: Final = 8
_AT_ONCE: Final = 24


class LogCut(Exception):
    """Plies were taken back while a log was read; what was known of the game is out of date."""


class Positions:
    """A bounded cache of states by game and number of plies.

    Between two take-backs logs only grow, and their number is part of the key: nothing goes stale.
    """

    def __init__(self, games: Mapping[str, Game], capacity: int = 1024) -> None:
        self._games = games
        self._capacity = capacity
        self._states: OrderedDict[tuple[int, int, int], State] = OrderedDict()

    async def at(self, tables: Tables, game: GameRecord, number: int) -> State:
        """Return the state of a game after `number` plies (0 to all); what is not at hand is replayed.

        A stored position that differs from the log's is reported; the log is right. Raises LogCut.
        """
        found = self._nearest(game, number)
        if found is not None and found[0] == number:
            return found[1]
        start, state = found or (0, self._first(game))
        plies = await tables.games.plies(game.id, start, number)
        if len(plies) != number - start:
            raise LogCut
        state = await _replay(state, plies)
        if number == game.plies and state.position != game.position:
            _log.error("game %d is stored as %r, its log leads to %r", game.id, game.position, state.position)
        self.keep(game.id, game.taken_back, number, state)
        return state

    def _first(self, game: GameRecord) -> State:
        return self._games[game.key].new(game.options, players=len(game.players))

    def keep(self, game: int, taken_back: int, number: int, state: State) -> None:
        """Have the state after `number` plies and `taken_back` take-backs at hand.

        The ones longest unused make room.
        """
        key = (game, taken_back, number)
        self._states[key] = state
        self._states.move_to_end(key)
        while len(self._states) > self._capacity:
            self._states.popitem(last=False)

    def _nearest(self, game: GameRecord, number: int) -> tuple[int, State] | None:
        for earlier in range(number, max(-1, number - _STEPS_BACK - 1), -1):
            state = self._states.get((game.id, game.taken_back, earlier))
            if state is not None:
                return earlier, state
        return None


async def _replay(state: State, plies: Sequence[PlyRecord]) -> State:
    # A long log takes longer than the event loop should stand still.
    if len(plies) > _AT_ONCE:
        return await asyncio.to_thread(replay, state, plies)
    return replay(state, plies)


def replay(state: State, plies: Sequence[PlyRecord]) -> State:
    """Return the state after `plies`, of whatever kind. Raises rules.RulesError for a broken log."""
    for ply in plies:
        state = step(state, ply.text)
    return state


def step(state: State, text: str) -> State:
    """Return the state after one ply of a log. Raises rules.RulesError for a text that is none here."""
    move = read_ply(state, text)
    return retire(state, int(text.removeprefix(RETIREMENT))) if move is None else state.play(move)


def read_ply(state: State, text: str) -> Move | None:
    """Return the move or chance ply a logged text stands for, None for that of a player who left.

    Raises rules.RulesError for a text that is none here.
    """
    if text.startswith(RETIREMENT):
        return None
    if not state.is_chance:
        return state.parse(text)
    move = next((move for move, _ in state.chances() if move.text == text), None)
    if move is None:
        raise InvalidMove(f"{text!r} does not come by chance here", "not-a-chance", text=text)
    return move

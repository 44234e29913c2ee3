"""Positions replayed from the logs, with the latest ones kept at hand."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from bot.play.model import Match
from data.records import PlyRecord
from data.store import Tables
from rules.game import Game, Move, State

_log = logging.getLogger(__name__)

_STEPS_BACK: Final = 8
_AT_ONCE: Final = 24


class Positions:
    """A bounded cache of states by match and number of plies. A log only grows, so nothing here goes stale."""

    def __init__(self, games: Mapping[str, Game], capacity: int = 1024) -> None:
        self._games = games
        self._capacity = capacity
        self._states: OrderedDict[tuple[int, int], State] = OrderedDict()

    async def at(self, tables: Tables, match: Match, number: int) -> State:
        """Return the state of `match` after `number` plies, 0 to all; plies not at hand are read from `tables`."""
        found = self._nearest(match.id, number)
        start, state = (0, self.first(match)) if found is None else found
        if start < number:
            plies = await tables.games.plies(match.id, start, number)
            # A long log takes longer than the event loop should stand still.
            run = asyncio.to_thread(replay, state, plies) if len(plies) > _AT_ONCE else None
            state = replay(state, plies) if run is None else await run
        self.keep(match.id, number, state)
        return state

    def first(self, match: Match) -> State:
        """Return the state a match begins with."""
        return self._games[match.key].new(match.options, players=len(match.players))

    def keep(self, match: int, number: int, state: State) -> None:
        """Have a state at hand; the ones longest unused make room."""
        self._states[match, number] = state
        self._states.move_to_end((match, number))
        while len(self._states) > self._capacity:
            self._states.popitem(last=False)

    def _nearest(self, match: int, number: int) -> tuple[int, State] | None:
        for earlier in range(number, max(-1, number - _STEPS_BACK - 1), -1):
            state = self._states.get((match, earlier))
            if state is not None:
                return earlier, state
        return None


def replay(state: State, plies: Sequence[PlyRecord]) -> State:
    """Return the state after `plies`, those of chance included. Raises rules.RulesError for a broken log."""
    for ply in plies:
        state = state.play(read_ply(state, ply.text))
    return state


def read_ply(state: State, text: str) -> Move:
    """Return the move or chance ply a logged text stands for."""
    if state.is_chance:
        return next(move for move, _ in state.chances() if move.text == text)
    return state.parse(text)


def check_stored(match: int, number: int, stored: str, state: State) -> None:
    """Report a stored position that is not what the log leads to; the log is right."""
    if stored != state.position:
        _log.error("match %d after %d plies is stored as %r but is %r", match, number, stored, state.position)

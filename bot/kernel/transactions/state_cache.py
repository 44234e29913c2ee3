"""States replayed from logs, with a cache of the latest ones."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cachetools

from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match
from bot.model.match.match_log import CannotReplay, Stop, replay
from bot.repositories.matches.match_log import MatchLogRepository
from data.session import Session
from rules.contract import Game, State

_log = logging.getLogger(__name__)

_STEPS_BACK: Final = 8
_AT_ONCE: Final = 24


class LogCut(Exception):
    """Plies were taken back while a log was read; the cached facts are outdated."""


@dataclass(frozen=True, slots=True)
class KnownState:
    """A state of a game; `stop` tells why the rules cannot reach the requested state."""

    state: State
    stop: Stop | None = None


class StateCache:
    """A bounded cache of states by game, take-backs and plies.

    Between two take-backs logs only grow, and the number of take-backs is part of the key: an entry becomes
    stale only when a game is deleted, since SQLite reuses its number.
    """

    def __init__(self, games: Mapping[str, Game], capacity: int = 1024) -> None:
        self._games = games
        self._states: cachetools.LRUCache[tuple[int, int, int], State] = cachetools.LRUCache(capacity)

    async def at(self, session: Session, match: Match, number: int) -> State:
        """Return a game's state after `number` plies (0 to all), replayed if it is not cached.

        A stored position that differs from the log's is logged; the log is right. Raises LogCut, and
        CannotReplay if the rules do not lead there.
        """
        reach = await self.reach(session, match, number)
        if reach.stop is not None:
            raise CannotReplay(reach.stop)
        return reach.state

    async def reach(self, session: Session, match: Match, number: int) -> KnownState:
        """Return the same state, or the last earlier state that the rules reach. Raises LogCut."""
        begun_under, in_force = match.rules, self._games[match.key].versions[-1].number
        nearest = self._nearest(match, number)
        state, reached = (self._first(match), 0) if nearest is None else (nearest[1], nearest[0])
        if reached != number:
            plies = await session.of(MatchLogRepository).plies(match.id, reached, number)
            if len(plies) != number - reached:
                raise LogCut
            state, followed = await _replay(state, plies)
            reached += followed
            self.keep(match.id, match.taken_back, reached, state)
        elif begun_under == in_force:
            return KnownState(state)
        if reached < number:
            return KnownState(state, Stop(reached, begun_under, in_force))
        if number == match.plies and begun_under != in_force and _differs(state, match):
            return KnownState(state, Stop(reached, begun_under, in_force, elsewhere=True))
        if number == match.plies and state.position != match.position:
            _log.error(
                "game %d is stored as %r, but its log gives %r", match.id, match.position, state.position
            )
        return KnownState(state)

    def _first(self, match: Match) -> State:
        return self._games[match.key].new(match.options, players=len(match.players))

    def keep(self, match_id: int, taken_back: int, number: int, state: State) -> None:
        """Cache the state after `number` plies and `taken_back` take-backs.

        The least recently used state is evicted.
        """
        self._states[match_id, taken_back, number] = state

    def clear(self) -> None:
        """Empty the cache after games were deleted."""
        self._states.clear()

    def _nearest(self, match: Match, number: int) -> tuple[int, State] | None:
        for earlier in range(number, max(-1, number - _STEPS_BACK - 1), -1):
            state = self._states.get((match.id, match.taken_back, earlier))
            if state is not None:
                return earlier, state
        return None


def _differs(state: State, match: Match) -> bool:
    """Return whether the log contradicts the stored position, or ends a running game."""
    return state.position != match.position or (match.running and state.outcome is not None)


async def _replay(state: State, plies: Sequence[LogEntry]) -> tuple[State, int]:
    # Replaying a long log would block the event loop.
    if len(plies) > _AT_ONCE:
        return await asyncio.to_thread(replay, state, [ply.text for ply in plies])
    return replay(state, (ply.text for ply in plies))

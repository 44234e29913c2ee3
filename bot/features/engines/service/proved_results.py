"""Proved results of solved positions, read by an engine process if its game has tables."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.engine_question import EngineQuestion, EngineService, NoAnswer
from bot.model.match.match import Match
from bot.repositories.matches.match_log import MatchLogRepository
from data.session import Session
from engines import ENGINES, PositionFacts
from rules.contract import State

_SECONDS: Final = 1.5
"""The maximum seconds that a page waits for a result; then it is shown without one."""


class ProvedResults:
    """Finds the results of solved positions. Stores nothing."""

    def __init__(self, unit_of_work: UnitOfWork, engines: EngineService, seconds: float = _SECONDS) -> None:
        self._unit_of_work = unit_of_work
        self._engines = engines
        self._seconds = seconds

    async def explore(
        self, person: int, match: Match, ply: int, moves: Sequence[str], state: State
    ) -> PositionFacts | None:
        """Return the result of `state`, which is reached by exploring `moves` after a ply of a match.

        None while people play the match against each other, as it would help a player, and if no engine knows
        it.
        """
        if match.running and not match.is_practice:
            return None
        if not may_be_solved(state):
            return None

        async def read(session: Session) -> tuple[str, ...]:
            return tuple(entry.text for entry in await session.of(MatchLogRepository).plies(match.id, 0, ply))

        plies = await self._unit_of_work.reading(read)
        return await self.find(match, (*plies, *moves), state, person)

    async def find(
        self, match: Match, plies: tuple[str, ...], state: State, person: int
    ) -> PositionFacts | None:
        """Return the result of `state` after the plies of a match; None if no engine knows it."""
        if not may_be_solved(state):
            return None
        question = EngineQuestion(
            match.key, dict(match.options), len(match.players), plies, 5, "", self._seconds, person
        )
        # Not cancelled after the timeout: that would kill an engine process that is still starting.
        task = asyncio.create_task(self._engines.prove(question))
        task.add_done_callback(_read)
        done, _ = await asyncio.wait({task}, timeout=self._seconds)
        if not done or isinstance(task.exception(), NoAnswer):
            return None
        return task.result()


def _read(task: asyncio.Task[PositionFacts | None]) -> None:
    """Read the error of an abandoned task, so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()


def may_be_solved(state: State) -> bool:
    """Return whether a table may hold a position; only then is an engine asked."""
    oracle = ENGINES[state.game.key].oracle
    return oracle is not None and oracle.may_know(state)

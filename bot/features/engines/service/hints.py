"""Hints in matches against engines: the strongest engine's move, and its reasons."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.features.engines.domain import MoveReasons, reasons_for
from bot.features.engines.service.proved_results import ProvedResults
from bot.features.matches.service.load_match import find_match
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.engine_question import EngineQuestion, EngineService, NoAnswer
from bot.model.match.match import Match
from bot.model.match.match_log import read_move
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from engines import PositionFacts
from rules.contract import Move, State

_STRONGEST: Final = 5
_CAP_SECONDS: Final = 8.0
"""The time limit of a hint; its level's node limit is reached first, except on a busy machine."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move in a position of a match, with its reasons; `number` is its index among the legal moves.

    `facts` is the proved result of the position, if it is solved.
    """

    match: Match
    state: State
    move: Move
    number: int
    reasons: MoveReasons
    facts: PositionFacts | None = None


class Hints:
    """Hints in matches against engines. Nothing is stored.

    `proved_results` finds the results of solved positions.
    """

    def __init__(self, unit_of_work: UnitOfWork, engines: EngineService) -> None:
        self._unit_of_work = unit_of_work
        self._engines = engines
        self.proved_results = ProvedResults(unit_of_work, engines)

    async def find(self, person: int, match_id: int, plies: int, taken_back: int) -> Hint:
        """Search a hint for the position on the person's page.

        Raises Refusal: "not-your-game", "practice-only", "not-your-turn", "position-changed", "no-hint-now".
        """
        match, state, texts = await self._hint_position(person, match_id, plies, taken_back)
        seed = f"hint {match.id}/{match.taken_back}"
        question = EngineQuestion(
            match.key, dict(match.options), len(match.players), texts, _STRONGEST, seed, _CAP_SECONDS, person
        )
        try:
            move = read_move(state, await self._engines.choose(question))
        except NoAnswer:
            raise Refusal("no-hint-now") from None
        # The player may have moved during the search: the hint would be for an old position.
        await self._hint_position(person, match_id, plies, taken_back)
        return await self._hint(match, state, texts, person, state.legal_moves().index(move))

    async def repeat(self, person: int, match_id: int, plies: int, taken_back: int, number: int) -> Hint:
        """Return an earlier hint again, by its `number`. Raises Refusal like `find`, except "no-hint-now"."""
        match, state, texts = await self._hint_position(person, match_id, plies, taken_back)
        if number >= len(state.legal_moves()):
            raise Refusal("position-changed")
        return await self._hint(match, state, texts, person, number)

    async def _hint_position(
        self, person: int, match_id: int, plies: int, taken_back: int
    ) -> tuple[Match, State, tuple[str, ...]]:
        async with self._unit_of_work.store.read() as session:
            match = await find_match(session, match_id)
            log = await session.of(MatchLogRepository).plies(match_id, 0, match.plies)
            if match.seat_of(person) is None:
                raise Refusal("not-your-game")
            if not match.is_practice:
                raise Refusal("practice-only")
            if (match.plies, match.taken_back) != (plies, taken_back):
                raise Refusal("position-changed")
            if match.mover != person:
                raise Refusal("not-your-turn", match=str(match.id))
            state = await self._unit_of_work.positions.at(session, match, match.plies)
        return match, state, tuple(ply.text for ply in log)

    async def _hint(
        self, match: Match, state: State, texts: tuple[str, ...], person: int, number: int
    ) -> Hint:
        move = state.legal_moves()[number]
        # In a thread: on a large board this tries hundreds of moves.
        reasons = await asyncio.to_thread(reasons_for, state, move)
        proved = await self.proved_results.find(match, texts, state, person)
        return Hint(match, state, move, number, reasons, proved)

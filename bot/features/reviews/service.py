"""Reviews of finished matches: the strongest engine judges each ply, and the verdicts are stored."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from bot.features.matches.service.load_match import find_match
from bot.features.reviews.domain import NextSearch, Review, ReviewedPly
from bot.features.reviews.store import ReviewRepository
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.engine_question import EngineService, NoAnswer, ReviewQuestion
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from data.session import Session
from engines import PlyVerdict

log = logging.getLogger(__name__)

_TRIES: Final = 5
_RETRY_SECONDS: Final = 1.0
"""The most attempts to get an answer from engines, and the seconds between them."""


class Reviews:
    """Reviews finished matches; a process runs at most one task per match.

    Verdicts are stored as they arrive: a crashed process loses one question, and the next request continues.
    """

    def __init__(
        self, unit_of_work: UnitOfWork, engines: EngineService, again_after: float = _RETRY_SECONDS
    ) -> None:
        self._unit_of_work = unit_of_work
        self._engines = engines
        self._again_after = again_after
        self._running: dict[int, asyncio.Task[None]] = {}

    @property
    def is_offered(self) -> bool:
        """Whether engines for reviews are available."""
        return self._engines.processes > 0

    async def get(self, match_id: int) -> Review:
        """Return the review of a finished match so far.

        Raises CannotReplay if the current rules cannot replay it, Refusal: "review-running",
        "review-empty", "review-no-engines" if it is incomplete and no engines are available.
        """
        review, _ = await self._load(match_id)
        if not review.is_complete and not self.is_offered:
            raise Refusal("review-no-engines")
        return review

    async def advance(self, person: int, match_id: int, seconds: float) -> Review:
        """Continue a review for a reader; return its state after at most this many seconds.

        The review continues in the background. Raises the errors of `get`, and Refusal: "review-not-now" if
        the engines do not answer.
        """
        review = await self.get(match_id)
        if review.is_complete:
            return review
        task = self._running.get(match_id)
        if task is None:
            task = self._running[match_id] = asyncio.create_task(self._review_plies(person, match_id))
            task.add_done_callback(lambda done: self._on_done(match_id, done))
        await asyncio.wait({task}, timeout=seconds)
        if task.done() and not task.cancelled() and isinstance(task.exception(), NoAnswer):
            raise Refusal("review-not-now")
        return await self.get(match_id)

    def _on_done(self, match_id: int, task: asyncio.Task[None]) -> None:
        del self._running[match_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("the review of game %d is incomplete: %r", match_id, error)

    async def _review_plies(self, person: int, match_id: int) -> None:
        """Review all remaining plies. Raises NoAnswer if engines repeatedly fail to answer."""
        review, plies = await self._load(match_id)
        while (search := review.next_look) is not None:
            verdicts = await self._ask(_question(review.match, plies, search, person))
            pairs = zip(plies[search.first - 1 : search.last], verdicts, strict=True)
            new_plies = [
                ReviewedPly(ply.number, ply.seat, ply.text, search.looks, verdict) for ply, verdict in pairs
            ]
            async with self._unit_of_work.write() as tx:
                await tx.of(ReviewRepository).save(match_id, self._rules_of(review.match), new_plies)
            # Another process may have stored verdicts, too.
            review, plies = await self._load(match_id)

    async def _ask(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        for _ in range(_TRIES - 1):
            with suppress(NoAnswer):
                return await self._engines.review(question)
            await asyncio.sleep(self._again_after)
        return await self._engines.review(question)

    async def _load(self, match_id: int) -> tuple[Review, tuple[LogEntry, ...]]:
        """Return the review of a finished match so far, and its log."""

        async def load(session: Session) -> tuple[Review, tuple[LogEntry, ...]]:
            match = await find_match(session, match_id)
            if match.running:
                raise Refusal("review-running")
            await self._unit_of_work.positions.at(session, match, match.plies)
            log_of = await session.of(MatchLogRepository).plies(match.id, 0, match.plies)
            if not any(ply.seat is not None for ply in log_of):
                raise Refusal("review-empty")
            return Review(
                match, await session.of(ReviewRepository).of(match.id, self._rules_of(match))
            ), log_of

        return await self._unit_of_work.reading(load)

    def _rules_of(self, match: Match) -> int:
        return self._unit_of_work.games[match.key].versions[-1].number


def _question(match: Match, plies: tuple[LogEntry, ...], search: NextSearch, person: int) -> ReviewQuestion:
    texts = tuple(ply.text for ply in plies)
    return ReviewQuestion(
        match.key,
        dict(match.options),
        len(match.players),
        texts,
        search.first,
        search.last,
        search.seconds,
        person,
    )

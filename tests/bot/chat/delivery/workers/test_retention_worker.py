"""The worker goes round, rests between its steps, and outlives a database that is away."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from bot.chat.delivery.workers.retention_worker import EVERY, FIRST_AFTER, REST, RetentionWorker
from bot.features.privacy.service.retention import Round


class Steps:
    """Retention that takes three steps to a round, of which some fail."""

    def __init__(self, failing: frozenset[int] = frozenset()) -> None:
        self.failing = failing
        self.taken = 0

    async def step(self, so_far: Round) -> Round:
        self.taken += 1
        if self.taken in self.failing:
            raise OperationalError("DELETE", {}, RuntimeError("gone"))
        return Round(None, None if so_far.deleted == 2 else 1, so_far.deleted + 1)


@pytest.mark.parametrize(
    ("failing", "expected"),
    [
        (frozenset[int](), [FIRST_AFTER, REST, REST, EVERY, REST, REST, EVERY]),
        (frozenset({2}), [FIRST_AFTER, REST, EVERY, REST, REST, EVERY]),
    ],
)
async def test_it_rests_between_steps_and_rounds(failing: frozenset[int], expected: list[float]) -> None:
    rested: list[float] = []
    rounds = asyncio.Event()

    async def rest(seconds: float) -> None:
        rested.append(seconds)
        if len(rested) == len(expected):
            rounds.set()
            await asyncio.Event().wait()

    running = asyncio.create_task(RetentionWorker(Steps(failing), rest).run())  # type: ignore[arg-type]
    await rounds.wait()
    running.cancel()
    assert rested == expected

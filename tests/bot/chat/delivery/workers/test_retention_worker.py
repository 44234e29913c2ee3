"""The retention worker: rounds, pauses between steps, database outages."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy.exc import OperationalError

from bot.chat.delivery.workers.retention_worker import EVERY, FIRST_AFTER, REST, RetentionWorker


class Steps:
    """Retention in rounds of three steps; the steps numbered `failing` raise."""

    def __init__(self, failing: frozenset[int] = frozenset()) -> None:
        self.failing = failing
        self.taken = 0

    async def forget(self, pause: Callable[[], Awaitable[None]]) -> int:
        for step in range(3):
            if step:
                await pause()
            self.taken += 1
            if self.taken in self.failing:
                raise OperationalError("DELETE", {}, RuntimeError("gone"))
        return 3


@pytest.mark.parametrize(
    ("failing", "expected"),
    [
        (frozenset[int](), [FIRST_AFTER, REST, REST, EVERY, REST, REST, EVERY]),
        (frozenset({2}), [FIRST_AFTER, REST, EVERY, REST, REST, EVERY]),
    ],
)
async def test_the_worker_rests_between_steps_and_rounds(
    failing: frozenset[int], expected: list[float]
) -> None:
    rested: list[float] = []
    rounds = asyncio.Event()

    async def rest(seconds: float) -> None:
        rested.append(seconds)
        if len(rested) == len(expected):
            rounds.set()
            await asyncio.Event().wait()

    running = asyncio.create_task(RetentionWorker(Steps(failing), rest).run())
    await rounds.wait()
    running.cancel()
    assert rested == expected

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.chat.delivery.deadline_worker import DeadlineWorker
from bot.chat.delivery.wakeup import LONGEST_WAIT, SHORTEST_WAIT, Wakeup, pause

NOW = datetime(2026, 11, 20, tzinfo=UTC)


class Work:
    """A timekeeper with some things to do, one at a time."""

    def __init__(self, due: int) -> None:
        self.due = due
        self.done = 0
        self.looks = 0
        self.asked = asyncio.Event()

    async def next_due(self) -> datetime | None:
        self.looks += 1
        if self.due:
            return NOW
        self.asked.set()
        return None

    async def act(self) -> int:
        self.due -= 1
        self.done += 1
        return 1


@pytest.mark.parametrize(
    ("due", "seconds"),
    [
        (None, LONGEST_WAIT),
        (NOW - timedelta(days=1), SHORTEST_WAIT),
        (NOW + timedelta(seconds=7), 7.0),
        (NOW + timedelta(days=7), LONGEST_WAIT),
    ],
)
def test_how_long_to_rest(due: datetime | None, seconds: float) -> None:
    assert pause(due, NOW) == seconds


async def test_the_watch_does_what_is_due_and_again_when_rung() -> None:
    work, wakeup = Work(3), Wakeup()
    watch = DeadlineWorker(work, lambda: NOW, wakeup.another())  # type: ignore[arg-type]  # as much of one as is used
    running = asyncio.create_task(watch.run())
    async with asyncio.timeout(10):
        await work.asked.wait()
        assert work.done == 3
        work.due, work.asked = 2, asyncio.Event()
        wakeup.ring()
        await work.asked.wait()
        assert work.done == 5
        watch.end()
        await running


async def test_much_that_happens_at_once_is_not_looked_at_one_by_one() -> None:
    work, wakeup = Work(0), Wakeup()
    watch = DeadlineWorker(work, lambda: NOW, wakeup.another())  # type: ignore[arg-type]  # as much of one as is used
    running = asyncio.create_task(watch.run())
    async with asyncio.timeout(10):
        await work.asked.wait()
        before = work.looks
        for _ in range(100):
            wakeup.ring()
            await asyncio.sleep(0)
        work.asked.clear()
        await work.asked.wait()
        assert work.looks - before < 10
        watch.end()
        await running


async def test_one_loop_does_not_take_the_other_ones_news() -> None:
    bell = Wakeup()
    other = bell.another()
    bell.ring()
    bell.clear()
    async with asyncio.timeout(10):
        await other.wait(60)

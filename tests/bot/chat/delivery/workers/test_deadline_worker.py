"""The deadline worker: moments of its work and of its lookups."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import OperationalError

from bot.chat.delivery.workers import deadline_worker
from bot.chat.delivery.workers.deadline_worker import DeadlineWorker
from bot.chat.delivery.workers.wakeup import MAX_WAIT, MIN_WAIT, Wakeup, pause

NOW = datetime(2026, 11, 20, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


class Work:
    """A schedule with `remaining` tasks due at the same moment, done one at a time."""

    def __init__(self, remaining: int, due: datetime = NOW) -> None:
        self.left = remaining
        self.due = due
        self.done = 0
        self.looks = 0
        self.asked = asyncio.Event()

    async def next_due(self) -> datetime | None:
        self.looks += 1
        remaining, due = self.left, self.due
        await asyncio.sleep(0)
        if remaining and due <= NOW:
            return due
        self.asked.set()
        return due if remaining else None

    async def act(self) -> int:
        self.left -= 1
        self.done += 1
        return 1


@dataclass
class Watched:
    """A worker with its dependencies and its task."""

    work: Work
    now: datetime = NOW
    wakeup: Wakeup = field(default_factory=Wakeup)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[DeadlineWorker]:
        """Run the worker during the block, which begins once the worker is idle."""
        worker = DeadlineWorker(self.work, lambda: self.now, self.wakeup.another())  # type: ignore[arg-type]  # only the used part
        running = asyncio.create_task(worker.run())
        async with asyncio.timeout(10):
            await self.work.asked.wait()
            self.work.asked.clear()
            yield worker
            worker.end()
            await running


@pytest.mark.parametrize(
    ("due", "seconds"),
    [
        (None, MAX_WAIT),
        (NOW - timedelta(days=1), MIN_WAIT),
        (NOW + timedelta(seconds=7), 7.0),
        (NOW + timedelta(days=7), MAX_WAIT),
    ],
)
def test_pause_until_the_next_deadline(due: datetime | None, seconds: float) -> None:
    assert pause(due, NOW) == seconds


async def test_due_work_runs_at_start_and_when_expected() -> None:
    watched = Watched(Work(3))
    async with watched.running() as worker:
        assert watched.work.done == 3
        watched.work.left = 2
        worker.expect(NOW)
        await watched.work.asked.wait()
        assert watched.work.done == 5


async def test_a_nearer_moment_replaces_a_later_one() -> None:
    watched = Watched(Work(1, NOW + HOUR))
    async with watched.running() as worker:
        worker.expect(NOW + 2 * HOUR)
        worker.expect(NOW + MINUTE)
        watched.now += MINUTE
        watched.wakeup.ring()
        await watched.work.asked.wait()
        assert watched.work.done == 1


async def test_a_moment_expected_during_a_lookup_is_not_lost() -> None:
    class Slow(Work):
        worker: DeadlineWorker

        async def next_due(self) -> datetime | None:
            moment = await super().next_due()
            if self.looks == 2:
                self.left += 1
                self.worker.expect(NOW)
            return moment

    work = Slow(0)
    watched = Watched(work)
    async with watched.running() as work.worker:
        watched.now += 5 * MINUTE
        watched.wakeup.ring()
        await work.asked.wait()
        work.asked.clear()
        await work.asked.wait()
        assert work.done == 1


async def test_waking_up_does_not_look_up_deadlines() -> None:
    watched = Watched(Work(0))
    async with watched.running():
        looks = watched.work.looks
        for _ in range(100):
            watched.wakeup.ring()
            await asyncio.sleep(0)
        assert watched.work.looks == looks


async def test_work_of_another_process_is_found_within_minutes() -> None:
    watched = Watched(Work(0))
    async with watched.running():
        watched.work.left = 1
        watched.now += 5 * MINUTE
        watched.wakeup.ring()
        await watched.work.asked.wait()
        assert watched.work.done == 1


async def test_work_held_by_another_process_is_checked_again_later() -> None:
    class Elsewhere(Work):
        async def act(self) -> int:
            self.asked.set()
            return 0

    watched = Watched(Elsewhere(1))
    async with watched.running():
        looks = watched.work.looks
        for _ in range(100):
            await asyncio.sleep(0)
        assert watched.work.looks == looks
        watched.wakeup.ring()
        await watched.work.asked.wait()
        assert watched.work.looks == looks + 1


async def test_refreshing_looks_up_due_work() -> None:
    watched = Watched(Work(0))
    async with watched.running() as worker:
        watched.work.left = 1
        worker.refresh()
        await watched.work.asked.wait()
        assert watched.work.done == 1


async def test_each_loop_has_its_own_wakeup() -> None:
    bell = Wakeup()
    other = bell.another()
    bell.ring()
    bell.clear()
    async with asyncio.timeout(10):
        await other.wait(60)


async def test_a_database_outage_does_not_end_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline_worker, "AFTER_OUTAGE", 0.01)

    class Away(Work):
        outages = 2

        async def act(self) -> int:
            if self.outages:
                self.outages -= 1
                raise OperationalError("SELECT", {}, OSError("away"))
            return await super().act()

    work = Away(1)
    async with Watched(work).running():
        assert (work.outages, work.done) == (0, 1)

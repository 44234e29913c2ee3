"""The pool of engine processes: answers, deaths, hangs, limits, idle processes."""

import asyncio
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bot.model.engine_question import EngineQuestion, ReviewQuestion
from bot.opponents import Busy, EnginePool, ThinkingFailed
from rules import GAMES
from tests.bot.opponents.thinkers import unlucky
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.timeout(60)


def _question(
    game: str = "conhex",
    *,
    plies: tuple[str, ...] = (),
    seconds: float = 30.0,
    seed: str = "1",
    waits: bool = True,
) -> EngineQuestion:
    return EngineQuestion(game, {}, 2, plies, level=1, seed=seed, seconds=seconds, waits=waits)


@dataclass
class Deaths:
    """A counter of dead processes."""

    number: int = 0

    def __call__(self) -> None:
        self.number += 1


@asynccontextmanager
async def _pool(
    processes: int = 1,
    think: Callable[[EngineQuestion], str] = unlucky,
    *,
    reserved: int = 0,
    idle_seconds: float = 600.0,
    most_waiting: int = 64,
    grace_seconds: float = 0.5,
    died: Callable[[], None] = lambda: None,
) -> AsyncIterator[EnginePool]:
    pool = EnginePool(
        processes,
        think,
        reserved=reserved,
        idle_seconds=idle_seconds,
        most_waiting=most_waiting,
        grace_seconds=grace_seconds,
        died=died,
    )
    try:
        yield pool
    finally:
        await pool.close()


async def _no_children() -> bool | None:
    return not multiprocessing.active_children() or None


async def _runs(pool: EnginePool) -> bool | None:
    return pool.is_running or None


async def test_an_engine_answers_with_a_legal_move() -> None:
    pool = EnginePool(1)
    try:
        legal_moves = [move.text for move in GAMES["conhex"].new().legal_moves()]
        assert await pool.choose(_question()) in legal_moves
        with pytest.raises(ThinkingFailed):
            await pool.choose(_question(plies=("nowhere",)))
    finally:
        await pool.close()


async def test_an_engine_thinks_in_a_separate_low_priority_process() -> None:
    async with _pool() as pool:
        assert not pool.is_running
        _, process, niceness = (await pool.choose(_question())).split()
    assert int(process) != os.getpid()
    assert int(niceness) >= 10


@pytest.mark.parametrize("failure", ["hang", "fail"])
async def test_a_question_is_answered_after_a_failed_one(failure: str) -> None:
    async with _pool() as pool:
        with pytest.raises(ThinkingFailed):
            await pool.choose(_question(failure, seconds=0.2 if failure == "hang" else 30.0))
        assert (await pool.choose(_question())).startswith("conhex")
        assert pool.open_questions == 0


async def test_a_question_is_retried_when_its_process_dies(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    deaths = Deaths()
    async with _pool(died=deaths) as pool:
        assert (await pool.choose(_question("die-once", seed=str(tmp_path / "mark")))).startswith("die-once")
    (line,) = (record.getMessage() for record in caplog.records if record.name == "bot.opponents.pool")
    assert re.fullmatch(r"engine process \d+ died: SIGSYS, asked about die-once", line)
    assert deaths.number == 1


async def test_a_fatal_question_is_tried_three_times(caplog: pytest.LogCaptureFixture) -> None:
    deaths = Deaths()
    async with _pool(died=deaths) as pool:
        with pytest.raises(ThinkingFailed):
            await pool.choose(_question("die"))
        assert deaths.number == len(caplog.records) == 3
        assert (await pool.choose(_question())).startswith("conhex")
        assert pool.open_questions == 0


async def test_a_hanging_process_is_killed_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    deaths = Deaths()
    async with _pool(died=deaths) as pool:
        with pytest.raises(ThinkingFailed):
            await pool.choose(_question("hang", seconds=0.2))
    (record,) = caplog.records
    assert record.getMessage().endswith("died: no answer after 1 s, asked about hang")
    assert deaths.number == 1


async def test_a_killed_idle_process_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with _pool() as pool:
        process = int((await pool.choose(_question())).split()[1])
        os.kill(process, signal.SIGKILL)
        await until(_no_children, "the death of a process")
        assert (await pool.choose(_question())).split()[1] != str(process)
    (record,) = caplog.records
    assert record.getMessage() == f"engine process {process} died: SIGKILL, idle"


async def test_a_process_works_when_nice_is_refused() -> None:
    script = """
import os
def refused(_): raise PermissionError(1, "Operation not permitted")
os.nice = refused
from bot.opponents.thinking import begin
begin()
print("begun")
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert (process.returncode, output) == (0, b"begun\n")


async def test_interactive_questions_bypass_a_long_search() -> None:
    async with _pool(reserved=1) as pool:
        long_search = asyncio.create_task(pool.choose(_question("hang", waits=False)))
        queued = asyncio.create_task(pool.choose(_question(waits=False)))
        await asyncio.sleep(0)
        async with asyncio.timeout(40):
            assert (await pool.choose(_question())).startswith("conhex")
        assert not queued.done(), "no person waits for this answer"
        assert not long_search.done()
        for task in (long_search, queued):
            task.cancel()
        await asyncio.gather(long_search, queued, return_exceptions=True)


async def test_a_cancelled_question_frees_its_process() -> None:
    async with _pool() as pool:
        abandoned_task = asyncio.create_task(pool.choose(_question("hang")))
        await until(partial(_runs, pool), "a thinking process")
        abandoned_task.cancel()
        await asyncio.gather(abandoned_task, return_exceptions=True)
        async with asyncio.timeout(40):
            assert (await pool.choose(_question())).startswith("conhex")


async def test_questions_beyond_the_queue_limit_are_refused() -> None:
    async with _pool(most_waiting=2) as pool:
        tasks = [asyncio.ensure_future(pool.choose(_question("hang"))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.choose(_question())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_idle_processes_end_and_restart_on_demand() -> None:
    async with _pool(idle_seconds=0.05, grace_seconds=0.15) as pool:
        first = (await pool.choose(_question())).split()[1]

        async def has_ended() -> bool | None:
            return None if pool.is_running else True

        await until(has_ended, "the end of an idle process")
        assert (await pool.choose(_question())).split()[1] != first
        with pytest.raises(ThinkingFailed, match="no answer after"):
            await pool.choose(_question("hang", seconds=0.0))


async def test_questions_are_limited_by_their_time_plus_a_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[str, float]] = []

    async def record_limit(
        _pool: EnginePool, _question: object, work: Callable[[], object], limit: float
    ) -> object:
        work_function = getattr(work, "func", None)
        limits.append((getattr(work_function, "__name__", "?"), limit))
        return None

    monkeypatch.setattr(EnginePool, "_attempt", record_limit)
    question = _question(seconds=30.0)
    async with _pool() as pool:
        await pool.choose(question)
        await pool.agrees_to_draw(question, 1)
        await pool.prove(question)
        for first, last in ((3, 3), (3, 7)):
            await pool.review(ReviewQuestion("conhex", {}, 2, (), first, last, seconds=2.0))
    assert limits == [
        ("unlucky", 30.5),
        ("weigh_draw", 30.5),
        ("prove", 30.5),
        ("review", 2.5),
        ("review", 10.5),
    ]


def test_a_machine_reserves_a_processor_for_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, processes in ((8, 7), (1, 1), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda processors=processors: processors)
        assert EnginePool.of_this_machine(None).processes == processes
        assert EnginePool.of_this_machine(3).processes == 3
        assert EnginePool.of_this_machine(0).processes == 0


async def test_a_pool_without_processes_is_busy() -> None:
    async with _pool(0) as pool:
        with pytest.raises(Busy):
            await pool.choose(_question())
        assert (pool.open_questions, pool.is_running) == (0, False)

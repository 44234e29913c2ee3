"""Engines think beside the bot: a process that dies or hangs is replaced, an idle one ends."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from bot.opponents import Busy, EnginePool, ThinkingFailed
from bot.play.domain.engine_question import EngineQuestion
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.timeout(60)


def _echo(question: EngineQuestion) -> str:
    return f"{question.game} {os.getpid()} {os.nice(0)}"


def _die(_: EngineQuestion) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def _hang(_: EngineQuestion) -> str:
    while True:
        time.sleep(60)


def _fail(question: EngineQuestion) -> str:
    raise KeyError(question.game)


def _unlucky(question: EngineQuestion) -> str:
    """Whatever the game's name says."""
    return {"die": _die, "hang": _hang, "fail": _fail}.get(question.game, _echo)(question)


def _question(game: str = "conhex", *, plies: tuple[str, ...] = (), seconds: float = 0.2) -> EngineQuestion:
    return EngineQuestion(game, {}, 2, plies, level=1, seed="1", seconds=seconds)


@asynccontextmanager
async def _pool(
    processes: int = 1,
    think: Callable[[EngineQuestion], str] = _unlucky,
    *,
    idle_seconds: float = 600.0,
    most_waiting: int = 64,
) -> AsyncIterator[EnginePool]:
    pool = EnginePool(
        processes, think, idle_seconds=idle_seconds, most_waiting=most_waiting, grace_seconds=0.5
    )
    try:
        yield pool
    finally:
        await pool.close()


async def test_an_engine_answers_with_a_legal_move() -> None:
    pool = EnginePool(1)
    try:
        assert await pool.choose(_question(seconds=1.0))
        with pytest.raises(ThinkingFailed):
            await pool.choose(_question(plies=("nowhere",)))
    finally:
        await pool.close()


async def test_it_thinks_elsewhere_and_gives_way() -> None:
    async with _pool() as pool:
        assert not pool.is_running
        _, process, niceness = (await pool.choose(_question())).split()
    assert int(process) != os.getpid()
    assert int(niceness) >= 10


@pytest.mark.parametrize("how", ["die", "hang", "fail"])
async def test_the_next_question_is_answered_whatever_became_of_the_one_before(how: str) -> None:
    async with _pool() as pool:
        with pytest.raises(ThinkingFailed):
            await pool.choose(_question(how))
        assert (await pool.choose(_question())).startswith("conhex")
        assert pool.asked == 0


async def test_more_than_can_be_thought_about_in_time_is_refused() -> None:
    async with _pool(most_waiting=2) as pool:
        waiting = [asyncio.ensure_future(pool.choose(_question("hang"))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.choose(_question())
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def test_without_processes_nothing_is_asked() -> None:
    async with _pool(0) as pool:
        with pytest.raises(Busy):
            await pool.choose(_question())
        assert not pool.is_running


async def test_idle_processes_end_and_come_back() -> None:
    async with _pool(idle_seconds=0.05) as pool:
        first = (await pool.choose(_question())).split()[1]

        async def ended() -> bool | None:
            return None if pool.is_running else True

        await until(ended, "the end of an idle process")
        assert (await pool.choose(_question())).split()[1] != first

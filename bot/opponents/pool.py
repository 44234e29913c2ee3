"""The pool of processes in which engines think: there while it is needed, and made anew where one fails."""

import asyncio
import contextlib
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import TimeoutError as TooLate
from functools import partial
from typing import Final, Self, TypeVar

import pebble

from bot.opponents.fair_turns import FairTurns
from bot.opponents.thinking import begin, look_back, think, weigh_draw
from bot.play.domain.engine_question import EngineQuestion, NoAnswer, ReviewQuestion
from engines import PlyVerdict

_Answer = TypeVar("_Answer")
_IDLE_SECONDS: Final = 600.0
_MOST_WAITING: Final = 64
_GRACE_SECONDS: Final = 3.0
"""How much longer than it was given an engine may take before its process is killed."""


class Busy(NoAnswer):
    """So many questions wait that one more would not be answered in time: ask again later."""


class ThinkingFailed(NoAnswer):
    """The process that thought has died, hung or failed; another one has taken its place."""


class EnginePool:
    """Processes that think about moves, at most `processes` at a time; none with 0.

    The first question starts them, and after `idle_seconds` without one they end. `think` runs in them. Where
    more is asked than they can think about, people take turns.
    """

    def __init__(
        self,
        processes: int,
        think: Callable[[EngineQuestion], str] = think,
        *,
        idle_seconds: float = _IDLE_SECONDS,
        most_waiting: int = _MOST_WAITING,
        grace_seconds: float = _GRACE_SECONDS,
    ) -> None:
        self.processes: Final = processes
        self._think = think
        self._idle_seconds = idle_seconds
        self._most_waiting = most_waiting
        self._grace_seconds = grace_seconds
        self._asked = 0
        self._turns = FairTurns(processes)
        self._pool: pebble.ProcessPool | None = None
        self._end: asyncio.TimerHandle | None = None
        self._ending = set[asyncio.Task[None]]()

    @classmethod
    def of_this_machine(cls, processes: int | None) -> "EnginePool":
        """Return a pool of so many processes, by default one less than there are processors."""
        return cls(max(1, (os.cpu_count() or 1) - 1) if processes is None else processes)

    @property
    def is_running(self) -> bool:
        """Whether there are processes."""
        return self._pool is not None

    @property
    def asked(self) -> int:
        """How many questions are thought about or wait."""
        return self._asked

    async def choose(self, question: EngineQuestion) -> str:
        """Return the canonical text of the move an engine plays. Raises Busy and ThinkingFailed."""
        return await self._answered(question.person, question.seconds, partial(self._think, question))

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        """Return whether an engine on a seat is content with a draw. Raises Busy and ThinkingFailed."""
        work = partial(weigh_draw, question, seat)
        return await self._answered(question.person, question.seconds, work)

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        """Return what is said of plies, None where nobody chose one. Raises Busy and ThinkingFailed."""
        seconds = question.seconds * (question.last - question.first + 1)
        return await self._answered(question.person, seconds, partial(look_back, question))

    async def _answered(self, person: int, seconds: float, work: Callable[[], _Answer]) -> _Answer:
        if self._asked >= self._most_waiting or not self.processes:
            raise Busy
        self._asked += 1
        try:
            limit = seconds + self._grace_seconds
            async with self._turns.turn(person):
                thought = self._started().schedule(work, timeout=limit)
                return await asyncio.wrap_future(thought)
        except (pebble.ProcessExpired, TooLate) as error:
            raise ThinkingFailed(str(error)) from error
        except (RuntimeError, ValueError, ArithmeticError, LookupError) as error:
            raise ThinkingFailed(repr(error)) from error
        finally:
            self._asked -= 1
            self._wait_for_more()

    def _started(self) -> pebble.ProcessPool:
        if self._end is not None:
            self._end.cancel()
        if self._pool is not None and not self._pool.active:
            # Killed as a whole, or before they could begin, its processes are not replaced.
            self._pool = None
        if self._pool is None:
            # Forked from a process with threads, they could hang for ever.
            context = multiprocessing.get_context("spawn")
            self._pool = pebble.ProcessPool(self.processes, initializer=begin, context=context)
        return self._pool

    def _wait_for_more(self) -> None:
        if self._end is not None:
            self._end.cancel()
        if not self._asked:
            self._end = asyncio.get_running_loop().call_later(self._idle_seconds, self._idle)

    def _idle(self) -> None:
        task = asyncio.get_running_loop().create_task(self.close())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all processes; what they think about is lost. The next question starts others."""
        pool, self._pool = self._pool, None
        if self._end is not None:
            self._end.cancel()
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]  # the library does not say that it takes nothing
            with contextlib.suppress(TimeoutError, TooLate):
                await asyncio.to_thread(pool.join, self._grace_seconds)

"""The pool of engine processes: started on demand, and replaced after they die or hang."""

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, Self, TypeVar

from bot.model.engine_question import EngineQuestion, NoAnswer, ReviewQuestion
from bot.opponents.engine_process import EngineProcess, ProcessDied, QuestionFailed, TooSlow
from bot.opponents.fair_turns import FairTurns
from bot.opponents.thinking import prove, review, think, weigh_draw
from engines import PlyVerdict, PositionFacts

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")
_IDLE_SECONDS: Final = 600.0
_MAX_WAITING: Final = 64
_GRACE_SECONDS: Final = 3.0
"""The extra seconds for an engine before its process is killed."""
_RESERVED: Final = 2
"""Additional processes only for waiting people, so that long searches do not delay them."""
_TRIES: Final = 3
"""The most tries of a question whose process dies."""


class Busy(NoAnswer):
    """Too many questions are open, or the pool has no processes."""


class ThinkingFailed(NoAnswer):
    """A question has no answer: its processes died, hung, could not be started, or raised an error."""


class EnginePool:
    """Processes that compute moves: up to `processes` for questions without a waiting person; 0 for none.

    `reserved` more are for waiting people. They start on demand, and end after `idle_seconds` without a
    question. `think` runs in them. Under overload people take turns. `died` is called for each process that
    ends, even while idle, or is killed because its answer takes too long.
    """

    def __init__(
        self,
        processes: int,
        think: Callable[[EngineQuestion], str] = think,
        *,
        reserved: int = _RESERVED,
        idle_seconds: float = _IDLE_SECONDS,
        most_waiting: int = _MAX_WAITING,
        grace_seconds: float = _GRACE_SECONDS,
        died: Callable[[], None] = lambda: None,
    ) -> None:
        self.processes: Final = processes
        self._at_once: Final = processes + reserved
        self._think = think
        self._idle_seconds = idle_seconds
        self._most_waiting = most_waiting
        self._grace_seconds = grace_seconds
        self._died = died
        self._asked = 0
        self._turns = FairTurns(self._at_once, patient=processes)
        self._idle: list[EngineProcess] = []
        self._busy = set[EngineProcess]()
        self._spare: asyncio.Task[None] | None = None
        self._closed = 0
        self._threads: ThreadPoolExecutor | None = None
        self._end: asyncio.TimerHandle | None = None

    @classmethod
    def of_this_machine(cls, processes: int | None, died: Callable[[], None] = lambda: None) -> "EnginePool":
        """Return a pool of `processes` processes, by default one less than there are processors."""
        return cls(max(1, (os.cpu_count() or 1) - 1) if processes is None else processes, died=died)

    @property
    def is_running(self) -> bool:
        """Whether any processes exist."""
        return bool(self._idle or self._busy or self._spare)

    @property
    def open_questions(self) -> int:
        """The number of running and waiting questions."""
        return self._asked

    async def choose(self, question: EngineQuestion) -> str:
        """Return the canonical text of an engine's move. Raises Busy and ThinkingFailed."""
        return await self._ask_process(question, question.seconds, partial(self._think, question))

    async def agrees_to_draw(self, question: EngineQuestion, seat: int) -> bool:
        """Return whether an engine on a seat accepts a draw. Raises Busy and ThinkingFailed."""
        return await self._ask_process(question, question.seconds, partial(weigh_draw, question, seat))

    async def review(self, question: ReviewQuestion) -> tuple[PlyVerdict | None, ...]:
        """Return verdicts on plies, None for plies without a choice. Raises Busy and ThinkingFailed."""
        seconds = question.seconds * (question.last - question.first + 1)
        return await self._ask_process(question, seconds, partial(review, question))

    async def prove(self, question: EngineQuestion) -> PositionFacts | None:
        """Return the proved result of a position, None if it is not solved.

        Raises Busy and ThinkingFailed.
        """
        return await self._ask_process(question, question.seconds, partial(prove, question))

    async def _ask_process(
        self, question: EngineQuestion | ReviewQuestion, seconds: float, work: Callable[[], _Answer]
    ) -> _Answer:
        if self._asked >= self._most_waiting or not self.processes:
            raise Busy
        self._asked += 1
        if self._end is not None:
            self._end.cancel()
        try:
            async with self._turns.turn(question.person, waits=question.waits):
                return await self._attempt(question, work, seconds + self._grace_seconds)
        finally:
            self._asked -= 1
            if not self._asked:
                self._end = asyncio.get_running_loop().call_later(self._idle_seconds, self._close_now)

    async def _attempt(
        self, question: EngineQuestion | ReviewQuestion, work: Callable[[], _Answer], limit: float
    ) -> _Answer:
        """Ask a process; retry with another one if it dies. Raises ThinkingFailed."""
        closed, how = self._closed, ""
        for _ in range(_TRIES):
            process = await self._process()
            self._busy.add(process)
            if not question.waits:
                self._start_spare()
            try:
                answer: _Answer = await self._in_thread(process.answer, work, limit)
            except (ProcessDied, TooSlow) as error:
                if closed != self._closed:
                    raise ThinkingFailed("the pool was closed") from error
                how = str(error)
                self._record_death(process, f"{how}, asked about {question.game}")
                if isinstance(error, TooSlow):
                    raise ThinkingFailed(str(error)) from error
            except QuestionFailed as error:
                self._idle.append(process)
                raise ThinkingFailed(str(error)) from error
            except BaseException:
                # The search was cancelled: its answer is not needed.
                process.kill()
                raise
            else:
                self._idle.append(process)
                return answer
            finally:
                self._busy.discard(process)
        raise ThinkingFailed(f"{_TRIES} processes died one after the other, the last by {how}")

    async def _process(self) -> EngineProcess:
        """Return an idle process, or a new one if there is none. Raises ThinkingFailed."""
        while self._idle or self._spare is not None:
            if not self._idle and self._spare is not None:
                await asyncio.shield(self._spare)
                continue
            process = self._idle.pop()
            if process.is_alive:
                return process
            self._record_death(process, f"{process.end}, idle")
        try:
            return await self._in_thread(EngineProcess)
        except OSError as error:
            raise ThinkingFailed(f"no process could be started: {error}") from error

    def _start_spare(self) -> None:
        """Start a spare process during a long search, so that waiting people find an idle one."""
        if not self._idle and self._spare is None and len(self._busy) < self._at_once:
            self._spare = asyncio.create_task(self._add_spare())

    async def _add_spare(self) -> None:
        try:
            self._idle.append(await self._in_thread(EngineProcess))
        except OSError as error:
            log.warning("no spare engine process could be started: %s", error)
        finally:
            self._spare = None

    def _record_death(self, process: EngineProcess, how: str) -> None:
        self._died()
        log.warning("engine process %s died: %s", process.pid, how)

    async def _in_thread(self, call: Callable[..., _Answer], *arguments: object) -> _Answer:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._at_once + 1, thread_name_prefix="engines")
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *arguments))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Kill all processes with their searches. The next question starts new ones."""
        if self._spare is not None:
            await asyncio.shield(self._spare)
        self._close_now()

    def _close_now(self) -> None:
        self._closed += 1
        if self._end is not None:
            self._end.cancel()
        idle, self._idle = self._idle, []
        for process in (*idle, *self._busy):
            process.kill()
        threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False)

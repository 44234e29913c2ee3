"""An engine process: it takes one question at a time over a pipe."""

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from bot.opponents.thinking import begin

_Answer = TypeVar("_Answer")
_START_SECONDS: Final = 60.0
"""The longest start; on a busy machine the imports alone take seconds."""
_END_SECONDS: Final = 1.0


class ProcessDied(Exception):
    """The process ended before it answered; the text has its exit code or signal."""


class TooSlow(Exception):
    """No answer came in time, and the process was killed."""


class QuestionFailed(Exception):
    """The question has no answer: the engine raised an error, and its process continues."""


class EngineProcess:
    """Starts a process. All methods block, but for `kill`, which any thread may call."""

    def __init__(self) -> None:
        # Forked from a process with threads, it could hang for ever.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        # With no other copy open, the death of the process is the end of the pipe.
        theirs.close()
        self._ready = False

    @property
    def pid(self) -> int | None:
        """The number of the process at the operating system."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.is_alive()

    @property
    def end(self) -> str:
        """The cause of its end: "exit code 1", "SIGKILL"."""
        self._process.join(_END_SECONDS)
        code = self._process.exitcode
        if code is None or code >= 0:
            return f"exit code {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"

    def answer(self, work: Callable[[], _Answer], seconds: float) -> _Answer:
        """Return the result of some work; its seconds begin once the process has started.

        Raises ProcessDied, TooSlow, QuestionFailed.
        """
        try:
            if not self._ready:
                self._ready, _ = self._receive(_START_SECONDS)
            self._pipe.send(work)
            done, reply = self._receive(seconds)
        except (EOFError, OSError) as error:
            raise ProcessDied(self.end) from error
        if not done:
            raise QuestionFailed(reply)
        answer: _Answer = reply
        return answer

    def _receive(self, seconds: float) -> tuple[bool, Any]:
        """Return the next message: whether all went well, and the answer or the error."""
        if not self._pipe.poll(seconds):
            self.kill()
            raise TooSlow(f"no answer after {seconds:.0f} s")
        done, reply = self._pipe.recv()
        return done, reply

    def kill(self) -> None:
        """Kill the process at once."""
        self._process.kill()


def _serve(pipe: Connection) -> None:
    """Answer questions until the other end of the pipe is closed."""
    begin()
    # A bot that is killed with an answer unread resets the connection.
    with suppress(EOFError, ConnectionError):
        pipe.send((True, None))
        while True:
            work = pipe.recv()
            try:
                pipe.send((True, work()))
            except (RuntimeError, ValueError, ArithmeticError, LookupError) as error:
                pipe.send((False, repr(error)))

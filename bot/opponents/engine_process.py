"""An engine process: it answers one question at a time over a pipe."""

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from bot.opponents.thinking import begin

_Answer = TypeVar("_Answer")
_START_SECONDS: Final = 60.0
"""The longest start in seconds; on a busy machine the imports alone take seconds."""
_END_SECONDS: Final = 1.0


class ProcessDied(Exception):
    """The process ended before it answered; the message is its exit code or signal."""


class TooSlow(Exception):
    """The answer did not come in time, and the process was killed."""


class QuestionFailed(Exception):
    """The engine raised an error, and its process continues."""


class EngineProcess:
    """A process started on creation. All methods block, except `kill`, which any thread may call."""

    def __init__(self) -> None:
        # Forked from a process with threads, it could hang forever.
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        # With no other copy open, the process's death closes the pipe.
        theirs.close()
        self._ready = False

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
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
        """Run work in the process; return its result. Its timeout starts after the process has started.

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
        """Return the next message: whether the work succeeded, and its answer or error."""
        if not self._pipe.poll(seconds):
            self.kill()
            raise TooSlow(f"no answer after {seconds:.0f} s")
        done, reply = self._pipe.recv()
        return done, reply

    def kill(self) -> None:
        self._process.kill()


def _serve(pipe: Connection) -> None:
    """Answer questions until the other end of the pipe is closed."""
    begin()
    # If the bot is killed before it reads an answer, the connection is reset.
    with suppress(EOFError, ConnectionError):
        pipe.send((True, None))
        while True:
            work = pipe.recv()
            try:
                pipe.send((True, work()))
            except (RuntimeError, ValueError, ArithmeticError, LookupError) as error:
                pipe.send((False, repr(error)))

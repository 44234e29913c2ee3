"""A watchdog for the event loop: a hanging process ends, so that its supervisor restarts it."""

import asyncio
import contextlib
import faulthandler
import sys
from collections.abc import Callable
from typing import Final, Self, TextIO

from bot.systemd import ALIVE, READY, ServiceManager

BEAT_SECONDS: Final = 1.0
HANGS_AFTER_SECONDS: Final = 60.0


class LoopWatch:
    """Ends the process with status 1 if its event loop hangs for a minute.

    Before that all threads' stacks are written to standard error. The timer is a thread without Python code,
    so it fires even while something holds the interpreter lock, such as a regular expression. A process has
    at most one watchdog. systemd gets the same heartbeats; it kills a process whose timer fails, too.
    """

    def __init__(
        self,
        manager: ServiceManager,
        beat: Callable[[float], None],
        *,
        hangs_after: float = HANGS_AFTER_SECONDS,
        every: float = BEAT_SECONDS,
        stream: TextIO | None = None,
    ) -> None:
        """Create a watchdog; `beat` is called every `every` seconds with the loop's lateness in seconds."""
        self._manager = manager
        self._beat = beat
        self._hangs_after = hangs_after
        self._every = every
        self._stream = stream
        self._beating: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._manager.notify(READY)
        self._beating = asyncio.create_task(self._beats())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beating
        faulthandler.cancel_dump_traceback_later()

    async def _beats(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            self._manager.notify(ALIVE)
            faulthandler.dump_traceback_later(
                self._hangs_after, exit=True, file=self._stream or sys.__stderr__ or sys.stderr
            )
            due = clock() + self._every
            await asyncio.sleep(self._every)
            self._beat(max(0.0, clock() - due))

"""The bot as its owner starts it, with gauges: it answers each line on standard input with figures.

The answer is one line of JSON: bytes of memory, and the event loop's lateness in milliseconds at each sample
since the last line. After the line `watch` the bot samples, after any other it does not, as sampling costs
time. The variable FORGET_AFTER sets the seconds from its start to its first round of retention.
"""

import asyncio
import contextlib
import json
import os
import resource
import sys
from pathlib import Path
from time import perf_counter

from bot import loop
from bot.chat.delivery.workers import retention_worker
from bot.logs import set_up_logging
from bot.operations.run import serve
from bot.settings import read_settings

FORGET_AFTER = "FORGET_AFTER"
LOOK = 0.01
"""Seconds between two samples of the loop's lateness."""


class Lateness:
    """The event loop's lateness in milliseconds, per measurement."""

    def __init__(self) -> None:
        self._seen: list[float] = []
        self._looking: asyncio.Task[None] | None = None

    def watch(self, *, on: bool) -> list[float]:
        """Start or stop sampling; return the samples since the last call."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = asyncio.create_task(self._look()) if on else None
        samples, self._seen = self._seen, []
        return samples

    async def _look(self) -> None:
        while True:
            due = perf_counter() + LOOK
            await asyncio.sleep(LOOK)
            self._seen.append(max(0.0, perf_counter() - due) * 1000)


def resident() -> int:
    """Return this process's memory in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


async def main() -> None:
    """Run the bot until a signal ends it."""
    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    lateness = Lateness()
    if seconds := os.environ.get(FORGET_AFTER):
        vars(retention_worker)["FIRST_AFTER"] = float(seconds)

    running_loop = asyncio.get_running_loop()

    def answer() -> None:
        line = sys.stdin.readline()
        if not line:
            # A closed input would stay readable for ever.
            running_loop.remove_reader(sys.stdin)
            return
        late = lateness.watch(on=line.strip() == "watch")
        print(json.dumps({"memory": resident(), "late": late}), flush=True)

    running_loop.add_reader(sys.stdin, answer)
    try:
        await serve(settings)
    finally:
        lateness.watch(on=False)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        loop.run(main())

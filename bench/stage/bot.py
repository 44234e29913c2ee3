"""The bot as its owner starts it, with gauges beside it: each line on standard input is answered by figures.

The answer is one line of JSON: seconds of CPU since the start, bytes of memory, and by how many
milliseconds the event loop was late at each look since the last line.
"""

import asyncio
import contextlib
import json
import resource
import sys
from pathlib import Path
from time import perf_counter

from bot import loop
from bot.__main__ import serve
from bot.logs import set_up_logging
from bot.settings import read_settings

LOOK = 0.01
"""Seconds between two looks at how late the loop is."""


class Lateness:
    """By how many milliseconds the event loop was late, look by look."""

    def __init__(self) -> None:
        self._seen: list[float] = []

    async def watch(self) -> None:
        """Look until cancelled."""
        while True:
            due = perf_counter() + LOOK
            await asyncio.sleep(LOOK)
            self._seen.append(max(0.0, perf_counter() - due) * 1000)

    def take(self) -> list[float]:
        """Return what was seen since the last time."""
        seen, self._seen = self._seen, []
        return seen


def resident() -> int:
    """Return the bytes of memory this process holds now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def spent() -> float:
    """Return the seconds of CPU of this process, its threads and its ended children."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


async def main() -> None:
    """Run the bot until a signal ends it."""
    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    lateness = Lateness()

    def answer() -> None:
        if sys.stdin.readline():
            print(json.dumps({"cpu": spent(), "memory": resident(), "late": lateness.take()}), flush=True)

    asyncio.get_running_loop().add_reader(sys.stdin, answer)
    watching = asyncio.create_task(lateness.watch())
    try:
        await serve(settings)
    finally:
        watching.cancel()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        loop.run(main())

"""Runs the bot as its owner would, and answers each line on standard input with measurements.

An answer is one line of JSON: memory in bytes, and the event loop's lateness in milliseconds for each sample
since the last line. The line `watch` starts sampling, any other stops it, since sampling costs time. The
environment variable FORGET_AFTER sets the seconds until the first retention run.
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
SAMPLE_INTERVAL = 0.01
"""Seconds between samples of the event loop's lateness."""


class Lateness:
    """Samples the event loop's lateness, in milliseconds."""

    def __init__(self) -> None:
        self._samples: list[float] = []
        self._sampler: asyncio.Task[None] | None = None

    def watch(self, *, on: bool) -> list[float]:
        """Start or stop sampling; return the samples since the last call."""
        if self._sampler is not None:
            self._sampler.cancel()
        self._sampler = asyncio.create_task(self._sample()) if on else None
        samples, self._samples = self._samples, []
        return samples

    async def _sample(self) -> None:
        while True:
            due = perf_counter() + SAMPLE_INTERVAL
            await asyncio.sleep(SAMPLE_INTERVAL)
            self._samples.append(max(0.0, perf_counter() - due) * 1000)


def resident_memory() -> int:
    """Return this process's resident memory in bytes (Linux only)."""
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
            # At end of file, stdin stays readable: the reader would be called forever.
            running_loop.remove_reader(sys.stdin)
            return
        late = lateness.watch(on=line.strip() == "watch")
        print(json.dumps({"memory": resident_memory(), "late": late}), flush=True)

    running_loop.add_reader(sys.stdin, answer)
    try:
        await serve(settings)
    finally:
        lateness.watch(on=False)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        loop.run(main())

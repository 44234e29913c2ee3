"""Progress: a bar on a terminal, else an occasional line."""

import sys
import time
from collections.abc import Callable
from typing import Final, Never, TextIO

from tqdm import tqdm

TOLD_EVERY: Final = 10.0
"""Seconds between two lines."""


class Progress:
    """Reports the progress and the remaining time on standard error.

    `what` begins each line, `unit` is the counted unit.
    """

    def __init__(
        self,
        what: str,
        unit: str,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what = what
        self._unit = unit
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._bar: tqdm[Never] | None = None
        self._begun = self._told = 0.0
        self._before = 0
        self._running = False

    def report(self, count: int, of: int, at: str = "") -> None:
        """Report the progress: done, of how many, where; earlier work does not count for the speed."""
        if not self._running:
            self._running, self._before = True, count
            self._begun = self._told = self._clock()
            if self._stream.isatty():
                self._bar = tqdm(
                    desc=self._what, initial=count, total=of, unit=f" {self._unit}", file=self._stream
                )
        if self._bar is not None:
            self._bar.set_postfix_str(at, refresh=False)
            self._bar.update(count - self._bar.n)
        elif self._clock() - self._told >= TOLD_EVERY:
            self._told = self._clock()
            print(f"{self._what}: {self._line(count, of, at)}", file=self._stream, flush=True)
        if count >= of:
            self.end()

    def end(self) -> None:
        """Close the bar in its current state; the next report starts a new one."""
        if self._bar is not None:
            self._bar.close()
        self._bar, self._running = None, False

    def _line(self, count: int, of: int, at: str) -> str:
        text = f"{count:,} of {of:,} {self._unit}{at and f' ({at})'}"
        fresh = count - self._before
        if fresh <= 0:
            return text
        seconds = (of - count) * (self._clock() - self._begun) / fresh
        return f"{text}, about {tqdm.format_interval(seconds)} left"

"""Work off the event loop: rendering, replays, files. Also tunes the garbage collector."""

import gc
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

THREADS: Final = 4
SWITCH_INTERVAL: Final = 0.0005
"""Seconds a thread may keep the interpreter while the event loop waits; Python's default is 0.005.

The loop releases it at every read and write, so it waits many times during one answer.
"""
YOUNG: Final = 1000
"""The number of new objects that triggers a garbage collection."""
LOOKS: Final = 2, 5
"""The collections before one of the second generation, and those before a full one.

A full collection also needs a growth of a quarter; Python's defaults are 10 and 10. An interaction that
survives one collection stays until then with all its payloads.
"""


class Background(ThreadPoolExecutor):
    """A thread pool that counts its busy threads."""

    def __init__(self) -> None:
        super().__init__(THREADS, thread_name_prefix="background")
        self._counting = Lock()
        self._busy = 0

    def submit(self, fn: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_R]:

        def count_and_run() -> _R:
            self._count(1)
            try:
                return fn(*args, **kwargs)
            finally:
                self._count(-1)

        return super().submit(count_and_run)

    def _count(self, change: int) -> None:
        with self._counting:
            self._busy += change

    @property
    def busy(self) -> int:
        return self._busy

    @property
    def waiting(self) -> int:
        return self._work_queue.qsize()


def background() -> Background:
    """Return a thread pool of normal priority, and shorten the event loop's wait for its threads.

    Threads of lower priority starve on a busy machine, while people wait for pictures.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    return Background()


def freeze_garbage_collector() -> None:
    """Freeze all objects created at the start: the garbage collector skips them.

    Scanning them takes a fifth of a second every few hundred moves, during which nothing else runs. The young
    generation is collected less often: a move creates more than Python's usual 700 objects, and they live
    until its message is posted. Older generations are collected sooner: each move leaves some fifty garbage
    objects, and a thousand moves leave megabytes.
    """
    gc.collect()
    gc.freeze()
    # The next full collection needs a growth of a quarter, counted from now.
    gc.collect()
    gc.set_threshold(YOUNG, *LOOKS)

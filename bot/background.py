"""Work off the event loop: drawing, replays, files; and the garbage collector."""

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
"""Seconds for which a thread may keep the interpreter while the event loop wants it; Python's usual is 0.005.

The loop lets it go at every read and write, so it waits for it many times in one answer.
"""
YOUNG: Final = 1000
"""After so many new things garbage is sought among them."""
LOOKS: Final = 2, 5
"""After so many collections the second generation is collected too, and after so many of those
all objects since the start, where these have grown by a quarter; Python's defaults are 10 and 10.

An interaction that survives one collection stays until then with all its payloads.
"""


class Background(ThreadPoolExecutor):
    """Threads that know how busy they are."""

    def __init__(self) -> None:
        super().__init__(THREADS, thread_name_prefix="background")
        self._counting = Lock()
        self._busy = 0

    def submit(self, fn: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_R]:
        """Run a call on a thread."""

        def counted() -> _R:
            self._count(1)
            try:
                return fn(*args, **kwargs)
            finally:
                self._count(-1)

        return super().submit(counted)

    def _count(self, change: int) -> None:
        with self._counting:
            self._busy += change

    @property
    def busy(self) -> int:
        """How many threads are doing something."""
        return self._busy

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a thread."""
        return self._work_queue.qsize()


def background() -> Background:
    """Return threads of the same priority as everything else, and have the event loop wait little for them.

    Threads of lower priority starve on a busy machine, while somebody waits for a picture.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    return Background()


def keep_what_is_there() -> None:
    """Freeze all objects made by the start: the garbage collector skips them.

    Looking through that takes a fifth of a second, in which nothing else happens, every few hundred moves.
    Garbage is sought more seldom among what is new: a move makes more than Python's usual 700 things that
    live until it is told. Among what is older it is sought sooner: moves leave garbage slowly, some fifty
    things each, and that of a thousand moves takes megabytes.
    """
    gc.collect()
    gc.freeze()
    # The oldest generation is collected again once it has grown by a quarter: now it counts from zero.
    gc.collect()
    gc.set_threshold(YOUNG, *LOOKS)

"""Memory: freed drawings are returned to the machine, from every thread."""

import ctypes
import sys
from collections.abc import Callable
from typing import Final

from render import give_back_large_drawings

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_KEPT: Final = 1 << 20
_OF_ITS_OWN: Final = 1 << 20
_ARENAS: Final = 1


def limit_heaps() -> None:
    """Map allocations of a megabyte separately, and share one heap between all threads.

    Otherwise the C library gives each drawing thread its own heap, and keeps all memory of drawings there:
    some fifty megabytes after an hour. Other C libraries are unaffected.
    """
    give_back_large_drawings()
    mallopt = _of_the_c_library("mallopt")
    for option, value in (
        (_ARENA_MAX, _ARENAS),
        (_MMAP_THRESHOLD, _OF_ITS_OWN),
        (_TRIM_THRESHOLD, _KEPT),
    ):
        mallopt(option, value)


def trim_heap() -> None:
    """Release the free memory between used blocks of the heap; takes milliseconds."""
    _of_the_c_library("malloc_trim")(0)


def _of_the_c_library(name: str) -> Callable[..., int]:
    """Return a function of the C library; on other systems one without effect."""
    library = ctypes.CDLL(None) if sys.platform.startswith("linux") else None
    return getattr(library, name, lambda *_: 0)

"""Threads for work that must not hold up the event loop: drawing, replaying, touching files."""

from concurrent.futures import ThreadPoolExecutor
from typing import Final

THREADS: Final = 4


def background() -> ThreadPoolExecutor:
    """Return threads of the same priority as everything else.

    Lower ones starve on a busy machine, while somebody waits for a picture.
    """
    return ThreadPoolExecutor(THREADS, thread_name_prefix="background")

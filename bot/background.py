"""What must not hold up the event loop: drawing, replaying, touching files; the search for garbage."""

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

THREADS: Final = 4
SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which a thread may keep the interpreter while the event loop wants it; Python's usual is 0.005.

The loop lets it go at every read and write, so it waits for it many times in one answer.
"""
YOUNG: Final = 2000
"""After so many new things garbage is sought among them."""


def background() -> ThreadPoolExecutor:
    """Return threads of the same priority as everything else, and have the event loop wait little for them.

    Threads of lower priority starve on a busy machine, while somebody waits for a picture.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    return ThreadPoolExecutor(THREADS, thread_name_prefix="background")


def keep_what_is_there() -> None:
    """Have the search for garbage pass over all that the program was started with, which stays as long as it.

    Looking through that takes a fifth of a second, in which nothing else happens, every few hundred moves.
    Garbage is sought more seldom, too: a move makes more than Python's usual 700 things that live until it is
    told.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)

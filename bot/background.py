"""Threads for work that must not hold up the event loop: drawing, replaying, touching files."""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

THREADS: Final = 4
SWITCH_INTERVAL: Final = 0.0005
"""Seconds for which a thread may keep the interpreter while the event loop wants it; Python's usual is 0.005.

The loop lets it go at every read and write, so it waits for it many times in one answer.
"""


def background() -> ThreadPoolExecutor:
    """Return threads of the same priority as everything else, and have the event loop wait little for them.

    Threads of lower priority starve on a busy machine, while somebody waits for a picture.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    return ThreadPoolExecutor(THREADS, thread_name_prefix="background")

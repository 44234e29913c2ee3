"""Threads for work that must not hold up the event loop: drawing, replaying, touching files."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

THREADS: Final = 4
NICENESS: Final = 10


def background() -> ThreadPoolExecutor:
    """Return threads that step back when the event loop wants the processor they are on."""
    return ThreadPoolExecutor(THREADS, thread_name_prefix="background", initializer=_step_back)


def _step_back() -> None:
    # Only Linux gives each thread a priority of its own; elsewhere this would slow the loop as well.
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)

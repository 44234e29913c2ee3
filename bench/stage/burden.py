"""Other processes that want all the processors they can get."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def busy(processes: int, cores: set[int]) -> Iterator[None]:
    """Keep so many processes busy on the cores for as long as the block lasts."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        for process in running:
            os.sched_setaffinity(process.pid, cores)
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()

"""Memory used for drawing is returned to the system, whichever thread drew."""

import subprocess
import sys

_GROWTH = """
import resource, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from PIL import Image

if sys.argv[1] == "limited":
    from bot.memory import limit_heaps
    limit_heaps()

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

def draw(_):
    for size in (900, 1400):
        Image.new("RGB", (size, size)).resize((700, 700)).tobytes()

with ThreadPoolExecutor(8) as threads:
    list(threads.map(draw, range(16)))
    print(resident())
"""


def _resident(how: str) -> int:
    ran = subprocess.run(
        [sys.executable, "-c", _GROWTH, how], capture_output=True, text=True, check=True, timeout=60
    )
    return int(ran.stdout)


def test_drawing_threads_retain_little_memory() -> None:
    assert _resident("limited") < 80_000_000

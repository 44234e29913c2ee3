"""A process's memory after its drawings are finished."""

import subprocess
import sys

DRAW = """
from render import Gallery, View, give_back_large_drawings
from render.sample import midgame

def resident():
    with open("/proc/self/status") as status:
        return int(next(line.split()[1] for line in status if line.startswith("VmRSS")))

give_back_large_drawings()
gallery = Gallery()
boards = ("alea-evangelii-19", "tablut-9", "hnefatafl-13")
states = [midgame("hnefatafl", {"board": board}, 0) for board in boards]
before = resident()
for state in states:
    gallery.prepare(state, View())
print(resident() - before)
"""
MOST = 20_000
"""Kilobytes, enough for three boards and their tiles. A single drawing takes 40 MB while it is made."""


def test_memory_of_large_drawings_is_released() -> None:
    process = subprocess.run([sys.executable, "-c", DRAW], check=True, capture_output=True, text=True)
    assert int(process.stdout) < MOST

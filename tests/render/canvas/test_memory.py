"""What stays with the process of drawings that are finished."""

import subprocess
import sys

DRAW = """
from render import Gallery, View, give_back_large_drawings
from render.sample import midgame
if {given_back}:
    give_back_large_drawings()
gallery = Gallery()
for board in ("alea-evangelii-19", "tablut-9", "hnefatafl-13"):
    gallery.prepare(midgame("hnefatafl", {{"board": board}}, 0), View())
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmRSS")))
"""


def kilobytes_after_drawing(*, given_back: bool) -> int:
    program = DRAW.format(given_back=given_back)
    ended = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return int(ended.stdout)


def test_the_memory_of_large_drawings_is_given_back() -> None:
    assert kilobytes_after_drawing(given_back=True) < kilobytes_after_drawing(given_back=False) - 10_000

"""Memory of an engine process."""

import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.timeout(180),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel tells what a process took"),
]

_LIMIT = 60_000_000
_SCRIPT = """
from pathlib import Path
from bot.opponents.thinking import begin, think
from bot.model.engine_question import EngineQuestion
from engines import ENGINES
from engines.contract import Chance
from rules import GAMES

begin()
for game, options, level in (
    # The largest board.
    ("hnefatafl", {"board": "alea-evangelii-19"}, 4),
    # It stops by itself when its tree is as large as it may be.
    ("conhex", {}, 5),
):
    options = GAMES[game].new(options).options
    think(EngineQuestion(game, options, 2, (), level, "1", seconds=100.0))
# Solved positions everywhere in the tables.
chance = Chance("1")
for key, options in (
    ("nine-mens-morris", {"men": "6"}),
    ("nine-mens-morris", {"men": "6", "flying": "off"}),
    ("nine-mens-morris", {"men": "9"}),
    ("fox-and-hens", {}),
    ("hounds-and-jackals", {}),
):
    oracle, options = ENGINES[key].oracle, GAMES[key].new(options).options
    for _ in range(150):
        assert oracle.fact(oracle.sample(chance, options))
status = Path("/proc/self/status").read_text()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
"""


def test_an_engine_process_uses_at_most_sixty_megabytes() -> None:
    process = subprocess.run([sys.executable, "-c", _SCRIPT], check=True, capture_output=True, text=True)
    assert int(process.stdout) * 1024 <= _LIMIT

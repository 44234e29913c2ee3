"""Games continue while processes are killed and stopped, and the database and Discord fail."""

from pathlib import Path

import pytest

from bench.stage.chaos import Chaos, run_chaos
from bench.stage.postgresql import NotInstalled
from tests.repeats import repeats

KILLS = repeats(3, 12)
PAIRS = repeats(7, 14)
"""At least one pair per game."""


@pytest.mark.timeout(480)  # on a busy machine a process may lose its lease and start again repeatedly
async def test_chaos_loses_and_duplicates_nothing(tmp_path: Path) -> None:
    chaos = Chaos(kills=KILLS, processes=3, pairs=PAIRS, timed=2, pause=1.0, thinking=0.8)
    try:
        report = await run_chaos(tmp_path, chaos)
    except NotInstalled as missing:
        pytest.skip(str(missing))
    assert list(report.verdict.lines()) == []
    assert report.done["kill -9"] == KILLS
    assert report.verdict.plies >= report.tally.moves > 0
    assert report.verdict.deadlines > 0

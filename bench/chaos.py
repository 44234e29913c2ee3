"""Losses and duplicates when four processes are killed, stopped and disconnected during play.

`FERNPARTIE_CHAOS_KILLS` is the number of kills (default 1,000), `FERNPARTIE_CHAOS_SEED` the random seed.
"""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.stage.chaos import Chaos, Report, run_chaos
from bench.stage.gauges import verdict

KILLS = "FERNPARTIE_CHAOS_KILLS"
SEED = "FERNPARTIE_CHAOS_SEED"


def run() -> None:
    chaos = Chaos(kills=int(os.environ.get(KILLS, "1000")), seed=int(os.environ.get(SEED, "1")))
    start = perf_counter()
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        report = asyncio.run(run_chaos(Path(folder), chaos))
    print("\n".join(_table(report, perf_counter() - start)))


def _table(report: Report, seconds: float) -> Iterator[str]:
    outcome = report.verdict
    yield f"Chaos: {report.processes} processes, {report.pairs} pairs of players, {seconds:.0f} s"
    for name, count in sorted(report.done.items()):
        yield f"  {name:<30}{count:>8,}"
    figures = {
        "processes started": report.starts,
        "games begun": report.tally.games,
        "moves told to be played": report.tally.moves,
        "plies of people in the logs": outcome.plies,
        "messages for all to see": outcome.messages,
        "deadlines passed": outcome.deadlines,
        "asked in vain": report.tally.unanswered,
        "given up": report.tally.given_up,
        "lost": len(outcome.lost),
        "doubled": len(outcome.doubled),
        "otherwise wrong": len(outcome.wrong),
    }
    for name, figure in figures.items():
        yield f"{name:<32}{figure:>8,}"
    yield from (f"  told {times:>5} times: {answer}" for answer, times in report.tally.told.most_common(12))
    yield from outcome.lines()
    yield f"goal: nothing lost, doubled or wrong      {verdict(reached=outcome.sound)}"

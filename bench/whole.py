"""A move from interaction to posted picture: the real bot in its process, a playground with people here.

The bot has one core to itself, playground and people have the others. Some games are played side by side:
first as fast as the bot goes, then at the pace of the goal.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import aiohttp

from bench.stage.gauges import percentile, verdict
from bench.stage.house import AppContext, app
from bench.stage.visitors import Lines, Pair, pairs

GAMES = 48
PLIES = 56
AT_ONCE = 24
SECONDS = 8.0
IDLE_SECONDS = 2.0
CPU_GOAL = 10.0
"""Milliseconds of CPU per move, at most."""

PACE = 100.0
"""Moves per second: what one core must sustain, and the load under which lateness is measured."""

LATE_GOAL = 5.0
"""Milliseconds by which the event loop may be late, 99th percentile."""


@dataclass(slots=True)
class Load:
    """What was measured under a load; `cpu` is the bot's, `others` that of playground and people."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    others: float = 0.0
    late: Sequence[float] = ()
    waits: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def milliseconds(self) -> float:
        """Milliseconds of CPU per move."""
        return self.cpu / self.moves * 1000


def run() -> None:
    """Measure and print the table."""
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        idle, most, paced = asyncio.run(_measure(Path(folder)))
    print("\n".join(_table(idle, most, paced)))


async def _measure(folder: Path) -> tuple[Sequence[float], Load, Load]:
    async with app(folder) as running, aiohttp.ClientSession() as session:
        await running.figures()
        await asyncio.sleep(IDLE_SECONDS)
        idle = (await running.figures()).late
        lines = Lines(session, running.playground)
        begun = await pairs(lines, running.playground, GAMES, PLIES)
        # The first picture of a board takes longer than all others.
        await asyncio.gather(*(pair.move() for pair in begun))
        return idle, await _as_fast_as_it_goes(running, begun), await _at_pace(running, begun)


@asynccontextmanager
async def _measured(running: AppContext) -> AsyncIterator[Load]:
    loop, load = asyncio.get_running_loop(), Load()
    before, start, others = await running.figures(), loop.time(), process_time()
    yield load
    load.seconds, load.others = loop.time() - start, process_time() - others
    after = await running.figures()
    load.cpu, load.late, load.moves = after.cpu - before.cpu, after.late, len(load.waits)


async def _as_fast_as_it_goes(running: AppContext, begun: Sequence[Pair]) -> Load:
    loop = asyncio.get_running_loop()
    async with _measured(running) as load:
        end = loop.time() + SECONDS

        async def play(own: Sequence[Pair]) -> None:
            turn = 0
            while loop.time() < end and await _timed(own[turn % len(own)], load):
                turn += 1

        await asyncio.gather(*(play(begun[number::AT_ONCE]) for number in range(AT_ONCE)))
    return load


async def _at_pace(running: AppContext, begun: Sequence[Pair]) -> Load:
    """Begin a move every hundredth of a second in a game that waits for one; skip it where none does."""
    loop = asyncio.get_running_loop()
    idle = list(begun)
    moving: set[asyncio.Task[None]] = set()
    async with _measured(running) as load:

        async def play(pair: Pair) -> None:
            if await _timed(pair, load):
                idle.append(pair)

        start = loop.time()
        for number in range(int(SECONDS * PACE)):
            await asyncio.sleep(start + number / PACE - loop.time())
            if idle:
                moving.add(asyncio.create_task(play(idle.pop(0))))
        await asyncio.gather(*moving)
    return load


async def _timed(pair: Pair, load: Load) -> bool:
    loop = asyncio.get_running_loop()
    start = loop.time()
    if not await pair.move():
        return False
    load.waits.append((loop.time() - start) * 1000)
    return True


def _table(idle: Sequence[float], most: Load, paced: Load) -> Iterator[str]:
    alone = len(os.sched_getaffinity(0)) > 1
    where = "the bot on a core of its own" if alone else "all on one core"
    yield f"The whole: /move to posted picture, {GAMES} games of four kinds, {where}"
    head = ("moves/s", "CPU ms", "others", "wait p50", "p99", "late p50", "p99")
    yield f"{'':<22}{''.join(f'{word:>10}' for word in head)}"
    floor = "".join(f"{percentile(idle, percent):>10.2f}" for percent in (50, 99))
    yield f"{'idle, the floor':<22}{'':>50}{floor}"
    for name, load in (("as fast as it goes", most), (f"{PACE:.0f} a second asked", paced)):
        figures = (
            *(load.per_second, load.milliseconds, load.others / load.moves * 1000),
            *(percentile(samples, percent) for samples in (load.waits, load.late) for percent in (50, 99)),
        )
        yield f"{name:<22}{''.join(f'{figure:>10.2f}' for figure in figures)}"
    yield "CPU: milliseconds per move, of the bot and of the others; wait, loop late: milliseconds"
    checks = {
        f"CPU <= {CPU_GOAL:.0f} ms per move": most.milliseconds <= CPU_GOAL,
        f"at least {PACE:.0f} a second": most.per_second >= PACE,
        f"loop late p99 <= {LATE_GOAL:.0f} ms at that load": percentile(paced.late, 99) <= LATE_GOAL,
    }
    for check, reached in checks.items():
        yield f"goal: {check:<40} {verdict(reached=reached)}"

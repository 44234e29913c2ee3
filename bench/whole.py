"""A move from interaction to posted picture: the real bot in its own process, a playground with people here.

The same runs measure the floor: a minimal bot with the same moves. The bots take turns on one core;
playground and people have the others. CPU is the CPU of all threads of a bot's process, measured from
outside.
"""

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.bots import FLOOR, OURS, RunningBot, running_bot
from bench.stage.gauges import RUNS, percentile, verdict
from bench.stage.loads import Load, at_once, measure, one_by_one, play_at_pace
from bench.stage.peer import PEER, play_chess, plies_per_second
from bench.stage.people import Pair, RequestCounts, pairs, pairs_without_matches
from render import Gallery, View
from render.sample import midgame

GAMES = 48
PLIES = 90
FEW = 12
"""The number of games of four kinds at the slow paces."""

PACE, MANY = 50.0, 24
"""Moves per second at the second pace, Discord's maximum; concurrent moves at full load."""

MOVES = (48, 100, 240)
"""The number of moves per run at each pace."""

PACES = ("one by one, with pauses", f"{FEW} games, {PACE:.0f} a second", f"full load, {MANY} at once")
CPU_GOAL = 9.0
"""The maximum CPU per move as a multiple of the floor's, which draws nothing and knows no rules.

At the 20 moves per second of Discord's limits this is a third of a core.
"""

SPEED_GOAL, PEER_SPEED = 100.0, 30_000.0
"""Moves per second required of one core with this peer speed; scaled down on slower machines."""

LATE_GOAL = 10.0
"""The maximum lateness of the event loop in milliseconds at that pace, 99th percentile."""

LATE_SECONDS, IDLE_SECONDS, PEER_SECONDS = 3.0, 1.0, 0.5


@dataclass(frozen=True, slots=True)
class WholeRun:
    """The loads of both bots by pace, our loop's lateness idle and at a pace, the peer's speed."""

    ours: Sequence[Load]
    floor: Sequence[Load]
    idle: Sequence[float]
    late: Sequence[float]
    late_pace: float
    peer: float

    @property
    def speed_goal(self) -> float:
        """The moves per second required of this machine."""
        return speed_goal(self.peer)


@dataclass(frozen=True, slots=True)
class WholeSubject:
    """A bot and the pairs of people who play with it."""

    bot: RunningBot
    pairs: Sequence[Pair]

    async def loads(self, run: int) -> Sequence[Load]:
        """Measure all paces, with other games in each run."""
        first = run * FEW % len(self.pairs)
        few = self.pairs[first : first + FEW]
        return [
            await measure(self.bot, partial(one_by_one, pairs=few, moves=MOVES[0])),
            await measure(self.bot, partial(play_at_pace, pairs=few, moves=MOVES[1], pace=PACE)),
            await measure(self.bot, partial(at_once, pairs=self.pairs, moves=MOVES[2], most=MANY)),
        ]

    async def late(self, pace: float) -> Sequence[float]:
        """Return the milliseconds of the loop's lateness at a pace, per sample; 0 is idle."""
        await self.bot.figures(watch=True)
        if pace:
            await play_at_pace(Load(), self.pairs, int(LATE_SECONDS * pace), pace)
        else:
            await asyncio.sleep(IDLE_SECONDS)
        return (await self.bot.figures()).late


def run() -> None:
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        runs = asyncio.run(_measure(Path(folder)))
    print("\n".join(_table(runs)))


def speed_goal(peer: float) -> float:
    """Return the moves per second required of a machine with this peer speed."""
    return SPEED_GOAL * min(1.0, peer / PEER_SPEED)


async def _measure(folder: Path) -> Sequence[WholeRun]:
    _prepare_floor(folder)
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        subjects = []
        for module, begin in ((OURS, pairs), (FLOOR, pairs_without_matches)):
            bot = await stack.enter_async_context(running_bot(folder, module))
            couples = await begin(RequestCounts(session, bot.playground), bot.playground, GAMES, PLIES)
            # The first picture of a board takes longer than all others.
            await asyncio.gather(*(pair.move() for pair in couples))
            await bot.settle()
            subjects.append(WholeSubject(bot, couples))
        ours, floor = subjects
        return [await _run(number, ours, floor) for number in range(RUNS)]


async def _run(number: int, ours: WholeSubject, floor: WholeSubject) -> WholeRun:
    peer = plies_per_second(play_chess(Random(number)), PEER_SECONDS)
    below, own = await floor.loads(number), await ours.loads(number)
    pace = min(speed_goal(peer), own[-1].per_second)
    return WholeRun(own, below, await ours.late(0), await ours.late(pace), pace, peer)


def _prepare_floor(folder: Path) -> None:
    """Draw the picture that the floor bot posts, about 20 kB."""
    state = midgame("ludus-latrunculorum", {}, 12, None)
    (folder / "board.png").write_bytes(Gallery().picture(state, View()))


def _table(runs: Sequence[WholeRun]) -> Iterator[str]:
    alone = len(os.sched_getaffinity(0)) > 1
    where = "the bot on a core of its own" if alone else "all on one core"
    yield f"The whole: /move to posted picture beside the floor, {where}, medians of {RUNS} runs"
    head = ("CPU ms", "floor", "x", "moves/s", "floor", "wait p50", "p99")
    yield f"{'':<26}{''.join(f'{word:>10}' for word in head)}"
    ratios = []
    for number, name in enumerate(PACES):
        ours, floor = [run.ours[number] for run in runs], [run.floor[number] for run in runs]
        ratios.append(median(o.milliseconds / f.milliseconds for o, f in zip(ours, floor, strict=True)))
        figures = (
            *(median(load.milliseconds for load in loads) for loads in (ours, floor)),
            ratios[-1],
            *(median(load.per_second for load in loads) for loads in (ours, floor)),
            *(median(percentile(load.waits, percent) for load in ours) for percent in (50, 99)),
        )
        yield f"{name:<26}{''.join(f'{figure:>10.2f}' for figure in figures)}"
    yield "CPU: milliseconds per move; wait: milliseconds until the board is there"
    yield from _late(runs)
    yield f"{PEER}: {median(run.peer for run in runs):,.0f} plies a second"
    for name, ratio in zip(PACES, ratios, strict=True):
        yield _goal_line(f"CPU <= {CPU_GOAL} x floor, {name}", reached=ratio <= CPU_GOAL)
    share = median(run.ours[-1].per_second / run.speed_goal for run in runs)
    yield _goal_line(
        f"at least {median(run.speed_goal for run in runs):.0f} moves a second", reached=share >= 1
    )
    late = median(percentile(run.late, 99) for run in runs)
    yield _goal_line(f"loop late p99 <= {LATE_GOAL:.0f} ms at that pace", reached=late <= LATE_GOAL)


def _late(runs: Sequence[WholeRun]) -> Iterator[str]:
    pace = median(run.late_pace for run in runs)
    for name, late in (
        ("idle", [run.idle for run in runs]),
        (f"at {pace:.0f} moves a second", [run.late for run in runs]),
    ):
        p50, p99 = (median(percentile(samples, percent) for samples in late) for percent in (50, 99))
        yield f"loop late, {name}: p50 {p50:.2f} ms, p99 {p99:.2f} ms"


def _goal_line(check: str, *, reached: bool) -> str:
    return f"goal: {check:<50} {verdict(reached=reached)}"

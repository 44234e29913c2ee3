"""The time of a board at every pace that Discord's limit per thread allows: 5 messages in 5 s.

Each match has its own thread and pace, all concurrently, with the bot as its owner starts it and a playground
with Discord's observed limits. A board's time is the time from the command to the message. Before that,
matches are started in one channel, in sequence.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import aiohttp

from bench.stage.bots import running_bot
from bench.stage.gauges import percentile, verdict
from bench.stage.people import Pair, RequestCounts, pairs
from playground.rest.rate_limits import LimitSettings
from playground.server import Playground

PACES: Final = (1.0, 1.1, 1.25, 1.5, 2.0, 3.0)
"""Seconds between two moves in a thread, which allows one per second."""
BURST: Final = 5
"""Moves in immediate succession, as many as a window allows, before a pause."""
REST: Final = 5.5
PLIES: Final = 60
WARM: Final = 5
"""Uncounted moves at the start of each match: the first of each kind takes longer."""
PER_SECOND: Final = "50"
HALF: Final = 0.3
MOST: Final = 1.0
LIMITED: Final = 429
STARTS: Final = 4
"""The number of matches started in one channel, in sequence."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The seconds that the boards of a thread took."""

    pace: str
    seconds: Sequence[float]

    @property
    def half(self) -> float:
        """The median, in seconds."""
        return median(self.seconds)

    @property
    def most(self) -> float:
        """The 99th percentile, in seconds."""
        return percentile(self.seconds, 99)


@dataclass(frozen=True, slots=True)
class PaceResult:
    """Measurements: the sequential starts of matches, the boards, and the refusals."""

    starts: Sequence[float]
    boards: Sequence[Boards]
    refused: int


def run() -> None:
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        outcome = asyncio.run(_measure(Path(folder)))
    print("\n".join(_table(outcome)))


async def _measure(folder: Path) -> PaceResult:
    settings = {"FERNPARTIE_REQUESTS_PER_SECOND": PER_SECOND}
    async with (
        running_bot(folder, settings=settings, limits=LimitSettings()) as running,
        aiohttp.ClientSession() as session,
    ):
        await running.settle()
        playground, requests = running.playground, RequestCounts(session, running.playground)
        first, second = _channels(playground)
        starts, couples = list[float](), list[Pair]()
        for _ in range(STARTS):
            since = time.monotonic()
            couples += await pairs(requests, playground, 1, PLIES, [first])
            starts.append(time.monotonic() - since)
        couples += await pairs(requests, playground, len(PACES) + 1 - STARTS, PLIES, [second])
        await asyncio.sleep(REST)
        *steady, bursting = couples
        boards = await asyncio.gather(
            *(_play_at_pace(pair, pace) for pair, pace in zip(steady, PACES, strict=True)),
            _in_bursts(bursting),
        )
        refused = sum(entry.status == LIMITED for entry in playground.journal.since(0))
        return PaceResult(starts, boards, refused)


def _channels(playground: Playground) -> tuple[str, str]:
    first = next(channel for channel in playground.world.channels.values() if channel.guild_id)
    own = (channel.id for channel in playground.world.channels.values() if channel.guild_id == first.guild_id)
    return next(own), next(own)


async def _play_at_pace(pair: Pair, pace: float) -> Boards:
    loop = asyncio.get_running_loop()
    due, seconds = loop.time(), list[float]()
    for _ in range(PLIES):
        await asyncio.sleep(due - loop.time())
        due = max(due, loop.time()) + pace
        seconds.append(await _move(pair))
    return Boards(f"one in {pace} s", seconds[WARM:])


async def _in_bursts(pair: Pair) -> Boards:
    seconds = list[float]()
    for number in range(PLIES):
        if number and number % BURST == 0:
            await asyncio.sleep(REST)
        seconds.append(await _move(pair))
    return Boards(f"{BURST} at once, {REST} s rest", seconds[WARM:])


async def _move(pair: Pair) -> float:
    since = time.monotonic()
    await pair.move()
    return time.monotonic() - since


def _table(outcome: PaceResult) -> Iterator[str]:
    yield "Seconds from a move to its board, 5 messages in 5 s allowed"
    yield f"{'moves in a thread':<24}{'boards':>8}{'p50':>8}{'p99':>8}"
    for boards in outcome.boards:
        yield f"{boards.pace:<24}{len(boards.seconds):>8}{boards.half:>8.2f}{boards.most:>8.2f}"
    starts = ", ".join(f"{seconds:.2f}" for seconds in outcome.starts)
    yield f"Seconds to begin {STARTS} matches of one channel, one after the other: {starts}"
    yield f"Requests refused with 429: {outcome.refused}"
    checks = {
        f"half of the boards within {HALF} s": max(board.half for board in outcome.boards) <= HALF,
        f"99 of 100 within {MOST:.0f} s": max(board.most for board in outcome.boards) <= MOST,
        "no request is refused": outcome.refused == 0,
    }
    for check, reached in checks.items():
        yield f"goal: {check:<40} {verdict(reached=reached)}"

"""Moves at different paces, and the measurements during them.

The cost of a move depends on the pace: under load the bot batches its work, otherwise it wakes up for each
step.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bench.stage.bots import RunningBot

PAUSE = 0.05
"""Seconds between two moves played one by one."""

SETTLE_SECONDS = 0.3
"""Seconds until all work of a move is done."""


class Mover(Protocol):
    async def move(self) -> bool:
        """Play the next move and wait for the board; return False if there are no more moves."""


@dataclass(slots=True)
class Load:
    """Measurements: elapsed seconds, seconds of the bot's CPU, and each wait for a board in milliseconds."""

    seconds: float = 0.0
    cpu: float = 0.0
    waits: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        """Moves per second."""
        return len(self.waits) / self.seconds

    @property
    def milliseconds(self) -> float:
        """Milliseconds of CPU per move."""
        return self.cpu / max(1, len(self.waits)) * 1000

    async def move(self, pair: Mover) -> bool:
        """Play a pair's next move; return False if there are no more moves."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        if not await pair.move():
            return False
        self.waits.append((loop.time() - start) * 1000)
        return True


async def measure(bot: RunningBot, play: Callable[[Load], Awaitable[None]]) -> Load:
    """Measure a bot's cost of the moves that `play` makes."""
    loop, load = asyncio.get_running_loop(), Load()
    before, start = bot.cpu(), loop.time()
    await play(load)
    load.seconds = loop.time() - start
    await asyncio.sleep(SETTLE_SECONDS)
    load.cpu = bot.cpu() - before
    return load


async def one_by_one(load: Load, pairs: Sequence[Mover], moves: int) -> None:
    """Play the pairs' moves in turn, each after the last board and a pause."""
    for number in range(moves):
        await load.move(pairs[number % len(pairs)])
        await asyncio.sleep(PAUSE)


async def play_at_pace(
    load: Load, pairs: Sequence[Mover], moves: int, pace: float, most: int | None = None
) -> None:
    """Start moves at a rate per second, each by a pair that is not waiting for a board.

    Skip a move if all pairs are waiting, or `most` of them.
    """
    loop = asyncio.get_running_loop()
    idle = list(pairs)
    moving: set[asyncio.Task[None]] = set()

    async def play(pair: Mover) -> None:
        if await load.move(pair):
            idle.append(pair)

    start = loop.time()
    for number in range(moves):
        await asyncio.sleep(start + number / pace - loop.time())
        waiting = sum(not task.done() for task in moving)
        if idle and (most is None or waiting < most):
            moving.add(asyncio.create_task(play(idle.pop(0))))
    await asyncio.gather(*moving)


async def at_once(load: Load, pairs: Sequence[Mover], moves: int, most: int) -> None:
    """Play moves concurrently, at most `most` at a time, as fast as the bot allows."""
    remaining = iter(range(moves))

    async def play(group: Sequence[Mover]) -> None:
        for turn, _ in enumerate(remaining):
            await load.move(group[turn % len(group)])

    await asyncio.gather(*(play(pairs[number::most]) for number in range(most)))

"""Loading a game, taking a turn and finding what is due, with few and with many games stored.

Every stored game is running by a clock, has people of its own and a notice that waits for a later time.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.stage.filling import STRIDE, multiply
from bench.stage.gauges import verdict
from bench.stage.tables import Players, Room, club_over, person, random_game, room
from bot import loop
from bot.play.ports import utc_now

SIZES = (10, 10_000, 100_000)
PLIES = 8
MORE_PLIES = 8
SAMPLES = 60
FLAT = 1.5
"""What takes at most so many times as long with most games as with fewest is flat within noise."""


@dataclass(slots=True)
class DeadlineWorker:
    """Milliseconds by what was done."""

    samples: dict[str, list[float]] = field(default_factory=dict)

    async def time(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        """Do something and note how long it took."""
        start = perf_counter()
        await work()
        self.samples.setdefault(name, []).append((perf_counter() - start) * 1000)

    def medians(self) -> Mapping[str, float]:
        """Return the middle of each."""
        return {name: median(samples) for name, samples in self.samples.items()}


@dataclass(slots=True)
class Shelf:
    """An open club over so many copies of a match; the moves after the first `PLIES` are to be played."""

    services: Room
    size: int
    first: Players
    moves: Sequence[str]
    chance: Random
    played: Counter[int] = field(default_factory=Counter)

    async def sample(self, watch: DeadlineWorker) -> None:
        """Do with some game all that is measured."""
        copy = self._some_copy()
        number = PLIES + self.played[copy]
        self.played[copy] += 1
        people = [replace(player, id=player.id + copy * STRIDE) for player in self.first.people]
        players = Players(self.first.match + copy, (people[0], people[1]))
        # A club of its own has nothing at hand: the game is read and its log replayed.
        await watch.time(
            "load a game", partial(club_over(self.services.store).matches.position, players.match)
        )
        await watch.time("take a turn", partial(self.services.play, players, number, self.moves[number]))
        await watch.time("find the deadline", self.services.services.deadline_schedule.next_due)
        await watch.time("claim and close", self.services.deliver)

    def _some_copy(self) -> int:
        while self.played[copy := self.chance.randrange(self.size)] == MORE_PLIES:
            pass
        return copy


def run() -> None:
    """Measure every size and print the table."""
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        figures = loop.run(_measured(Path(folder)))
    print("\n".join(_table(figures)))


async def _measured(folder: Path) -> Mapping[int, Mapping[str, float]]:
    moves = random_game(1, PLIES + MORE_PLIES)
    async with AsyncExitStack() as stack:
        shelves = []
        for size in SIZES:
            database = folder / f"{size}.db"
            first = await _stored(database, moves[:PLIES])
            await asyncio.to_thread(multiply, database, size - 1, own_people=True)
            services = await stack.enter_async_context(room(database))
            shelves.append(Shelf(services, size, first, moves, Random(size)))
        # Taking turns, so that a busy machine slows all alike. The first time, which opens connections and
        # compiles statements, is not counted.
        watches = {size: DeadlineWorker() for size in SIZES}
        for shelf in shelves:
            await shelf.sample(DeadlineWorker())
        for _ in range(SAMPLES):
            for shelf in shelves:
                await shelf.sample(watches[shelf.size])
    return {size: watch.medians() for size, watch in watches.items()}


async def _stored(database: Path, moves: Sequence[str]) -> Players:
    async with room(database) as services:
        players = await services.begin(0)
        for number, move in enumerate(moves):
            await services.play(players, number, move)
        while await services.deliver():
            pass
    async with room(database, lambda: utc_now() + timedelta(days=30)) as later:
        await later.challenge(person(2), person(3))
    return players


def _table(figures: Mapping[int, Mapping[str, float]]) -> Iterator[str]:
    yield "Storage: milliseconds with so many games stored, all running, each with a notice that waits"
    yield f"{'':<22}{''.join(f'{size:>10,}' for size in SIZES)}{'x':>8}"
    for name in figures[SIZES[0]]:
        times = [figures[size][name] for size in SIZES]
        ratio = times[-1] / times[0]
        yield (
            f"{name:<22}{''.join(f'{time:>10.2f}' for time in times)}{ratio:>8.2f}"
            f" goal {FLAT}  {verdict(reached=ratio <= FLAT)}"
        )

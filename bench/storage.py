"""Loading a game, taking a turn and reading due timers, with few and with many stored games.

Every stored game has a running clock, its own people and a notice scheduled for later.
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

from bench.stage import filling
from bench.stage.filling import STRIDE
from bench.stage.gauges import RUNS, verdict
from bench.stage.matches import Matches, Players, open_matches, person, random_game
from bot import loop

SIZES = (10, 10_000, 100_000)
PLIES = 8
MORE_PLIES = 16
SAMPLES = 30
FLAT = 1.5
"""The maximum growth of a median from the fewest to the most games, to count as constant."""


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds per operation."""

    samples: dict[str, list[float]] = field(default_factory=dict)

    async def time(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        """Run an operation and record its duration."""
        start = perf_counter()
        await work()
        self.samples.setdefault(name, []).append((perf_counter() - start) * 1000)

    def medians(self) -> Mapping[str, float]:
        return {name: median(samples) for name, samples in self.samples.items()}


Run = Mapping[int, Mapping[str, float]]
"""The medians of a run, by the number of stored games."""


@dataclass(slots=True)
class DatabaseCopies:
    """A database with copies of a match; the moves after the first `PLIES` remain to be played."""

    matches: Matches
    size: int
    first: Players
    moves: Sequence[str]
    chance: Random
    played: Counter[int] = field(default_factory=Counter)

    async def sample(self, watch: Stopwatch) -> None:
        """Run all measured operations on a game."""
        copy = self._some_copy()
        number = PLIES + self.played[copy]
        self.played[copy] += 1
        people = [replace(player, id=player.id + copy * STRIDE) for player in self.first.people]
        players = Players(self.first.match + copy, (people[0], people[1]))
        await watch.time("load a game", partial(self.matches.load, players.match))
        await watch.time("take a turn", partial(self.matches.play, players, number, self.moves[number]))
        await watch.time("find the deadline", self.matches.next_deadline)
        await watch.time("claim and close", self.matches.deliver)

    def _some_copy(self) -> int:
        while self.played[copy := self.chance.randrange(self.size)] == MORE_PLIES:
            pass
        return copy


def run() -> None:
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        runs = loop.run(_measure(Path(folder)))
    print("\n".join(_table(runs)))


async def _measure(folder: Path) -> Sequence[Run]:
    moves = random_game(1, PLIES + MORE_PLIES)
    async with AsyncExitStack() as stack:
        databases = []
        for size in SIZES:
            database = folder / f"{size}.db"
            first = await _store_games(database, moves[:PLIES])
            more = filling.Copies(size - 1, own_people=True, own_servers=True)
            await asyncio.to_thread(filling.multiply, database, more)
            matches = await stack.enter_async_context(open_matches(database))
            databases.append(DatabaseCopies(matches, size, first, moves, Random(size)))
        # The first sample, which opens connections and compiles statements, does not count.
        for copies in databases:
            await copies.sample(Stopwatch())
        return [await _run(databases) for _ in range(RUNS)]


async def _run(databases: Sequence[DatabaseCopies]) -> Run:
    watches = {copies.size: Stopwatch() for copies in databases}
    for _ in range(SAMPLES):
        # Alternate, so that a busy machine slows all equally.
        for copies in databases:
            await copies.sample(watches[copies.size])
    return {size: watch.medians() for size, watch in watches.items()}


async def _store_games(database: Path, moves: Sequence[str]) -> Players:
    async with open_matches(database) as first:
        players = await first.begin(0)
        for number, move in enumerate(moves):
            await first.play(players, number, move)
        while await first.deliver():
            pass
    async with open_matches(database, later=timedelta(days=30)) as later:
        await later.challenge(person(2), person(3))
    return players


def _table(runs: Sequence[Run]) -> Iterator[str]:
    yield "Storage: milliseconds with so many games stored, all running, each with a notice that waits;"
    yield f"medians of {RUNS} runs"
    yield f"{'':<22}{''.join(f'{size:>10,}' for size in SIZES)}{'x':>8}"
    for name in runs[0][SIZES[0]]:
        times = [median(run[size][name] for run in runs) for size in SIZES]
        ratio = median(run[SIZES[-1]][name] / run[SIZES[0]][name] for run in runs)
        yield (
            f"{name:<22}{''.join(f'{time:>10.2f}' for time in times)}{ratio:>8.2f}"
            f" goal {FLAT}  {verdict(reached=ratio <= FLAT)}"
        )

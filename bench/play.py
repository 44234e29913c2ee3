"""Moves through play, each with its durable commit, beside bare aiosqlite doing the same statements.

Both work on copies of one database, on the same disk, taking turns. The statements, with their values, are
those that play was heard to make while the same moves were played on a third copy.
"""

import shutil
from asyncio import get_running_loop
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import aiosqlite

from bench.stage import matches
from bench.stage.gauges import RUNS, verdict
from bench.stage.matches import Matches, Players, open_matches, random_game
from data.pipelined_sqlite import PipelinedSqliteConnection, Result
from data.pipelined_sqlite import Statement as Executed

GAMES = 20
BLOCKS = 24
PLIES_PER_BLOCK = 1
GOAL = 0.5
"""Moves per second, as a multiple of bare aiosqlite."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What was executed, and whether rows come back."""

    sql: str
    values: Any
    many: bool

    @property
    def returns(self) -> bool:
        """Whether the statement has rows to fetch."""
        return self.sql.startswith("SELECT") or " RETURNING " in self.sql


Transaction = tuple[Statement, ...]


@dataclass(slots=True)
class StatementLog:
    """What was executed."""

    heard: list[Statement] = field(default_factory=list)

    def take(self) -> Transaction:
        """Return what was heard since the last time."""
        heard, self.heard = self.heard, []
        return tuple(heard)


@dataclass(slots=True)
class Speed:
    """Seconds and milliseconds of CPU per move, block by block."""

    seconds: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    async def measure(self, moves: int, work: Awaitable[None]) -> None:
        """Wait for a block of moves."""
        start, cpu = perf_counter(), process_time()
        await work
        self.seconds.append((perf_counter() - start) / moves)
        self.milliseconds.append((process_time() - cpu) / moves * 1000)

    @property
    def per_second(self) -> float:
        """Moves per second of the middle block."""
        return 1 / median(self.seconds)

    @property
    def cpu(self) -> float:
        """Milliseconds of CPU per move of the middle block."""
        return median(self.milliseconds)


@dataclass(frozen=True, slots=True)
class Move:
    """A ply to be played: whose match, its number, its text."""

    players: Players
    number: int
    text: str


def run() -> None:
    """Measure and print the table."""
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        matches.run(_measure(Path(folder)))


async def _measure(folder: Path) -> None:
    first = folder / "first.db"
    async with open_matches(first) as ready:
        tables = [await ready.begin(number) for number in range(GAMES)]
    blocks = _blocks(tables)
    # Who listens slows down what they hear.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        copy = Path(shutil.copy(first, folder / "heard.db"))
        heard = await get_running_loop().run_in_executor(apart, _overheard, copy, blocks)
    runs = [await _run(first, number, blocks, heard) for number in range(RUNS)]
    print("\n".join(_table(runs, heard[-1][0])))


async def _run(
    first: Path, number: int, blocks: Sequence[Sequence[Move]], heard: Sequence[Sequence[Transaction]]
) -> tuple[Speed, Speed]:
    """Return the speed through play and that of bare aiosqlite, each on a copy of its own."""
    copies = [Path(shutil.copy(first, first.with_name(f"{name}-{number}.db"))) for name in ("played", "bare")]
    played, bare = Speed(), Speed()
    async with open_matches(copies[0]) as play, _bare(copies[1]) as database:
        for moves, transactions in zip(blocks, heard, strict=True):
            await played.measure(len(moves), _play(play, moves))
            await bare.measure(len(moves), _repeat(database, transactions))
    return played, bare


def _blocks(tables: Sequence[Players]) -> list[list[Move]]:
    games = {players.match: random_game(players.match, BLOCKS * PLIES_PER_BLOCK) for players in tables}
    return [
        [
            Move(players, number, games[players.match][number])
            for number in range(block * PLIES_PER_BLOCK, (block + 1) * PLIES_PER_BLOCK)
            for players in tables
        ]
        for block in range(BLOCKS)
    ]


def _overheard(database: Path, blocks: Sequence[Sequence[Move]]) -> list[list[Transaction]]:
    return matches.run(_heard(database, blocks))


async def _heard(database: Path, blocks: Sequence[Sequence[Move]]) -> list[list[Transaction]]:
    log = StatementLog()
    async with open_matches(database) as play:
        heard = []
        for moves in blocks:
            transactions = []
            for move in moves:
                with _listening(log):
                    await play.play(move.players, move.number, move.text)
                transactions.append(log.take())
            heard.append(transactions)
    return heard


@contextmanager
def _listening(log: StatementLog) -> Iterator[None]:
    run = PipelinedSqliteConnection.run

    async def hear(connection: PipelinedSqliteConnection, statement: Executed) -> Result:
        log.heard.append(Statement(statement.sql, statement.parameters, statement.many))
        return await run(connection, statement)

    PipelinedSqliteConnection.run = hear  # type: ignore[assignment, method-assign]  # heard, then done as ever
    try:
        yield
    finally:
        PipelinedSqliteConnection.run = run  # type: ignore[method-assign]  # as before


async def _play(play: Matches, moves: Sequence[Move]) -> None:
    for move in moves:
        await play.play(move.players, move.number, move.text)


@asynccontextmanager
async def _bare(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(path, isolation_level=None) as database:
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await database.execute(f"PRAGMA {setting}")
        yield database


async def _repeat(database: aiosqlite.Connection, transactions: Sequence[Transaction]) -> None:
    for transaction in transactions:
        await database.execute("BEGIN IMMEDIATE")
        for statement in transaction:
            if statement.many:
                await database.executemany(statement.sql, statement.values)
            elif statement.returns:
                await database.execute_fetchall(statement.sql, statement.values)
            else:
                await database.execute(statement.sql, statement.values)
        await database.commit()


def _ratio(played: Speed, bare: Speed) -> float:
    # Block by block: what else the machine does meanwhile slows both alike.
    return median(b / p for p, b in zip(played.seconds, bare.seconds, strict=True))


def _table(runs: Sequence[tuple[Speed, Speed]], transaction: Transaction) -> Iterator[str]:
    ratio = median(_ratio(played, bare) for played, bare in runs)
    yield (
        f"Play: a move with its durable commit ({len(transaction)} statements, WAL, synchronous=FULL), "
        f"one after the other, medians of {RUNS} runs"
    )
    yield f"{'':<40}{'moves/s':>10}{'CPU ms':>8}"
    for name, speeds in zip(
        ("through play", "bare aiosqlite, the same statements"), zip(*runs, strict=True), strict=True
    ):
        per_second, cpu = (median(speed.per_second for speed in speeds), median(s.cpu for s in speeds))
        yield f"{name:<40}{per_second:>10,.0f}{cpu:>8.2f}"
    yield f"{'ratio':<40}{ratio:>10.2f}          goal {GOAL}  {verdict(reached=ratio >= GOAL)}"

"""Ten minutes at a pace that one core sustains: memory, latency and rows stay within their limits.

The pace is a share of the bot's full load, which is measured first; a move is skipped if as many moves are
waiting as at full load. From the middle on, the bot also forgets half a million old rows, planted beforehand.
SOAK_MINUTES sets another duration. SOAK_DATABASE=postgresql makes the bot use a private server, on the
playground's core, instead of a SQLite file.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.bot import FORGET_AFTER
from bench.stage.bots import RunningBot, running_bot
from bench.stage.crowd import MovingPair
from bench.stage.filling import Copies, multiply, multiply_on_postgresql
from bench.stage.gauges import percentile, verdict
from bench.stage.loads import Load, at_once, measure, play_at_pace
from bench.stage.matches import open_matches, person, random_game
from bench.stage.people import Pair, RequestCounts, open_channel, pairs
from bench.stage.postgresql import PostgreSQL, postgresql
from bench.stage.server_work import SETTINGS, ServerWork
from bot.app import TABLES
from bot.model.people.person import Place
from bot.model.people.privacy import NOTICES_KEPT
from bot.model.ports import utc_now

MINUTES = float(os.environ.get("SOAK_MINUTES", "10"))
ON_POSTGRESQL = os.environ.get("SOAK_DATABASE", "sqlite") == "postgresql"
DATABASE = "fernpartie"
OLD_ROWS, PLIES_STORED = 500_000, 30
PLIES, FULL_LOAD, MANY = 90, 480, 24
SHARE = 0.8
"""The share of the moves per second at full load: more leaves no room for other work on the machine."""

PAIRS_OF_CHANNEL = 100
WARM = 2
"""Minutes of warm-up."""

MEMORY_FLAT, LATENCY_FLAT = 1.05, 1.5
"""The maximum memory at the end, as a multiple of that after warm-up; latency, second half to first."""

GROWING = frozenset({"plies", "requests", "notices"})
"""The tables to which moves add rows; retention deletes these again, except for plies."""

HOME = Place(1_100_000_000_000_000_202, 1_100_000_000_000_000_221, "en-US")
"""A channel of a server that every playground has."""


@dataclass(frozen=True, slots=True)
class Minute:
    """Measurements of one minute; `old` is the number of rows still to be deleted at its end."""

    load: Load
    memory: int
    old: int


@dataclass(slots=True)
class Soak:
    """The result: the pace, the minutes, row counts before and after, statements per move."""

    pace: float
    minutes: list[Minute] = field(default_factory=list)
    before: Mapping[str, int] = field(default_factory=dict)
    after: Mapping[str, int] = field(default_factory=dict)
    old: int = 0
    waiting: int = 0
    unanswered: int = 0
    statements: float | None = None

    @property
    def moves(self) -> int:
        return sum(len(minute.load.waits) for minute in self.minutes)

    @property
    def deleted_rows(self) -> int:
        return self.old - self.minutes[-1].old


@dataclass(frozen=True, slots=True)
class SoakedDatabase:
    """The database as seen from outside the bot: a file, or a database on a server."""

    file: Path | None
    server: PostgreSQL | None

    @property
    def url(self) -> str:
        return f"sqlite:///{self.file}" if self.server is None else self.server.url(DATABASE)

    async def ask(self, statement: str) -> int:
        """Return the number selected by a statement."""
        if self.server is not None:
            ((count,),) = await self.server.run(statement, DATABASE)
            return int(str(count))

        def find() -> int:
            with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
                return int(connection.execute(statement).fetchone()[0])

        return await asyncio.to_thread(find)

    async def do(self, *statements: str) -> None:
        """Run statements without results."""
        if self.server is not None:
            for statement in statements:
                await self.server.run(statement, DATABASE)
        elif self.file is not None:
            with closing(sqlite3.connect(self.file)) as connection, connection:
                for statement in statements:
                    connection.execute(statement)

    async def rows(self) -> Mapping[str, int]:
        """Return each table's number of rows."""
        return {table: await self.ask(f"SELECT count(*) FROM {table}") for table in TABLES.tables}  # noqa: S608  # names of our own

    async def multiply(self, copies: Copies) -> None:
        if self.server is None and self.file is not None:
            await asyncio.to_thread(multiply, self.file, copies)
        elif self.server is not None:
            async with self.server.connect(DATABASE) as connection:
                await multiply_on_postgresql(connection, copies)


def run() -> None:
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder:
        soak = asyncio.run(_measure(Path(folder)))
    print("\n".join((*_minutes(soak), *_rows(soak), *_checks(soak))))


@asynccontextmanager
async def _database(folder: Path) -> AsyncIterator[SoakedDatabase]:
    async with AsyncExitStack() as stack:
        if not ON_POSTGRESQL:
            yield SoakedDatabase(folder / "fernpartie.db", None)
            return
        server = stack.enter_context(postgresql(**SETTINGS, fsync="on"))
        await server.create(DATABASE)
        yield SoakedDatabase(None, server)


async def _measure(folder: Path) -> Soak:
    async with _database(folder) as database, aiohttp.ClientSession() as session:
        old = await _plant(database)
        # Pairs begin their games before the restart, so that the old rows are there before and after a start.
        settings = {"FERNPARTIE_DATABASE_URL": database.url, FORGET_AFTER: "100000"}
        async with running_bot(folder, settings=settings) as bot:
            requests = RequestCounts(session, bot.playground)
            some = [MovingPair(pair) for pair in await pairs(requests, bot.playground, MANY, PLIES)]
            await asyncio.gather(*(player.move() for player in some))
            await bot.settle()
            full = await measure(bot, partial(at_once, pairs=some, moves=FULL_LOAD, most=MANY))
            soak = Soak(SHARE * full.per_second, old=old)
            players = [MovingPair(pair) for pair in await _players(requests, bot, soak.pace)]
            bot.settings = settings | {FORGET_AFTER: str(MINUTES * 30)}
            await bot.restart()
            await bot.settle()
            await _soak(soak, bot, players, database)
        return soak


async def _soak(soak: Soak, bot: RunningBot, players: Sequence[MovingPair], database: SoakedDatabase) -> None:
    work = None if database.server is None else ServerWork(database.server, DATABASE)
    if work is not None:
        await work.prepare()
    soak.before = await database.rows()
    before = None if work is None else await work.so_far()
    queue = list(players)
    for minute in range(round(MINUTES)):
        load, moves = Load(), int(60 * soak.pace)
        # A person moves again only after all others have moved.
        turn = minute * moves % len(queue)
        willing = [player for player in queue[turn:] + queue[:turn] if not player.unanswered]
        play = partial(play_at_pace, pairs=willing, moves=moves, pace=soak.pace, most=MANY)
        load = await measure(bot, play)
        if not load.waits:
            raise RuntimeError("nobody is answered any more")
        soak.minutes.append(Minute(load, (await bot.figures()).memory, await _old(database)))
        print(*_minute(minute, soak), flush=True)
    if work is not None and before is not None:
        soak.statements = (await work.so_far() - before).statements / soak.moves
    soak.unanswered = sum(player.unanswered for player in players)
    await bot.settle()
    soak.after = await database.rows()
    soak.waiting = await database.ask("SELECT count(*) FROM notices WHERE status IN ('waiting', 'claimed')")


async def _plant(database: SoakedDatabase) -> int:
    """Store running games with old requests and notices; return the number of rows to be deleted."""
    async with open_matches(database.url) as matches:
        players = await matches.match_of(person(0), person(1), HOME)
        for ply, move in enumerate(random_game(1, PLIES_STORED)):
            await matches.play(players, ply, move)
            while await matches.deliver():
                pass
    moment = utc_now() - NOTICES_KEPT - timedelta(days=1)
    await database.do(
        f"UPDATE notices SET created = '{moment:%Y-%m-%d %H:%M:%S.%f}'",  # noqa: S608  # a moment of our own
        # Discord's ids grow: older ones begin with smaller numbers.
        f"UPDATE requests SET made = '{moment:%Y-%m-%d %H:%M:%S.%f}', id = '1' || substr(id, 10)",  # noqa: S608  # as above
    )
    of_one = await _old(database)
    copies = Copies(OLD_ROWS // of_one, own_people=True, own_servers=False)
    await database.multiply(copies)
    return await _old(database)


async def _old(database: SoakedDatabase) -> int:
    before = f"'{utc_now() - NOTICES_KEPT:%Y-%m-%d %H:%M:%S.%f}'"
    requests = await database.ask(f"SELECT count(*) FROM requests WHERE made < {before}")  # noqa: S608  # a moment of our own
    return requests + await database.ask(f"SELECT count(*) FROM notices WHERE created < {before}")  # noqa: S608  # as above


async def _players(requests: RequestCounts, bot: RunningBot, pace: float) -> list[Pair]:
    """Begin as many games as the moves need, in channels with room for them."""
    number = int(pace * 60 * MINUTES / PLIES * 1.2) + MANY
    channels = [
        await open_channel(requests, str(HOME.server), f"games-{name}")
        for name in range(number // PAIRS_OF_CHANNEL + 1)
    ]
    return await pairs(requests, bot.playground, number, PLIES, channels)


def _minutes(soak: Soak) -> Iterator[str]:
    kind = "PostgreSQL" if ON_POSTGRESQL else "SQLite"
    yield f"Soak on {kind}: {soak.pace:.0f} moves a second, {SHARE:.0%} of full load, {soak.moves:,} moves"
    head = ("moves/s", "CPU ms", "wait p50", "p99", "MB", "old rows")
    yield f"{'minute':<12}{''.join(f'{word:>12}' for word in head)}"
    for number in range(len(soak.minutes)):
        yield from _minute(number, soak)
    if soak.statements is not None:
        yield f"{soak.statements:.1f} statements a move, those of idling and forgetting among them"


def _minute(number: int, soak: Soak) -> Iterator[str]:
    minute = soak.minutes[number]
    waits = (percentile(minute.load.waits, percent) for percent in (50, 99))
    figures = (minute.load.per_second, minute.load.milliseconds, *waits, minute.memory / 1e6)
    yield f"{number + 1:<12}{''.join(f'{figure:>12.1f}' for figure in figures)}{minute.old:>12,}"


def _rows(soak: Soak) -> Iterator[str]:
    yield f"{'table':<22}{'before':>12}{'after':>12}{'growth':>12}  beside what was forgotten"
    for table, before in soak.before.items():
        after = soak.after[table]
        if before != after or table in GROWING:
            yield f"{table:<22}{before:>12,}{after:>12,}{after - before:>12,}"
    yield (
        f"of {soak.old:,} old rows {soak.deleted_rows:,} were deleted; {soak.unanswered} moves had no answer,"
        f" load of the machine at the end: {os.getloadavg()[0]:.1f}"
    )


def _checks(soak: Soak) -> Iterator[str]:
    warm = soak.minutes[min(WARM, len(soak.minutes) - 1) :]
    half = max(1, len(warm) // 2)
    grown = {table: soak.after[table] - before for table, before in soak.before.items()}
    per_move = (grown["notices"] + grown["requests"] + soak.deleted_rows) / soak.moves
    checks = {
        f"memory at the end <= {MEMORY_FLAT} x after {WARM} minutes": warm[-1].memory
        <= MEMORY_FLAT * warm[0].memory,
        "each move left one ply": 0 <= grown["plies"] - soak.moves <= soak.unanswered,
        f"and {per_move:.2f} requests and notices, at most 4": per_move <= 4,
        "no other table has grown": not any(
            rows > 0 for table, rows in grown.items() if table not in GROWING
        ),
        "nothing waits at the end": not soak.waiting,
        "old rows were forgotten": soak.deleted_rows > 0,
    }
    for percent in (50, 99):
        first, then = (
            median(percentile(minute.load.waits, percent) for minute in part)
            for part in (warm[:half], warm[half:] or warm)
        )
        name = f"wait p{percent} <= {LATENCY_FLAT} x in the second half, which forgets"
        checks[name] = then <= LATENCY_FLAT * first
    for check, reached in checks.items():
        yield f"goal: {check:<58} {verdict(reached=reached)}"

"""One, two and four processes over one PostgreSQL with many running games, each process at the same pace.

The bot runs with FERNPARTIE_SHARDS=auto against a playground with shards; people in a server of each shard
play. Everything shares the machine's cores, at a pace that leaves them idle most of the time: CPU is what the
bots' processes have used, seen from outside. Waits for locks are sampled. What is lost or doubled is counted
in the log and among the boards posted.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.bots import RunningBot
from bench.stage.filling import Copies, multiply_on_postgresql
from bench.stage.gauges import RUNS, percentile, verdict
from bench.stage.loads import SETTLED, Load, paced
from bench.stage.matches import open_matches, person, random_game
from bench.stage.people import Pair, Requests, pairs
from bench.stage.postgresql import PostgreSQL, postgresql
from bench.stage.server_work import SETTINGS, LockWaits, ServerWork, Size, Work
from bot.play.domain.people import Place
from playground.messages import Message
from playground.server import Playground
from playground.sharding import Sharding

DATABASE = "fernpartie"
PROCESSES = (1, 2, 4)
SHARDS = 8
GAMES, PLIES_STORED = 100_000, 30
PAIRS, PLIES = 64, 90
PACE, SECONDS = 5.0, 12.0
"""Moves a second for each process: four of them ask Discord for what it lets a bot ask; for so long."""

IDLE_SECONDS = 6.0
CPU_GOAL = 1.2
"""CPU of a move, at most so many times that with one process."""

PATIENCE, LOOK = 90.0, 0.2


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured with so many processes in one run; `idle` is of the time before, without moves."""

    load: Load
    work: Work
    waits: LockWaits
    requests: int
    connections: int
    memory: Sequence[int]
    idle_cpu: float
    idle: Work

    @property
    def statements(self) -> float:
        """Statements of a move, without those that an idle process makes."""
        return self._of_move(self.work.statements, self.idle.statements)

    @property
    def transactions(self) -> float:
        """Transactions of a move, likewise."""
        return self._of_move(self.work.transactions, self.idle.transactions)

    def _of_move(self, busy: int, idle: int) -> float:
        return (busy - idle / IDLE_SECONDS * self.load.seconds) / len(self.load.waits)


@dataclass(frozen=True, slots=True)
class Outcome:
    """All runs by the number of processes; what came of all moves; how large the tables were before."""

    runs: dict[int, list[Run]]
    moves: int
    lost: int
    doubled: int
    deadlocks: int
    sizes: Sequence[Size]


@dataclass(slots=True)
class Processes:
    """The running processes, over one database, at one playground."""

    playground: Playground
    server: PostgreSQL
    folder: Path
    bots: list[RunningBot]

    async def be(self, number: int) -> None:
        """Have so many processes live, and wait until they share the shards evenly and rest."""
        settings = {"FERNPARTIE_DATABASE_URL": self.server.url(DATABASE), "FERNPARTIE_SHARDS": "auto"}
        while len(self.bots) > number:
            await self.bots.pop().end()
        while len(self.bots) < number:
            self.bots.append(await RunningBot.start(self.playground, self.folder, settings))
        async with asyncio.timeout(PATIENCE):
            while not await self._shared():  # noqa: ASYNC110  # it is read from the database
                await asyncio.sleep(LOOK)
        await asyncio.gather(*(bot.settled() for bot in self.bots))

    def cpu(self) -> float:
        """Return the seconds of CPU that all have used."""
        return sum(bot.cpu() for bot in self.bots)

    async def _shared(self) -> bool:
        held = await self.server.run("SELECT count(*) FROM shards GROUP BY holder", DATABASE)
        connected = self.playground.gateway.connected == [(number, SHARDS) for number in range(SHARDS)]
        return connected and held == [(SHARDS // len(self.bots),)] * len(self.bots)


@dataclass(slots=True)
class Crowd:
    """The pairs of people who move, and how often each has got a board for it."""

    pairs: list[Pair]
    playground: Playground

    async def warm(self) -> None:
        """Have each pair move once, so that everything is at hand where it is needed."""
        await paced(Load(), self.pairs, len(self.pairs), 2 * PACE)

    def boards(self, pair: Pair) -> Sequence[Message]:
        """Return the boards that were posted in a pair's thread."""
        world = self.playground.world
        return [
            message
            for message in world.newest_first(pair.thread)
            if message.author_id == world.bot.id and message.attachments and message.ephemeral_for is None
        ]


def run() -> None:
    """Measure and print the tables."""
    settings = SETTINGS | {"fsync": "on"}
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder, postgresql(**settings) as server:
        outcome = asyncio.run(_measure(Path(folder), server))
    print("\n".join((*_table(outcome), *_sizes(outcome.sizes))))


async def _measure(folder: Path, server: PostgreSQL) -> Outcome:
    work = ServerWork(server, DATABASE)
    await work.prepare()
    await server.create(DATABASE)
    sharding = Sharding(shards=SHARDS, max_concurrency=SHARDS)
    async with Playground.start(sharding=sharding) as playground, aiohttp.ClientSession() as session:
        requests = Requests(session, playground)
        places = await _servers(requests)
        await _store(server, places)
        sizes = await work.sizes()
        async with _processes(playground, server, folder) as processes:
            await processes.be(1)
            # Each server gets pairs of all games, and the servers are asked in no order.
            channels = [str(place.channel) for place in places for _ in range(4)]
            crowd = Crowd(await pairs(requests, playground, PAIRS, PLIES, channels), playground)
            Random(1).shuffle(crowd.pairs)
            runs: dict[int, list[Run]] = {number: [] for number in PROCESSES}
            for _ in range(RUNS):
                for number in PROCESSES:
                    await processes.be(number)
                    await crowd.warm()
                    runs[number].append(await _run(processes, crowd, work))
            await asyncio.gather(*(bot.settled() for bot in processes.bots))
            moves, lost, doubled = await _lost_and_doubled(server, crowd)
            return Outcome(runs, moves, lost, doubled, (await work.so_far()).deadlocks, sizes)


@asynccontextmanager
async def _processes(playground: Playground, server: PostgreSQL, folder: Path) -> AsyncIterator[Processes]:
    processes = Processes(playground, server, folder, [])
    try:
        yield processes
    finally:
        await asyncio.gather(*(bot.end() for bot in processes.bots))


async def _servers(requests: Requests) -> Sequence[Place]:
    """Found a server for each shard; return a channel of each, in the order of the shards."""
    places = dict[int, Place]()
    while len(places) < SHARDS:
        body = {"name": "Another", "locale": "en-US", "present": True}
        server = int((await requests.post("/playground/control/guilds", body))["id"])
        if (server >> 22) % SHARDS in places:
            continue
        opened = {"guild_id": str(server), "name": "games", "type": "text"}
        channel = int((await requests.post("/playground/control/channels", opened))["id"])
        places[(server >> 22) % SHARDS] = Place(server, channel, "en-US")
    return [places[number] for number in range(SHARDS)]


async def _store(server: PostgreSQL, places: Sequence[Place]) -> None:
    """Store the running games, equally many in each server, each with people and a channel of its own."""
    async with open_matches(server.url(DATABASE)) as matches:
        for number, place in enumerate(places):
            players = await matches.match_of(person(2 * number), person(2 * number + 1), place)
            for ply, move in enumerate(random_game(number, PLIES_STORED)):
                await matches.play(players, ply, move)
                while await matches.deliver():
                    pass
    async with server.connected(DATABASE) as connection:
        copies = Copies(GAMES // len(places) - 1, own_people=True, own_servers=False)
        await multiply_on_postgresql(connection, copies)


async def _run(processes: Processes, crowd: Crowd, work: ServerWork) -> Run:
    loop, number, load = asyncio.get_running_loop(), len(processes.bots), Load()
    await asyncio.gather(*(bot.settled() for bot in processes.bots))
    before, cpu = await work.so_far(), processes.cpu()
    await asyncio.sleep(IDLE_SECONDS)
    idle, idle_cpu = await work.so_far() - before, processes.cpu() - cpu
    asked = crowd.playground.journal.since(0)[-1].n
    before, cpu, start = await work.so_far(), processes.cpu(), loop.time()
    async with work.watched() as waits:
        await paced(load, crowd.pairs, int(number * PACE * SECONDS), number * PACE)
        await asyncio.sleep(SETTLED)
    load.seconds, load.cpu = loop.time() - start, processes.cpu() - cpu
    done = await work.so_far() - before
    sent = [entry for entry in crowd.playground.journal.since(asked) if entry.authorized]
    memory = [(await bot.figures()).memory for bot in processes.bots]
    return Run(load, done, waits, len(sent), await work.connections(), memory, idle_cpu / number, idle)


async def _lost_and_doubled(server: PostgreSQL, crowd: Crowd) -> tuple[int, int, int]:
    """Return how many moves there were, how many of their plies or boards are missing, how many too many."""
    found = await server.run(
        "SELECT thread, count(*) FROM games JOIN plies ON game = id GROUP BY 1", DATABASE
    )
    logged = {str(thread): int(str(number)) for thread, number in found}
    moves = lost = doubled = 0
    for pair in crowd.pairs:
        played = PLIES - len(list(pair.moves))
        moves += played
        # The first board is of the game's beginning.
        for there in (logged.get(pair.thread, 0), len(crowd.boards(pair)) - 1):
            lost += max(0, played - there)
            doubled += max(0, there - played)
    return moves, lost, doubled


def _table(outcome: Outcome) -> Iterator[str]:
    yield (
        f"Processes: {PACE:.0f} moves a second each, {GAMES:,} running games stored, {SHARDS} shards, "
        f"medians of {RUNS} runs"
    )
    head = (
        "CPU ms",
        "x",
        "idle ms/s",
        "wait p50",
        "p99",
        "lock ms",
        "statements",
        "trans",
        "requests",
        "conns",
        "MB",
    )
    yield f"{'':<14}{''.join(f'{word:>11}' for word in head)}"
    ratios = dict[int, float]()
    for number, runs in outcome.runs.items():
        alone = outcome.runs[PROCESSES[0]]
        ratios[number] = median(
            run.load.milliseconds / one.load.milliseconds for run, one in zip(runs, alone, strict=True)
        )
        figures = (
            median(run.load.milliseconds for run in runs),
            ratios[number],
            median(run.idle_cpu / IDLE_SECONDS * 1000 for run in runs),
            *(median(percentile(run.load.waits, percent) for run in runs) for percent in (50, 99)),
            median(run.waits.milliseconds / len(run.load.waits) for run in runs),
            median(run.statements for run in runs),
            median(run.transactions for run in runs),
            median(run.requests / len(run.load.waits) for run in runs),
            median(run.connections for run in runs),
            median(max(run.memory) for run in runs) / 1e6,
        )
        name = f"{number} process{'es' if number > 1 else ''}"
        yield f"{name:<14}{''.join(f'{figure:>11.2f}' for figure in figures)}"
    yield "of a move: CPU, lock ms (waited for locks), statements, transactions, requests Discord counts;"
    yield "wait: milliseconds until the board is there; idle: CPU of a process without moves; MB: the largest"
    last = outcome.runs[PROCESSES[-1]]
    idle = median(run.idle.statements / IDLE_SECONDS / PROCESSES[-1] for run in last)
    most = max(run.waits.most for runs in outcome.runs.values() for run in runs)
    yield f"an idle process: {idle:.1f} statements a second; waiting for locks at once: {most} at most"
    lost = f"{outcome.lost} lost, {outcome.doubled} doubled"
    yield f"{outcome.moves:,} moves: {lost}, {outcome.deadlocks} deadlocks"
    checks = {
        f"CPU of a move with {number} processes <= {CPU_GOAL} x that with one": ratios[number] <= CPU_GOAL
        for number in PROCESSES[1:]
    } | {"no move lost or doubled": outcome.lost == outcome.doubled == 0}
    for check, reached in checks.items():
        yield f"goal: {check:<58} {verdict(reached=reached)}"


def _sizes(sizes: Sequence[Size]) -> Iterator[str]:
    yield f"Tables with {GAMES:,} running games of {PLIES_STORED} plies, indexes among the bytes"
    yield f"{'':<22}{'rows':>14}{'bytes':>16}{'bytes a row':>14}{'bytes a game':>14}"
    for size in sizes:
        if size.rows >= GAMES:
            of_row, of_game = size.bytes / size.rows, size.bytes / GAMES
            yield f"{size.table:<22}{size.rows:>14,}{size.bytes:>16,}{of_row:>14.0f}{of_game:>14.0f}"
    whole = sum(size.bytes for size in sizes)
    yield f"{'all':<22}{'':>14}{whole:>16,}{'':>14}{whole / GAMES:>14.0f}"

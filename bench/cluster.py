"""One, two and four processes over one PostgreSQL with many running games, at the same pace per process.

The bot runs with FERNPARTIE_SHARDS=auto against a playground with shards; people play in a server of each
shard. All share the machine's cores, at a pace that leaves them mostly idle: CPU is the CPU of the bots'
processes, measured from outside. Lock waits are sampled. Losses and duplicates are counted in the log and
among the posted boards.
"""

import asyncio
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import aiohttp

from bench.stage.crowd import Crowd, MovingPair, count_lost_and_doubled
from bench.stage.gauges import RUNS, percentile, verdict
from bench.stage.loads import SETTLE_SECONDS, Load
from bench.stage.people import RequestCounts, pairs
from bench.stage.postgresql import PostgreSQL, postgresql
from bench.stage.processes import DATABASE, Processes, found_servers, processes, store
from bench.stage.server_work import SETTINGS, LockWaits, ServerWork, Work, WorkSize
from playground.gateway.sharding import Sharding
from playground.rest.rate_limits import ROOMY
from playground.server import Playground

PROCESSES = (1, 2, 4)
SHARDS = 8
GAMES, PLIES_STORED = 100_000, 30
PAIRS, PLIES = 64, 90
PACE, SECONDS = 4.0, 12.0
"""Moves per second and process: four processes stay below Discord's limit of requests."""

IDLE_SECONDS = 6.0
CPU_GOAL = 1.2
"""The maximum CPU per move, as a multiple of the CPU with one process."""


@dataclass(frozen=True, slots=True)
class ClusterRun:
    """Measurements of a run with some number of processes; `idle` was measured before, without moves."""

    load: Load
    work: Work
    waits: LockWaits
    requests: int
    connections: int
    memory: Sequence[int]
    idle_cpu: float
    idle: Work
    server_cpu: float

    @property
    def statements(self) -> float:
        """Statements per move, without those of idle processes."""
        return self._of_move(self.work.statements, self.idle.statements)

    @property
    def transactions(self) -> float:
        """Transactions per move, without those of idle processes."""
        return self._of_move(self.work.transactions, self.idle.transactions)

    def _of_move(self, busy: int, idle: int) -> float:
        return (busy - idle / IDLE_SECONDS * self.load.seconds) / len(self.load.waits)


@dataclass(frozen=True, slots=True)
class ClusterResult:
    """All runs by the number of processes; the results of all moves; the size of the tables before.

    `of_game` are the requests that count towards Discord's limit when a game begins; `backup` the seconds and
    bytes of a backup.
    """

    runs: dict[int, list[ClusterRun]]
    crowd: Crowd
    lost_plies: int
    doubled_plies: int
    deadlocks: int
    sizes: Sequence[WorkSize]
    of_game: float
    backup: tuple[float, int]


def run() -> None:
    settings = SETTINGS | {"fsync": "on"}
    with TemporaryDirectory(prefix="fernpartie-bench-") as folder, postgresql(**settings) as server:
        outcome = asyncio.run(_measure(Path(folder), server))
    print("\n".join((*_table(outcome), *_sizes(outcome.sizes))))


async def _measure(folder: Path, server: PostgreSQL) -> ClusterResult:
    work = ServerWork(server, DATABASE)
    await work.prepare()
    await server.create(DATABASE)
    sharding = Sharding(shards=SHARDS, max_concurrency=SHARDS)
    async with (
        Playground.start(sharding=sharding, limits=ROOMY) as playground,
        aiohttp.ClientSession() as session,
    ):
        requests = RequestCounts(session, playground)
        places = await found_servers(requests, SHARDS)
        await store(server, places, GAMES, PLIES_STORED)
        sizes = await work.sizes()
        async with processes(playground, server, folder, SHARDS) as running:
            backup = await running.backup()
            await running.be(1)
            start = playground.journal.since(0)[-1].n
            # Each server gets pairs of all games.
            channels = [str(place.channel) for place in places for _ in range(4)]
            couples = await pairs(requests, playground, PAIRS, PLIES, channels)
            await running.bots[0].settle()
            of_game = sum(entry.authorized for entry in playground.journal.since(start)) / PAIRS
            crowd = Crowd([MovingPair(pair) for pair in couples], playground)
            Random(1).shuffle(crowd.players)
            runs: dict[int, list[ClusterRun]] = {number: [] for number in PROCESSES}
            for _ in range(RUNS):
                for number in PROCESSES:
                    await running.be(number)
                    await crowd.warm(2 * PACE)
                    runs[number].append(await _run(running, crowd, work))
            await asyncio.gather(*(bot.settle() for bot in running.bots))
            loss_count, doubled = await count_lost_and_doubled(server, crowd)
            deadlocks = (await work.so_far()).deadlocks
            return ClusterResult(runs, crowd, loss_count, doubled, deadlocks, sizes, of_game, backup)


async def _run(running: Processes, crowd: Crowd, work: ServerWork) -> ClusterRun:
    loop, number, load = asyncio.get_running_loop(), len(running.bots), Load()
    await asyncio.gather(*(bot.settle() for bot in running.bots))
    before, cpu = await work.so_far(), running.cpu()
    await asyncio.sleep(IDLE_SECONDS)
    idle, idle_cpu = await work.so_far() - before, running.cpu() - cpu
    first_entry = crowd.playground.journal.since(0)[-1].n
    before, cpu, start = await work.so_far(), running.cpu(), loop.time()
    server_cpu = work.cpu()
    async with work.watch() as waits:
        await crowd.play(load, int(number * PACE * SECONDS), number * PACE)
        await asyncio.sleep(SETTLE_SECONDS)
    load.seconds, load.cpu = loop.time() - start, running.cpu() - cpu
    server_cpu = work.cpu() - server_cpu
    delta = await work.so_far() - before
    requests = [entry for entry in crowd.playground.journal.since(first_entry) if entry.authorized]
    memory = [(await bot.figures()).memory for bot in running.bots]
    return ClusterRun(
        load,
        delta,
        waits,
        len(requests),
        await work.connections(),
        memory,
        idle_cpu / number,
        idle,
        server_cpu,
    )


def _table(outcome: ClusterResult) -> Iterator[str]:
    yield (
        f"Processes: {PACE:.0f} moves a second each, {GAMES:,} running games stored, {SHARDS} shards, "
        f"medians of {RUNS} runs"
    )
    of_move = ("CPU ms", "x", "server", "lock ms", "statements", "trans", "requests")
    head = (*of_move, "wait p50", "p99", "idle ms/s", "conns", "MB")
    yield f"{'':<14}{''.join(f'{word:>11}' for word in head)}"
    ratios = dict[int, float]()
    for number, runs in outcome.runs.items():
        alone = outcome.runs[PROCESSES[0]]
        ratios[number] = median(
            run.load.milliseconds / single.load.milliseconds for run, single in zip(runs, alone, strict=True)
        )
        figures = (
            median(run.load.milliseconds for run in runs),
            ratios[number],
            median(run.server_cpu / len(run.load.waits) * 1000 for run in runs),
            median(run.waits.milliseconds / len(run.load.waits) for run in runs),
            median(run.statements for run in runs),
            median(run.transactions for run in runs),
            median(run.requests / len(run.load.waits) for run in runs),
            *(median(percentile(run.load.waits, percent) for run in runs) for percent in (50, 99)),
            median(run.idle_cpu / IDLE_SECONDS * 1000 for run in runs),
            median(run.connections for run in runs),
            median(max(run.memory) for run in runs) / 1e6,
        )
        name = f"{number} process{'es' if number > 1 else ''}"
        yield f"{name:<14}{''.join(f'{figure:>11.2f}' for figure in figures)}"
    yield f"the first {len(of_move)} are of a move, requests those that Discord counts; waits in milliseconds"
    yield "until the board is there; idle is the CPU of a process without moves; MB that of the largest"
    yield f"requests that Discord counts of beginning a game: {outcome.of_game:.1f}"
    seconds, size = outcome.backup
    yield f"a backup of what was stored: {seconds:.0f} s, {size / 1e6:,.0f} MB"
    last = outcome.runs[PROCESSES[-1]]
    idle = median(run.idle.statements / IDLE_SECONDS / PROCESSES[-1] for run in last)
    most = max(run.waits.most for runs in outcome.runs.values() for run in runs)
    yield f"an idle process: {idle:.1f} statements a second; waiting for locks at once: {most} at most"
    text = f"{outcome.lost_plies} lost, {outcome.doubled_plies} doubled"
    unanswered = sum(player.unanswered for player in outcome.crowd.players)
    yield (
        f"{outcome.crowd.moves:,} moves: {text}, {unanswered} unanswered, {outcome.deadlocks} deadlocks;"
        f" load of the machine at the end: {os.getloadavg()[0]:.1f}"
    )
    checks = {
        f"CPU of a move with {number} processes <= {CPU_GOAL} x that with one": ratios[number] <= CPU_GOAL
        for number in PROCESSES[1:]
    } | {"no move lost or doubled": outcome.lost_plies == outcome.doubled_plies == 0}
    for check, reached in checks.items():
        yield f"goal: {check:<58} {verdict(reached=reached)}"


def _sizes(sizes: Sequence[WorkSize]) -> Iterator[str]:
    yield f"Tables with {GAMES:,} running games of {PLIES_STORED} plies, indexes among the bytes"
    yield f"{'':<22}{'rows':>14}{'bytes':>16}{'bytes a row':>14}{'bytes a game':>14}"
    for size in sizes:
        if size.rows >= GAMES:
            of_row, of_game = size.bytes / size.rows, size.bytes / GAMES
            yield f"{size.table:<22}{size.rows:>14,}{size.bytes:>16,}{of_row:>14.0f}{of_game:>14.0f}"
    whole = sum(size.bytes for size in sizes)
    yield f"{'all':<22}{'':>14}{whole:>16,}{'':>14}{whole / GAMES:>14.0f}"

"""The whole run: processes, people and faults, followed by the verdict."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from random import Random

import aiohttp

from bench.stage.cluster import Cluster, cluster
from bench.stage.fault_injection import FaultInjection
from bench.stage.people import RequestCounts, newcomer, open_channel
from bench.stage.postgresql import PostgreSQL, postgresql
from bench.stage.retrying_client import PlayedGame, RetryingPair, Tally
from bench.stage.verdict import Posts, Verdict, judge
from bot.features.help.domain import WelcomeStatus
from bot.features.help.store import WelcomeRepository
from bot.repositories.tables.server_tables import EVERY_SERVER
from data.cluster.signal_values import SIGNALS, Topic
from data.outages import OUTAGES
from data.store import Store
from rules import GAMES

DATABASE = "chaos"
SERVERS = 16
LEASE = 4.0
"""Seconds of a lease: shorter than usual, so that more events occur."""
STOP_SECONDS = 6.0
_SHIFT = """
    WITH shifted AS (
        UPDATE games SET since = since - interval '200 days', deadline = deadline - interval '200 days'
        WHERE thread = {thread} AND status = 'running' RETURNING id
    )
    UPDATE timers SET due = due - interval '200 days'
    WHERE kind = 'game' AND subject IN (SELECT id FROM shifted)
"""
_TELL = f"SELECT pg_notify('{SIGNALS}', '{Topic.DEADLINE} ' || to_char(now(), 'YYYY-MM-DD HH24:MI:SSOF:00'))"


@dataclass(frozen=True, slots=True)
class Chaos:
    """The extent of a run. `pause` is the number of seconds between two kills, `thinking` per move."""

    kills: int
    seed: int = 1
    processes: int = 4
    pairs: int = 50
    timed: int = 10
    """The number of pairs that stop playing, so that their time runs out."""
    pause: float = 2.0
    thinking: float = 2.0


@dataclass(slots=True)
class Report:
    """The events and the verdict of a run."""

    processes: int
    pairs: int
    done: Counter[str]
    starts: int
    tally: Tally
    verdict: Verdict
    said: list[str] = field(default_factory=list)
    """Log lines of the processes."""


async def run_chaos(folder: Path, chaos: Chaos) -> Report:
    with postgresql() as server:
        url = await server.create(DATABASE)
        await _welcome_nobody(url)
        async with (
            cluster(folder, url, processes=chaos.processes, lease=LEASE) as running,
            aiohttp.ClientSession() as session,
        ):
            report = await _play(running, server, session, chaos)
        report.said = list(running.output_lines())
        return report


async def _welcome_nobody(url: str) -> None:
    """Mark every server as welcomed: otherwise each process would draw a sheet of all boards."""
    store = await Store.open(url)
    async with store.write() as session:
        await session.of(WelcomeRepository).save(
            EVERY_SERVER, datetime.max.replace(tzinfo=UTC), WelcomeStatus.KNOWN
        )
    await store.close()


async def _play(running: Cluster, server: PostgreSQL, session: aiohttp.ClientSession, chaos: Chaos) -> Report:
    world = running.playground.world
    posts, tally, chance = Posts.of(world), Tally(), Random(chaos.seed)
    requests = RequestCounts(session, running.playground)
    pairs = await _pairs(requests, running, chaos, tally)
    await asyncio.gather(*(pair.begin() for pair in pairs))
    enough = asyncio.Event()
    faults = FaultInjection(running, server, chance, chaos.kills, chaos.pause, STOP_SECONDS)
    async with asyncio.TaskGroup() as work:
        playing = [work.create_task(pair.play(enough)) for pair in pairs]
        passing = work.create_task(_advance_clock(server, pairs))
        await asyncio.sleep(chaos.pause)
        await faults.run()
        # A pair that stops ends its task: time must run out even in a short run on a busy machine.
        if timed := [task for task, pair in zip(playing, pairs, strict=True) if pair.clock]:
            await asyncio.wait(timed, return_when=asyncio.FIRST_COMPLETED)
        enough.set()
        passing.cancel()
    games = [game for pair in pairs for game in pair.games]
    await _advance_clock_once(server, games)
    verdict = await judge(running, server, DATABASE, posts, games)
    verdict.wrong += [stuck for pair in pairs for stuck in await pair.stuck_games(verdict.running)]
    starts = sum(member.starts for member in running.members)
    return Report(chaos.processes, chaos.pairs, faults.done, starts, tally, verdict)


async def _pairs(requests: RequestCounts, running: Cluster, chaos: Chaos, tally: Tally) -> list[RetryingPair]:
    """Create pairs of players, each with its own channel; the servers cover all shards."""
    servers = []
    for number in range(SERVERS):
        body = {"name": f"Server {number}", "locale": "en-US"}
        servers.append(str((await requests.post("/playground/control/guilds", body))["id"]))
    pairs = []
    for number, server in enumerate(islice(cycle(servers), chaos.pairs)):
        channel = await open_channel(requests, server, f"table-{number}")
        people = [await newcomer(requests, f"Player {2 * number + seat}") for seat in (0, 1)]
        keys, timed = islice(cycle(GAMES), number % len(GAMES), None), number < chaos.timed
        pairs.append(
            RetryingPair(
                requests,
                running.playground.world,
                people,
                channel,
                keys,
                Random(f"{chaos.seed} {number}"),
                tally,
                chaos.thinking,
                *(("1 day", 4) if timed else ()),
            )
        )
    return pairs


async def _advance_clock(server: PostgreSQL, pairs: list[RetryingPair]) -> None:
    """Advance the clocks of games whose players have stopped."""
    while True:
        await asyncio.sleep(1)
        await _advance_clock_once(server, [game for pair in pairs for game in pair.games])


async def _advance_clock_once(server: PostgreSQL, games: list[PlayedGame]) -> None:
    for game in games:
        if game.stopped and not game.expired:
            try:
                await server.run(_SHIFT.format(thread=game.thread), DATABASE)
                game.expired = True
                await server.run(_TELL, DATABASE)
            except OUTAGES:
                return

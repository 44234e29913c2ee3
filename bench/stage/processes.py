"""Processes that share the shards of a bot, over a private PostgreSQL full of running games."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.stage.bots import RunningBot
from bench.stage.filling import Copies, multiply_on_postgresql
from bench.stage.matches import open_matches, person, random_game
from bench.stage.people import RequestCounts, open_channel
from bench.stage.postgresql import PostgreSQL
from bot.model.people.person import Place
from playground.server import Playground

DATABASE = "fernpartie"
TIMEOUT, POLL_INTERVAL = 90.0, 0.2


@dataclass(slots=True)
class Processes:
    """The running processes, over one database, at one playground."""

    playground: Playground
    server: PostgreSQL
    folder: Path
    shards: int
    bots: list[RunningBot] = field(default_factory=list)

    async def be(self, number: int) -> None:
        """Start or stop processes up to `number`; wait until they share the shards evenly and are idle."""
        while len(self.bots) > number:
            await self.bots.pop().end()
        while len(self.bots) < number:
            self.bots.append(await RunningBot.start(self.playground, self.folder, self.settings))
        async with asyncio.timeout(TIMEOUT):
            while not await self._is_shared():  # noqa: ASYNC110  # it is read from the database
                await asyncio.sleep(POLL_INTERVAL)
        await asyncio.gather(*(bot.settle() for bot in self.bots))

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings of each process, which respect Discord's limits."""
        return {
            "FERNPARTIE_DATABASE_URL": self.server.url(DATABASE),
            "FERNPARTIE_SHARDS": "auto",
            "FERNPARTIE_REQUESTS_PER_SECOND": "50",
        }

    async def backup(self) -> tuple[float, int]:
        """Run the program's backup; return its seconds and its size in bytes."""
        loop, file = asyncio.get_running_loop(), self.folder / "backup"
        start = loop.time()
        environment = os.environ | {"FERNPARTIE_TOKEN": "none"} | dict(self.settings)
        command = (sys.executable, "-m", "bot", "backup", str(file))
        process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=subprocess.DEVNULL)
        if await process.wait():
            raise RuntimeError("there is no backup")
        return loop.time() - start, file.stat().st_size

    def cpu(self) -> float:
        """Return the CPU seconds used by all processes."""
        return sum(bot.cpu() for bot in self.bots)

    async def _is_shared(self) -> bool:
        rows = await self.server.run("SELECT count(*) FROM shards GROUP BY holder", DATABASE)
        connected = self.playground.gateway.connected_shards == [
            (number, self.shards) for number in range(self.shards)
        ]
        return connected and rows == [(self.shards // len(self.bots),)] * len(self.bots)


@asynccontextmanager
async def processes(
    playground: Playground, server: PostgreSQL, folder: Path, shards: int
) -> AsyncIterator[Processes]:
    """Start without processes, and stop all of them after the block."""
    running = Processes(playground, server, folder, shards)
    try:
        yield running
    finally:
        await asyncio.gather(*(bot.end() for bot in running.bots))


async def found_servers(requests: RequestCounts, shards: int) -> Sequence[Place]:
    """Create a server for each shard; return a channel of each, in the order of the shards."""
    places = dict[int, Place]()
    while len(places) < shards:
        body = {"name": "Another", "locale": "en-US", "present": True}
        server = int((await requests.post("/playground/control/guilds", body))["id"])
        if (server >> 22) % shards in places:
            continue
        channel = int(await open_channel(requests, str(server), "games"))
        places[(server >> 22) % shards] = Place(server, channel, "en-US")
    return [places[number] for number in range(shards)]


async def store(server: PostgreSQL, places: Sequence[Place], games: int, plies: int) -> None:
    """Store running games, equally many per server, each with its own people and channel."""
    async with open_matches(server.url(DATABASE)) as matches:
        for number, place in enumerate(places):
            players = await matches.match_of(person(2 * number), person(2 * number + 1), place)
            for ply, move in enumerate(random_game(number, plies)):
                await matches.play(players, ply, move)
                while await matches.deliver():
                    pass
    async with server.connect(DATABASE) as connection:
        copies = Copies(games // len(places) - 1, own_people=True, own_servers=False)
        await multiply_on_postgresql(connection, copies)

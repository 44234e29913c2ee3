"""The web process is killed while moves arrive: none is lost, none is played twice.

WEB_KILLS is the number of kills at a random moment (default 1).
"""

import asyncio
import os
import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import Any
from uuid import uuid4

import aiohttp
import pytest

from bot.model.events.events import PlyPlayed
from bot.model.match.match import Match
from tests.bot.features.web import page_process
from tests.bot.features.web.pages import open_page
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.support.forks")
KILLS = int(os.environ.get("WEB_KILLS", "1"))
SECONDS = 120.0
pytestmark = pytest.mark.timeout(300 + 30 * KILLS)


@dataclass
class PageProcess:
    """The web page in its own process, restarted after each death; `deaths` are the planned ones."""

    forks: ForkServerContext
    database: str
    port: int
    now: str
    session: aiohttp.ClientSession
    process: ForkServerProcess | None = None
    starts: int = 0
    deaths: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://{page_process.HOST}:{self.port}"

    async def start(self) -> None:
        """Wait for the previous process to end, and for the next to listen."""
        if self.process is not None:
            await asyncio.to_thread(self.process.join)
            assert self.process.exitcode == -signal.SIGKILL
        receiver, sender = self.forks.Pipe(duplex=False)
        death = self.deaths.pop(0) if self.deaths else "never"
        self.process = self.forks.Process(
            target=page_process.run, args=(sender, self.database, self.port, self.now, death)
        )
        self.process.start()
        sender.close()
        with receiver:
            assert await asyncio.to_thread(receiver.poll, SECONDS)
            assert receiver.recv()
        self.starts += 1

    async def alive(self) -> ForkServerProcess:
        """Return the current process, a new one after a death between two moves."""
        if self.process is None or self.process.exitcode is not None:
            await self.start()
        assert self.process is not None
        return self.process

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()

    async def post(self, path: str, bearer: str, body: object) -> Any:
        """Send a request as the client does: repeated with the same id until it is answered."""
        headers = {"Origin": self.url, "Authorization": f"Bearer {bearer}"}
        while True:
            try:
                async with self.session.post(f"{self.url}/{path}", json=body, headers=headers) as answer:
                    assert answer.status == 200, await answer.text()
                    return await answer.json()
            except (aiohttp.ClientError, ConnectionError):
                await self.start()


@dataclass
class Play:
    """A match that two people play through the page's process."""

    page: PageProcess
    match: Match
    bearers: list[str]
    played: list[str] = field(default_factory=list)

    async def move(self, move: str) -> None:
        number = len(self.played)
        body = {"request": str(uuid4()), "move": move, "plies": number, "taken_back": 0}
        path = f"api/games/{self.match.id}/move"
        answer = await self.page.post(path, self.bearers[number % 2], body)
        assert answer["view"]["plies"] == number + 1
        self.played.append(move)


async def begin_play(world: World, page: PageProcess) -> Play:
    match, own = await world.match("conhex", swap="off"), open_page(world)
    bearers = []
    for person in (ANNA, BEN):
        token = await own.grants.link(world.by(person), match)
        session = await page.post("api/session", "", {"token": token, "frame": True})
        bearers.append(session["bearer"])
    # From here on the page has the database to itself, like a bot with SQLite.
    await world.store.close()
    return Play(page, match, bearers)


async def check(world: World, play: Play) -> None:
    """Check that the log and its events hold each move once, in order."""
    matches = world.services.matches
    current = await matches.get(play.match.id)
    plies = await matches.plies(current.id, 0, current.plies)
    assert [ply.text for ply in plies] == play.played
    counts = Counter(
        notice.event.plies for notice in await world.deliver_all() if isinstance(notice.event, PlyPlayed)
    )
    assert counts == Counter(range(1, len(play.played) + 1))


async def free_moves(world: World, match: Match, number: int) -> list[str]:
    """Return `number` random legal moves without an action, playable in any order."""
    state = (await world.services.matches.position(match.id)).state
    moves = [move.text for move in state.legal_moves() if not move.action]
    return random.Random(1).sample(moves, number)


@pytest.fixture
async def page(forks: ForkServerContext, database_url: str, world: World, unused_tcp_port: int) -> Any:
    async with aiohttp.ClientSession() as session:
        process = PageProcess(forks, database_url, unused_tcp_port, world.time.now.isoformat(), session)
        yield process
        process.kill()
        if process.process is not None:
            await asyncio.to_thread(process.process.join)


@pytest.mark.both_databases
async def test_moves_survive_kills_around_commits(world: World, page: PageProcess) -> None:
    page.deaths += ["before 2", "after 2"]
    await page.start()
    play = await begin_play(world, page)
    for move in await free_moves(world, play.match, 5):
        await play.move(move)
    assert page.starts == 3
    await check(world, play)


async def test_moves_survive_kills_at_any_moment(world: World, page: PageProcess) -> None:
    await page.start()
    play, chance, loop = await begin_play(world, page), random.Random(KILLS), asyncio.get_running_loop()
    moves = await free_moves(world, play.match, KILLS + 2)
    started_at = loop.time()
    await play.move(moves.pop())
    duration = loop.time() - started_at
    while len(moves) > 1:
        victim = await page.alive()
        loop.call_later(chance.uniform(0, 1.2 * duration), victim.kill)
        await play.move(moves.pop())
        # If the move was faster, the kill comes between two moves.
        await asyncio.to_thread(victim.join)
    await play.move(moves.pop())
    assert page.starts == KILLS + 1
    await check(world, play)

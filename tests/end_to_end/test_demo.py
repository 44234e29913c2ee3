"""The demo as a newcomer starts it, ended and started again in the middle of a game."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from playground.rest.journal import JournalEntry
from tests import openapi, pocket
from tests.end_to_end.bots import ROOT
from tests.end_to_end.people import Person
from tests.end_to_end.tables import number_of
from tests.end_to_end.wire import problems

READY = re.compile(r"http://127\.0\.0\.1:(\d+)")
SOCKETS = Path("/proc/net/tcp")
LISTENING = "0A"
LOOPBACK = "0100007F"


@dataclass(frozen=True, slots=True)
class Demo:
    """A running demo and two of its people."""

    process: asyncio.subprocess.Process
    port: int
    line: pocket.Line
    anna: Person
    ben: Person

    async def end(self) -> int:
        """End it as Ctrl-C does; return its exit status."""
        self.process.send_signal(signal.SIGINT)
        return await self.process.wait()


@contextlib.asynccontextmanager
async def demo(data: Path, port: int) -> AsyncIterator[Demo]:
    """Start the demo and wait for its address."""
    command = (sys.executable, "-m", "playground", "demo", "--port", str(port), "--data", str(data))
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        text = ""
        while (match := READY.search(text)) is None:
            new = (await process.stdout.readline()).decode()
            assert new, f"the demo ended: {text}"
            text += new
        async with aiohttp.ClientSession() as http:
            line = pocket.Line(http, match[0])
            people = [Person(pocket.Person(line, user), "") for user in (pocket.ANNA, pocket.BEN)]
            yield Demo(process, int(match[1]), line, *people)
    finally:
        if process.returncode is None:
            # In order: killed, it would leave its bot behind.
            process.send_signal(signal.SIGINT)
            await process.wait()


async def check_requests(running: Demo, *methods: str) -> None:
    """Check that all it asked of Discord fits, by these methods among others."""
    description = None if openapi.find() is None else openapi.OpenApi.load()
    requests = await pocket.Control(running.line).requests()
    assert {entry["method"] for entry in requests} >= set(methods)
    assert problems([JournalEntry(**entry) for entry in requests], description) == []


async def check_address(running: Demo) -> None:
    """Check that it listens on this machine only."""
    listed = await asyncio.to_thread(SOCKETS.read_text)
    sockets = [(line.split()[1], line.split()[3]) for line in listed.splitlines()[1:]]
    local = [name for name, state in sockets if state == LISTENING and name.endswith(f":{running.port:04X}")]
    assert local == [f"{LOOPBACK}:{running.port:04X}"]


@pytest.mark.skipif(not SOCKETS.exists(), reason="only Linux lists its sockets there")
async def test_a_game_goes_on_after_the_demo_was_started_again(tmp_path: Path) -> None:
    place = pocket.BRETTSPIELE
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, demo(tmp_path, port) as running:
        assert running.port > port, "a taken port leads to the next"
        await check_address(running)
        anna, ben = running.anna, running.ben
        welcome = await anna.finds(place, lambda m: "Neue Partie" in m.buttons, "the welcome")
        await anna.slash(place, "challenge conhex", opponent=ben.id, role="red", variant="swap=off")
        card = await ben.finds(place, lambda m: "Annehmen" in m.buttons, "the card")
        await ben.press(card, "Annehmen")
        start = await anna.finds(card.id, lambda m: "Ziehen" in m.buttons, "the first board")
        await anna.slash(card.id, "move", move="a1")
        await ben.finds(card.id, lambda m: m.tells("a1"), "the board")
        await check_requests(running, "GET", "PUT", "POST")
        assert await running.end() == 0
    async with demo(tmp_path, running.port) as again:
        assert again.port == running.port
        anna, ben = again.anna, again.ben
        board = await ben.finds(card.id, lambda m: m.tells("a1"), "the board from before")
        assert number_of(board) == number_of(start)
        await ben.press(board, "Ziehen")
        await ben.slash(card.id, "move", move="f6")
        newest = await anna.finds(card.id, lambda m: m.tells("f6"), "the next board")
        assert "1 rote Kugel: a1." in newest.pictures[0][1]
        assert [m.id for m in await anna.sees(place) if "Neue Partie" in m.buttons] == [welcome.id]
        await check_requests(again, "GET", "POST")
        assert await again.end() == 0

"""The demo: a first start, an exit in mid-game, and a later start with the same files."""

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
from playground.server import Playground
from render import Gallery
from tests import openapi, pocket
from tests.end_to_end.bots import ROOT, in_process_bot
from tests.end_to_end.in_process_line import InProcessLine
from tests.end_to_end.people import Person
from tests.end_to_end.tables import number_of
from tests.end_to_end.wire import problems

READY = re.compile(r"http://127\.0\.0\.1:(\d+)")
SOCKETS = Path("/proc/net/tcp")
LISTENING = "0A"
LOOPBACK = "0100007F"


@dataclass(frozen=True, slots=True)
class Demo:
    """A running demo and a client of its interface."""

    process: asyncio.subprocess.Process
    port: int
    line: pocket.Line

    async def end(self) -> int:
        """End the demo as with Ctrl-C; return its exit status."""
        self.process.send_signal(signal.SIGINT)
        return await self.process.wait()


@contextlib.asynccontextmanager
async def demo(data: Path, port: int) -> AsyncIterator[Demo]:
    """Start the demo and wait for its address."""
    command = (sys.executable, "-m", "playground", "demo", "--port", str(port), "--data", str(data))
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "FERNPARTIE_DRAW_AHEAD": "false"}
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
            yield Demo(process, int(match[1]), pocket.Line(http, match[0]))
    finally:
        if process.returncode is None:
            # A kill would leave its bot behind.
            process.send_signal(signal.SIGINT)
            await process.wait()


def people_of(line: pocket.Line) -> tuple[Person, Person]:
    return Person(pocket.Person(line, pocket.ANNA), ""), Person(pocket.Person(line, pocket.BEN), "")


async def check_requests(line: pocket.Line, *methods: str) -> None:
    """Check that all of the bot's requests are valid, and that these methods are among them."""
    description = None if openapi.find() is None else openapi.OpenApi.load()
    requests = await pocket.Control(line).requests()
    assert {entry["method"] for entry in requests} >= set(methods)
    assert problems([JournalEntry(**entry) for entry in requests], description) == []


async def check_address(running: Demo) -> None:
    """Check that the demo listens only on the loopback address."""
    table = await asyncio.to_thread(SOCKETS.read_text)
    sockets = [(line.split()[1], line.split()[3]) for line in table.splitlines()[1:]]
    local = [name for name, state in sockets if state == LISTENING and name.endswith(f":{running.port:04X}")]
    assert local == [f"{LOOPBACK}:{running.port:04X}"]


@pytest.mark.skipif(not SOCKETS.exists(), reason="only Linux lists its sockets there")
async def test_a_game_continues_after_a_demo_restart(tmp_path: Path, gallery: Gallery) -> None:
    place = pocket.BRETTSPIELE
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, demo(tmp_path, port) as running:
        assert running.port > port, "if a port is taken, the demo uses the next"
        await check_address(running)
        anna, ben = people_of(running.line)
        welcome = await anna.wait_for_message(place, lambda m: "Neue Partie" in m.buttons, "the welcome")
        await anna.slash(place, "challenge conhex", opponent=ben.id, role="red", variant="swap=off")
        card = await ben.wait_for_message(place, lambda m: "Annehmen" in m.buttons, "the card")
        await ben.press(card, "Annehmen")
        start = await anna.wait_for_message(card.id, lambda m: "Ziehen" in m.buttons, "the first board")
        await anna.slash(card.id, "move", move="a1")
        await ben.wait_for_message(card.id, lambda m: m.reports_move("a1"), "the board")
        await check_requests(running.line, "GET", "PUT", "POST")
        assert await running.end() == 0
    # Starting the demo again would take as long; it would only use the same files.
    async with (
        Playground.start(world=tmp_path / "playground.db") as playground,
        in_process_bot(playground, tmp_path / "fernpartie.db", gallery=gallery, welcomes=True),
        aiohttp.ClientSession() as http,
    ):
        line = InProcessLine(http, playground)
        anna, ben = people_of(line)
        board = await ben.wait_for_message(card.id, lambda m: m.reports_move("a1"), "the board from before")
        assert number_of(board) == number_of(start)
        await ben.press(board, "Ziehen")
        await ben.slash(card.id, "move", move="f6")
        newest = await anna.wait_for_message(card.id, lambda m: m.reports_move("f6"), "the next board")
        assert "1 rote Kugel: a1." in newest.pictures[0][1]
        assert [m.id for m in await anna.messages(place) if "Neue Partie" in m.buttons] == [welcome.id]
        await check_requests(line, "GET", "POST")

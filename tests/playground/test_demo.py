"""The demo, with a small bot process in place of the real bot."""

import asyncio
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from playground.demo import REAL_BOT_VARIABLES, Demo, DemoError
from playground.world.seed import make_anna_owner
from playground.world.world import World
from tests.pocket import ANNA

ROOT = Path(__file__).parents[2]
LITTLE_BOT = (sys.executable, str(Path(__file__).parent / "little_bot.py"))


class Terminal:
    """Collects the demo's output lines, and can wait for its address."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = asyncio.Event()

    def say(self, line: str) -> None:
        self.lines.append(line)
        self._more.set()

    async def address(self) -> str:
        """Wait for the line with the address; return the address."""
        while not any("http://" in line for line in self.lines):
            self._more.clear()
            await self._more.wait()
        return next(line for line in self.lines if "http://" in line).split()[-1]


@pytest.fixture
def terminal() -> Terminal:
    return Terminal()


@pytest.fixture
async def stop() -> AsyncIterator[asyncio.Event]:
    event = asyncio.Event()
    yield event
    event.set()


def occupy_port() -> socket.socket:
    """Listen on a free port, so that the demo has to take another."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener


async def test_start_restart_and_stop(tmp_path: Path, terminal: Terminal, stop: asyncio.Event) -> None:
    with occupy_port() as listener:
        port = listener.getsockname()[1]
        demo = Demo(port=port, data=tmp_path, say=terminal.say, command=LITTLE_BOT)
        running = asyncio.create_task(demo.run(stop))
        address = await terminal.address()
    assert address.startswith("http://127.0.0.1:")
    assert int(address.rsplit(":", 1)[1]) > port
    assert any("not Discord" in line for line in terminal.lines), terminal.lines
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{address}/health") as response:
            assert await response.json() == {"ok": True, "bot": "online"}
        with pytest.raises(DemoError, match=f"already: {address}$"):
            await Demo(port=port, data=tmp_path, say=terminal.say, command=LITTLE_BOT).run(stop)
    stop.set()
    await asyncio.wait_for(running, 10)
    assert (tmp_path / "playground.db").is_file()
    assert not (tmp_path / "address").exists()


async def test_anna_owns_every_server(tmp_path: Path, terminal: Terminal, stop: asyncio.Event) -> None:
    worlds = list[World]()

    def capture_world(world: World) -> None:
        make_anna_owner(world)
        worlds.append(world)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("playground.demo.make_anna_owner", capture_world)
        running = asyncio.create_task(
            Demo(port=0, data=tmp_path, say=terminal.say, command=LITTLE_BOT).run(stop)
        )
        await terminal.address()
        owners = {guild.owner_id for guild in worlds[0].guilds.values()}
    stop.set()
    await asyncio.wait_for(running, 10)
    assert owners == {ANNA}


async def test_a_bot_that_dies_is_started_again_but_not_for_ever(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.demo.RESTARTS", 1)
    command = (sys.executable, "-c", "import sys; print('ouch'); sys.exit(3)")
    with pytest.raises(DemoError, match="status 3: ouch"):
        await Demo(port=0, data=tmp_path, say=terminal.say, command=command).run(stop)
    assert len(terminal.lines) == 1
    assert "starting it again" in terminal.lines[0]


async def test_wrong_settings_are_not_tried_again(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event
) -> None:
    command = (sys.executable, "-c", "import sys; print('FERNPARTIE_X: is wrong'); sys.exit(2)")
    with pytest.raises(DemoError, match="FERNPARTIE_X"):
        await Demo(port=0, data=tmp_path, say=terminal.say, command=command).run(stop)
    assert terminal.lines == []


async def test_what_is_set_for_the_real_bot_is_not_the_demo_s(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in REAL_BOT_VARIABLES:
        monkeypatch.setenv(name, "set")
    show = (
        "import os, sys; print([name for name, value in os.environ.items() if value == 'set']); sys.exit(2)"
    )
    with pytest.raises(DemoError, match=r"status 2: \[\] "):
        await Demo(port=0, data=tmp_path, say=terminal.say, command=(sys.executable, "-c", show)).run(stop)


async def test_the_command_line(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        "serve",
        "--port",
        "0",
        "--world",
        str(tmp_path / "world.db"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    first_line = (await asyncio.wait_for(process.stdout.readline(), 20)).decode()
    address = first_line.split()[-1]
    async with aiohttp.ClientSession() as session, session.get(f"{address}/health") as response:
        assert await response.json() == {"ok": True, "bot": "offline"}
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 10) == 0


async def test_the_command_line_refuses_other_hosts() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "playground",
        "serve",
        "--host",
        "0.0.0.0",  # noqa: S104  # refused, as tested here
        cwd=ROOT,
        stderr=asyncio.subprocess.PIPE,
    )
    _, output = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert b"loopback" in output

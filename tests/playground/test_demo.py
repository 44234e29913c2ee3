"""The demo, with a small bot process in place of the real bot."""

import asyncio
import json
import signal
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from playground.demo import REAL_BOT_VARIABLES, Demo, DemoError
from playground.server import Playground
from playground.values.settings import STRICT
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


async def test_demo_starts_restarts_and_stops(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event
) -> None:
    with occupy_port() as listener:
        port = listener.getsockname()[1]
        ways: dict[str, Any] = {
            "strictness": replace(STRICT, outer_pictures_refused=False),
            "community": True,
        }
        demo = Demo(port=port, data=tmp_path, say=terminal.say, command=LITTLE_BOT, **ways)
        running = asyncio.create_task(demo.run(stop))
        address = await terminal.address()
    assert address.startswith("http://127.0.0.1:")
    assert int(address.rsplit(":", 1)[1]) > port
    assert any("not Discord" in line for line in terminal.lines), terminal.lines
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{address}/health") as response:
            assert await response.json() == {"ok": True, "bot": "online"}
        async with session.get(f"{address}/playground/control/strictness") as response:
            assert [name for name, is_on in (await response.json()).items() if not is_on] == [
                "outer_pictures_refused"
            ]
        async with session.patch(f"{address}/playground/control/application", json={}) as response:
            application = await response.json()
        assert application["activities"]
        assert application["client_secret"]
        assert application["activity_target"].startswith("127.0.0.1:")
        with pytest.raises(DemoError, match=f"already: {address}$"):
            await Demo(port=port, data=tmp_path, say=terminal.say, command=LITTLE_BOT).run(stop)
    stop.set()
    await asyncio.wait_for(running, 10)
    assert not (tmp_path / "address").exists()
    async with Playground.start(world=tmp_path / "playground.db") as playground:
        assert [
            (
                guild.name,
                guild.preferred_locale,
                guild.owner_id,
                [role.name for role in guild.roles],
                guild.bot_allowed,
            )
            for guild in playground.world.guilds.values()
        ] == [
            ("Spieleabend", "de", ANNA, ["Mitspielen"], ("MANAGE_ROLES",)),
            ("Game Night", "en-US", ANNA, ["Players"], ("MANAGE_ROLES",)),
        ]


async def test_crashing_bot_is_restarted_a_limited_number_of_times(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.demo.RESTARTS", 1)
    command = (sys.executable, "-c", "import sys; print('ouch'); sys.exit(3)")
    with pytest.raises(DemoError, match="status 3: ouch"):
        await Demo(port=0, data=tmp_path, say=terminal.say, command=command).run(stop)
    assert len(terminal.lines) == 1
    assert "starting it again" in terminal.lines[0]


async def test_invalid_settings_are_not_retried(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event
) -> None:
    command = (sys.executable, "-c", "import sys; print('FERNPARTIE_X: is wrong'); sys.exit(2)")
    with pytest.raises(DemoError, match="FERNPARTIE_X"):
        await Demo(port=0, data=tmp_path, say=terminal.say, command=command).run(stop)
    assert terminal.lines == []


async def test_demo_ignores_settings_of_the_real_bot(
    tmp_path: Path, terminal: Terminal, stop: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in REAL_BOT_VARIABLES:
        monkeypatch.setenv(name, "set")
    show = "import json, os, sys; print(json.dumps(dict(os.environ))); sys.exit(2)"
    with pytest.raises(DemoError) as ended:
        await Demo(port=0, data=tmp_path, say=terminal.say, command=(sys.executable, "-c", show)).run(stop)
    words = str(ended.value).removeprefix("the bot stopped with status 2: ")
    (environment, _) = json.JSONDecoder().raw_decode(words)
    assert [name for name in REAL_BOT_VARIABLES if environment[name]] == []
    playground = environment["FERNPARTIE_API_URL"].partition("/api")[0]
    web = environment["FERNPARTIE_WEB"]
    assert web.startswith("127.0.0.1:")
    assert playground != f"http://{web}"
    assert environment["FERNPARTIE_CLIENT_SECRET"]
    assert environment["FERNPARTIE_WEB_URL"] == f"http://{web}"
    assert environment["FERNPARTIE_GATEWAY_URL"].startswith(playground.replace("http", "ws"))
    assert environment["FERNPARTIE_DATABASE_URL"] == f"sqlite:///{tmp_path}/fernpartie.db"


async def test_command_line_serves_a_world(tmp_path: Path) -> None:
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

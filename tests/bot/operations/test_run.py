import asyncio
import gc
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.cluster.shard_request import ShardRequest
from bot.operations.operation import CannotOpen
from bot.operations.run import check_writable, close_error, log_in, stay_connected
from bot.settings import WrongSetting


class Deaf:
    """A bot that ignores cancellation, as discord.py does while it reconnects, but ends when closed."""

    def __init__(self) -> None:
        self.connecting, self.closed = asyncio.Event(), asyncio.Event()

    async def login(self, token: str) -> None:
        del token

    async def connect(self, *, reconnect: bool) -> None:
        assert reconnect
        self.connecting.set()
        while not self.closed.is_set():
            try:
                await self.closed.wait()
            except asyncio.CancelledError:
                continue

    async def close(self) -> None:
        self.closed.set()


@pytest.fixture(autouse=True)
def collection_as_before() -> Iterator[None]:
    """Restore the garbage collector's thresholds, which a connected bot changes."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


async def test_a_signal_stops_the_bot_even_if_discord_py_hangs(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    bot: Any = Deaf()
    staying = asyncio.create_task(stay_connected(bot, "token", ShardRequest.read("")))
    await bot.connecting.wait()
    staying.cancel()
    done_tasks, _ = await asyncio.wait({staying}, timeout=5)
    await bot.close()
    assert done_tasks
    assert staying.cancelled()
    assert "shutting down" in caplog.text


async def test_failed_logins_close_their_sessions(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:1/api/v10")
    sessions: list[aiohttp.ClientSession] = []
    original_init = aiohttp.ClientSession.__init__

    def count_session(self: aiohttp.ClientSession, *args: Any, **given: Any) -> None:
        sessions.append(self)
        original_init(self, *args, **given)

    monkeypatch.setattr(aiohttp.ClientSession, "__init__", count_session)
    async with discord.Client(intents=discord.Intents.none()) as client:
        for _ in range(2):
            with pytest.raises(aiohttp.ClientConnectorError):
                await log_in(client, "token")
    assert len(sessions) == 2
    assert not [session for session in sessions if not session.closed]
    gc.collect()
    assert not [warning for warning in recwarn if issubclass(warning.category, ResourceWarning)]


def test_an_unwritable_heartbeat_file_stops_the_start(tmp_path: Path) -> None:
    check_writable(tmp_path / "alive")
    (tmp_path / "alive").touch()
    check_writable(tmp_path / "alive")
    with pytest.raises(WrongSetting, match=f"^FERNPARTIE_HEALTH_FILE: {tmp_path / 'none'} is not there"):
        check_writable(tmp_path / "none" / "alive")
    with pytest.raises(WrongSetting, match=f"^FERNPARTIE_HEALTH_FILE: {tmp_path} is a folder$"):
        check_writable(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["alive"]


@pytest.mark.parametrize(
    ("shards", "code", "kind", "line"),
    [
        ("0/1", 4011, WrongSetting, "FERNPARTIE_SHARDS: .*4011.*more than 1 shards"),
        ("auto", 4011, CannotOpen, "4011.*the next start asks"),
        ("", 4011, CannotOpen, "4011.*the next start asks"),
        ("", 4012, CannotOpen, "code 4012"),
    ],
)
def test_a_forbidden_gateway_connection_is_a_one_line_error(
    shards: str, code: int, kind: type[Exception], line: str
) -> None:
    text = close_error(code, ShardRequest.read(shards))
    assert type(text) is kind
    assert re.search(line, str(text))

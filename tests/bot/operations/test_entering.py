"""Login and connection to Discord, exit status, one-line errors."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.address import CannotListen
from bot.chat.bot import WorkerDied
from bot.cluster.shard_request import ShardRequest
from bot.operations import run
from bot.operations.operation import CannotOpen
from bot.settings import WrongSetting


class Entering:
    """A bot whose login or connection fails."""

    def __init__(self, error: Exception, *, at_login: bool) -> None:
        self._error, self._at_login = error, at_login
        self.http = SimpleNamespace(close=self._close, connector=None)

    async def login(self, token: str) -> None:
        assert token == "token"
        if self._at_login:
            raise self._error

    async def connect(self, *, reconnect: bool) -> None:
        assert reconnect
        raise self._error

    async def _close(self) -> None:
        """Do nothing: there is no session."""


def connection_closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    ("error", "at_login", "kind", "line"),
    [
        (
            discord.LoginFailure("no"),
            True,
            WrongSetting,
            "^FERNPARTIE_TOKEN: Discord does not know this token$",
        ),
        (discord.PrivilegedIntentsRequired(3), False, WrongSetting, "^FERNPARTIE_TOKEN: Shard ID 3 "),
        (connection_closed(4011), False, CannotOpen, "code 4011"),
        (WorkerDied(), False, WorkerDied, "^$"),
    ],
)
async def test_a_refused_login_is_a_one_line_error(
    error: Exception, *, at_login: bool, kind: type[Exception], line: str
) -> None:
    bot: Any = Entering(error, at_login=at_login)
    with pytest.raises(kind, match=line):
        await run.enter(bot, "token", ShardRequest.read(""))


@pytest.mark.parametrize(
    ("errno", "kind"), [(98, CannotOpen), (99, WrongSetting)], ids=["taken", "not of this machine"]
)
async def test_a_web_server_that_cannot_listen_is_a_one_line_error(errno: int, kind: type[Exception]) -> None:
    @asynccontextmanager
    async def serving(_: object, application: Callable[[], int | None]) -> AsyncIterator[None]:
        assert application() == 100
        raise CannotListen("FERNPARTIE_WEB", OSError(errno, "no"))
        yield

    features = SimpleNamespace(serving=serving)
    bot: Any = SimpleNamespace(features=features, app=SimpleNamespace(chat=None), application_id=100)
    with pytest.raises(kind, match=r"^FERNPARTIE_WEB: no$"):
        async with run.serving(bot):
            pass


@pytest.mark.parametrize(
    "error", [OSError("the database is away"), TimeoutError("the database is away")], ids=["away", "slow"]
)
async def test_a_failed_exit_notice_is_logged(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    async def leave() -> None:
        raise error

    membership: Any = SimpleNamespace(leave=leave)
    await run.leave(membership)
    assert "were not notified of this exit: the database is away" in caplog.text


@pytest.fixture
def _token_and_quiet_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setattr(run, "set_up_logging", lambda _level, _form: None)


@pytest.mark.usefixtures("_token_and_quiet_logs")
@pytest.mark.parametrize(
    ("error", "status"),
    [(None, 0), (KeyboardInterrupt(), 0), (asyncio.CancelledError(), 0), (WorkerDied(), 1)],
    ids=["ended", "ctrl-c", "sigterm", "died"],
)
def test_the_exit_status_reflects_the_error(
    monkeypatch: pytest.MonkeyPatch, error: BaseException | None, status: int
) -> None:
    async def serve(_: object) -> None:
        if error is not None:
            raise error

    monkeypatch.setattr(run, "serve", serve)
    assert run.run_bot() == status


@pytest.mark.usefixtures("_token_and_quiet_logs")
def test_startup_warns_about_unknown_settings_and_a_readable_env_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def serve(_: object) -> None:
        """Do nothing."""

    caplog.set_level(logging.INFO)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setenv("FERNPARTIE_COLOURS", "blue")
    (tmp_path / ".env").touch(mode=0o644)
    run.run_bot()
    assert "FERNPARTIE_COLOURS: there is no such setting" in caplog.text
    assert ".env can be read by other users of this machine: chmod 600 .env" in caplog.text

import json
import logging
from collections.abc import Iterator

import aiohttp
import discord
import pytest

from bot.logs import set_up_logging


@pytest.fixture(autouse=True)
def loggers_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def logged(
    capsys: pytest.CaptureFixture[str], name: str, message: str, error: BaseException
) -> dict[str, str]:
    """Log an error with its traceback; return the line that comes out."""
    set_up_logging("INFO", "json")
    try:
        raise error
    except type(error):
        logging.getLogger(name).exception(message, 3, 1.5)
    (line,) = capsys.readouterr().err.splitlines()
    read: dict[str, str] = json.loads(line)
    return read


RECONNECT = "Attempting a reconnect for shard ID %s in %.2fs"


@pytest.mark.parametrize(
    "error",
    [
        ConnectionResetError("reset"),
        TimeoutError(),
        aiohttp.ServerDisconnectedError(),
        discord.GatewayNotFound(),  # type: ignore[no-untyped-call]  # discord.py's own is without types
        discord.gateway.ReconnectWebSocket(0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_ordinary_reconnect_is_one_line(capsys: pytest.CaptureFixture[str], error: BaseException) -> None:
    line = logged(capsys, "discord.shard", RECONNECT, error)
    assert "exception" not in line
    assert line["level"] == "warning"
    assert line["event"].startswith("Attempting a reconnect for shard ID 3 in 1.50s: ")
    assert type(error).__name__ in line["event"]


@pytest.mark.parametrize(
    ("name", "message", "error"),
    [
        ("discord.shard", RECONNECT, ValueError("a mistake")),
        ("discord.client", "Ignoring exception in %s %s", ConnectionResetError()),
        ("bot.chat.interactions.interaction_handler", RECONNECT, ConnectionResetError()),
    ],
)
def test_a_real_error_keeps_its_traceback(
    capsys: pytest.CaptureFixture[str], name: str, message: str, error: BaseException
) -> None:
    line = logged(capsys, name, message, error)
    assert "Traceback" in line["exception"]
    assert line["level"] == "error"


def test_a_readable_log_has_no_traceback_of_a_reconnect_either(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("INFO", "text")
    logging.getLogger("discord.shard").error(RECONNECT, 0, 1.0, exc_info=ConnectionResetError("reset"))
    assert len(capsys.readouterr().err.splitlines()) == 1

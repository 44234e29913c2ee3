import io
import json
import logging
import sqlite3
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.logs import set_up_logging
from bot.model.ports import LeaseUncertain
from bot.outage_log import OutageHandler
from bot.tracing import tracing

INTERACTIONS = "bot.chat.core.interactions.interaction_handler"
SUGGESTIONS = "bot.chat.core.interactions.suggestions"


def log_line(
    capsys: pytest.CaptureFixture[str], name: str, message: str, error: BaseException
) -> dict[str, str]:
    """Log an error with its traceback; return the written line."""
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
        discord.GatewayNotFound(),  # type: ignore[no-untyped-call]  # untyped in discord.py
        discord.gateway.ReconnectWebSocket(0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_ordinary_reconnect_is_one_line(capsys: pytest.CaptureFixture[str], error: BaseException) -> None:
    line = log_line(capsys, "discord.shard", RECONNECT, error)
    assert "exception" not in line
    assert (line["level"], line["timestamp"][-1]) == ("warning", "Z")
    assert line["event"].startswith("Attempting a reconnect for shard ID 3 in 1.50s: ")
    assert type(error).__name__ in line["event"]


@pytest.mark.parametrize(
    ("name", "message", "error"),
    [
        ("discord.shard", RECONNECT, ValueError("a mistake")),
        ("discord.client", "Ignoring exception in %s %s", ConnectionResetError()),
        (
            INTERACTIONS,
            RECONNECT,
            FileNotFoundError(2, "not there", "a.ttf"),
        ),
        (
            INTERACTIONS,
            RECONNECT,
            IntegrityError("INSERT", {}, ValueError()),
        ),
    ],
)
def test_a_real_error_keeps_its_traceback(
    capsys: pytest.CaptureFixture[str], name: str, message: str, error: BaseException
) -> None:
    line = log_line(capsys, name, message, error)
    assert "Traceback" in line["exception"]
    assert line["level"] == "error"


def test_a_text_log_has_no_traceback_for_a_reconnect(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("INFO", "text")
    logging.getLogger("discord.shard").error(RECONNECT, 0, 1.0, exc_info=ConnectionResetError("reset"))
    assert len(capsys.readouterr().err.splitlines()) == 1


def full_disk() -> OperationalError:
    return OperationalError(
        "INSERT INTO games (seed) VALUES (?)", {}, sqlite3.OperationalError("disk is full")
    )


@pytest.mark.parametrize(
    ("name", "error", "text"),
    [
        (SUGGESTIONS, full_disk(), "disk is full"),
        ("discord.client", full_disk(), "disk is full"),
        (
            SUGGESTIONS,
            ConnectionRefusedError(111, "refused"),
            "[Errno 111] refused",
        ),
        (SUGGESTIONS, aiohttp.ServerDisconnectedError(), "Server disconnected"),
    ],
)
def test_an_outage_is_one_line(
    capsys: pytest.CaptureFixture[str], name: str, error: BaseException, text: str
) -> None:
    line = log_line(capsys, name, "shard %d after %.1f s", error)
    assert "exception" not in line
    assert (line["event"], line["level"]) == (f"shard 3 after 1.5 s: {text}", "error")


def test_a_log_line_includes_its_request_and_keeps_umlauts(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("INFO", "json")
    with tracing("900", command="/games"):
        logging.getLogger("bot.chat").info("Zug für %s", "Änne", extra={"match": 5})
    written = capsys.readouterr().err
    assert "Zug für Änne" in written
    line = json.loads(written)
    del line["timestamp"]
    assert line == {
        "event": "Zug für Änne",
        "logger": "bot.chat",
        "level": "info",
        "request": "900",
        "command": "/games",
        "match": 5,
    }


@pytest.fixture
def log_stage() -> Iterator[tuple[logging.Logger, io.StringIO, list[float]]]:
    """A logger of the bot, its output, and its clock's time in seconds."""
    stream, now = io.StringIO(), [0.0]
    logger, handler = logging.getLogger("bot.tried"), OutageHandler(stream, lambda: now[0])
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logger.addHandler(handler)
    logger.propagate = False
    yield logger, stream, now
    logger.removeHandler(handler)
    handler.close()
    logger.propagate = True


def test_repeated_outage_lines_are_summarized(
    log_stage: tuple[logging.Logger, io.StringIO, list[float]],
) -> None:
    logger, stream, now = log_stage
    for number in range(747):
        now[0] = number / 25
        logger.error("suggesting failed", exc_info=full_disk())
        logger.warning("notice %d is left: %s", number, full_disk())
    logger.warning("something else")
    now[0] = 95.0
    logger.warning("there is room again")
    now[0] = 195.0
    logger.warning("all is well")
    assert stream.getvalue().splitlines() == [
        "ERROR suggesting failed: disk is full",
        "WARNING notice 0 is left: disk is full",
        "WARNING something else",
        "ERROR suggesting failed: disk is full (and 746 times more)",
        "WARNING notice 0 is left: disk is full (and 746 times more)",
        "WARNING there is room again",
        "WARNING all is well",
    ]


def test_an_outage_is_logged_again_after_a_minute(
    log_stage: tuple[logging.Logger, io.StringIO, list[float]],
) -> None:
    logger, stream, now = log_stage
    for now[0] in (0.0, 59.9, 60.0, 119.9, 120.0):
        logger.error("suggesting failed", exc_info=full_disk())
    line, again = "ERROR suggesting failed: disk is full", " (and once more)"
    assert stream.getvalue().splitlines() == [line, line + again, line, line + again, line]


def test_reconnects_are_summarized_and_shortened(
    log_stage: tuple[logging.Logger, io.StringIO, list[float]],
) -> None:
    _, stream, now = log_stage
    handler = OutageHandler(stream, lambda: now[0])
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    request: Any = SimpleNamespace(real_url="wss://gateway.discord.gg")
    for number in range(83):
        now[0] = number * 7.0
        error = aiohttp.WSServerHandshakeError(request, (), message=f"{number} " + "x" * 700, status=503)
        record = logging.LogRecord(
            "discord.shard", logging.ERROR, "", 0, RECONNECT, (0, float(number)), (type(error), error, None)
        )
        handler.handle(record)
    handler.close()
    lines = stream.getvalue().splitlines()
    assert 10 <= len(lines) <= 20, "one at first and a count, each minute"
    assert max(map(len, lines)) < 320
    assert lines[0].startswith(
        "WARNING Attempting a reconnect for shard ID 0 in 0.00s: WSServerHandshakeError: 503, message="
    )
    assert lines[1].endswith("times more)")


def test_uncertain_lease_warnings_are_summarized(
    log_stage: tuple[logging.Logger, io.StringIO, list[float]],
) -> None:
    logger, stream, _ = log_stage
    for number in range(14):
        logger.warning("interaction %d changes nothing: %s", number, LeaseUncertain("others may serve"))
    logger.handlers[0].close()
    assert stream.getvalue().splitlines() == [
        "WARNING interaction 0 changes nothing: others may serve",
        "WARNING interaction 0 changes nothing: others may serve (and 13 times more)",
    ]


def test_pending_counts_are_logged_on_close(
    log_stage: tuple[logging.Logger, io.StringIO, list[float]],
) -> None:
    logger, stream, _ = log_stage
    for _ in range(2):
        logger.error("suggesting failed", exc_info=full_disk())
    logger.handlers[0].close()
    assert stream.getvalue().splitlines()[-1] == "ERROR suggesting failed: disk is full (and once more)"


def test_each_fault_of_each_logger_is_logged_separately(
    log_stage: tuple[logging.Logger, io.StringIO, list[float]],
) -> None:
    logger, stream, now = log_stage
    locked = OperationalError("SELECT 1", {}, sqlite3.OperationalError("locked"))
    for name, error in (("tried", full_disk()), ("tried", locked), ("tried.in", full_disk())):
        logging.getLogger(f"bot.{name}").error("failed", exc_info=error)
    now[0] = 120.0
    logger.warning("later")
    assert stream.getvalue().splitlines() == [
        "ERROR failed: disk is full",
        "ERROR failed: locked",
        "ERROR failed: disk is full",
        "WARNING later",
    ]


def test_libraries_do_not_log_their_traffic(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("ERROR", "text")
    for name in ("aiosqlite", "bot.chat", "discord"):
        logging.getLogger(name).warning("no error")
    assert capsys.readouterr().err == ""
    for _ in range(2):
        set_up_logging("DEBUG", "text")
    for name in ("alembic.runtime", "aiosqlite", "sqlalchemy"):
        logging.getLogger(name).info("secret")
    for name in ("discord.http", "discord.gateway", "aiosqlite", "asyncio", "sqlalchemy.engine"):
        logging.getLogger(name).debug("secret")
    logging.getLogger("bot.chat").debug("received")
    output = capsys.readouterr().err
    assert output.count("received") == 1
    assert "secret" not in output

"""Outages in the log: one line each; a lasting outage is summed up instead of repeated.

LeaseUncertain is logged the same way: this process then stops all its work.
"""

import contextvars
import copy
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TextIO

import aiohttp
import discord

from bot.model.ports import LeaseUncertain
from data.outages import in_one_line, is_of_database, is_outage

SUMMED_OVER: Final = 60.0
"""Seconds after a line during which its repetitions are only counted."""
_OWN: Final = "bot."
_DISCORD_IS_AWAY: Final = (aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound)
_MAX_REASON_LENGTH: Final = 200
"""The most characters: HTML pages and request headers are informative only at the beginning."""
_ORDINARY: Final = (
    "Attempting a reconnect",
    "Failed to connect for shard_id",
    "An error occurred while stopping the gateway",
    "Ignoring exception in autocomplete",
)
"""Prefixes of discord.py's messages about everyday errors, which it logs with a traceback."""
_LINE_TROUBLE: Final = (
    aiohttp.ClientError,
    OSError,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    discord.HTTPException,
    discord.gateway.ReconnectWebSocket,
)
"""Errors of broken or ended connections; `TimeoutError` is an `OSError`."""


@dataclass(slots=True)
class _LoggedOutage:
    record: logging.LogRecord
    since: float
    more: int = 0


class OutageHandler(logging.StreamHandler[TextIO]):
    """Writes each record; outages are written once a minute, without a traceback."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._told: dict[tuple[str, str, str], _LoggedOutage] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        now = self._clock()
        self._sum_up(now)
        error = _outage_in(record)
        if error is None:
            super().emit(record)
            return
        key = (record.name, str(record.msg), _fault(error))
        entry = self._told.get(key)
        if entry is not None:
            entry.more += 1
            return
        line = _in_a_line(record, error)
        self._told[key] = _LoggedOutage(line, now)
        super().emit(line)

    def close(self) -> None:
        """Write the summaries of outages counted so far."""
        self._sum_up(float("inf"))
        super().close()

    def _sum_up(self, now: float) -> None:
        for key, entry in list(self._told.items()):
            if now - entry.since < SUMMED_OVER:
                continue
            del self._told[key]
            if entry.more:
                summed = copy.copy(entry.record)
                times = "once" if entry.more == 1 else f"{entry.more} times"
                summed.msg, summed.args = f"{entry.record.getMessage()} (and {times} more)", None
                # The record is unrelated to the current request.
                contextvars.Context().run(super().emit, summed)


def _outage_in(record: logging.LogRecord) -> BaseException | None:
    """Return the outage in a record: its exception, or an argument of its message."""
    cause = record.exc_info[1] if record.exc_info else None
    if isinstance(cause, _LINE_TROUBLE) and _is_ordinary(record):
        return cause
    among = record.args if isinstance(record.args, tuple) else ()
    errors = [cause, *among]
    own = f"{record.name}.".startswith(_OWN)
    return next(
        (error for error in errors if isinstance(error, BaseException) and _is_outage(error, own=own)), None
    )


def _is_ordinary(record: logging.LogRecord) -> bool:
    return record.name.startswith("discord") and str(record.msg).startswith(_ORDINARY)


def _fault(error: BaseException) -> str:
    """Return the text that identifies a fault; Discord's messages for the same fault differ."""
    if isinstance(error, _LINE_TROUBLE) and not is_of_database(error):
        code = error.code if isinstance(error, discord.HTTPException | discord.ConnectionClosed) else ""
        return f"{type(error).__name__} {getattr(error, 'status', '')} {code}"
    return f"{type(error).__name__} {in_one_line(error)}"


def _reason(error: BaseException) -> str:
    reason = in_one_line(error)
    return reason if len(reason) <= _MAX_REASON_LENGTH else f"{reason[: _MAX_REASON_LENGTH - 1]}…"


def _is_outage(error: BaseException, *, own: bool) -> bool:
    if is_of_database(error) or isinstance(error, LeaseUncertain):
        return True
    # Other loggers shorten their own lines about connections; a file error is not an outage.
    away = isinstance(error, _DISCORD_IS_AWAY) or is_outage(error)
    return own and away and getattr(error, "filename", None) is None


def _in_a_line(record: logging.LogRecord, error: BaseException) -> logging.LogRecord:
    line = copy.copy(record)
    among = line.args if isinstance(line.args, tuple) else ()
    line.args = (
        tuple(_reason(argument) if isinstance(argument, BaseException) else argument for argument in among)
        or None
    )
    if line.exc_info:
        line.msg, line.args = f"{line.getMessage()}: {_reason(error)}", None
        line.exc_info = line.exc_text = None
        if _is_ordinary(record):
            line.msg = f"{record.getMessage()}: {type(error).__name__}: {_reason(error)}"
            line.levelno, line.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return line

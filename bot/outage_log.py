"""Outages in the log: one line each, and what goes on is summed up instead of repeated."""

import contextvars
import copy
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TextIO

import aiohttp
import discord

from data.outages import in_one_line, is_of_database, is_outage

SUMMED_OVER: Final = 60.0
"""Seconds after a line within which the same is only counted."""
_OWN: Final = "bot."
_DISCORD_IS_AWAY: Final = (aiohttp.ClientError, discord.DiscordServerError, discord.GatewayNotFound)


@dataclass(slots=True)
class _LoggedOutage:
    record: logging.LogRecord
    since: float
    more: int = 0


class OutageHandler(logging.StreamHandler[TextIO]):
    """Writes each record; one that tells of an outage loses its traceback, and is written once a minute."""

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
        key = (record.name, str(record.msg), f"{type(error).__name__} {in_one_line(error)}")
        told = self._told.get(key)
        if told is not None:
            told.more += 1
            return
        line = _in_a_line(record, error)
        self._told[key] = _LoggedOutage(line, now)
        super().emit(line)

    def close(self) -> None:
        """Write what was only counted so far."""
        self._sum_up(float("inf"))
        super().close()

    def _sum_up(self, now: float) -> None:
        for key, told in list(self._told.items()):
            if now - told.since < SUMMED_OVER:
                continue
            del self._told[key]
            if told.more:
                summed = copy.copy(told.record)
                times = "once" if told.more == 1 else f"{told.more} times"
                summed.msg, summed.args = f"{told.record.getMessage()} (and {times} more)", None
                # Nothing of it comes from the request that is being answered now.
                contextvars.Context().run(super().emit, summed)


def _outage_in(record: logging.LogRecord) -> BaseException | None:
    """Return the outage that a record tells of, by its traceback or within its line."""
    told = record.exc_info[1] if record.exc_info else None
    among = record.args if isinstance(record.args, tuple) else ()
    errors = [told, *among]
    own = f"{record.name}.".startswith(_OWN)
    return next((one for one in errors if isinstance(one, BaseException) and _is_outage(one, own=own)), None)


def _is_outage(error: BaseException, *, own: bool) -> bool:
    if is_of_database(error):
        return True
    # What others log of connections is theirs to shorten; an error of a file is none of a connection.
    away = isinstance(error, _DISCORD_IS_AWAY) or is_outage(error)
    return own and away and getattr(error, "filename", None) is None


def _in_a_line(record: logging.LogRecord, error: BaseException) -> logging.LogRecord:
    line = copy.copy(record)
    among = line.args if isinstance(line.args, tuple) else ()
    line.args = tuple(in_one_line(one) if isinstance(one, BaseException) else one for one in among) or None
    if line.exc_info:
        line.msg, line.args = f"{line.getMessage()}: {in_one_line(error)}", None
        line.exc_info = line.exc_text = None
    return line

"""The doctor's access to Discord: its client, and the time in Discord's answers."""

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.chat.rate_limits.gate import Gate
from bot.chat.rate_limits.tracing import Requests
from bot.model.ports import Clock

PER_SECOND: Final = 20.0
MAX_WAIT: Final = 60.0
"""The longest wait of a rate-limited request in seconds."""


class DoctorSession:
    """A client without mentions that measures the difference of the machine's `clock` from Discord's.

    It has no gateway connection, and makes at most `per_second` requests per second: the bot may be running.
    """

    def __init__(self, clock: Clock, per_second: float = PER_SECOND) -> None:
        self._clock = clock
        self._began: datetime | None = None
        self.ahead: timedelta | None = None
        """This machine's lead over Discord's clock, from the last answer."""
        trace = Requests(Gate(per_second)).trace
        trace.on_request_start.append(self._start)
        trace.on_request_end.append(self._end)
        self.client = discord.Client(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=MAX_WAIT,
            http_trace=trace,
        )

    async def _start(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams
    ) -> None:
        self._began = self._clock()

    async def _end(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        date = ended.response.headers.get("Date")
        if date is None or self._began is None:
            return
        now = self._clock()
        # Discord's time has whole seconds, and is of a moment during the request.
        middle = self._began + (now - self._began) / 2
        self.ahead = middle - (parsedate_to_datetime(date) + timedelta(seconds=0.5))

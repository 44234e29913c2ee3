"""Discord's limits of single routes, as reported: no request waits while any remain."""

import asyncio

import aiohttp
import discord

from bot.chat.rate_limits.refusals import LeftAlone


class Bucket(discord.http.Ratelimit):
    """The requests of one route, channel or server within Discord's reported window.

    discord.py's own refuses by the length of the window alone, whatever remains of it, and keeps the last
    answer of a window back until that has ended. Here a request is let through while anything remains. Where
    nothing does it waits, or raises LeftAlone if that would take longer than `longest` seconds.
    """

    __slots__ = ("_answered", "_longest", "_now", "_used")

    def __init__(self, longest: float | None) -> None:
        super().__init__(None)
        self._longest = longest
        self._now = asyncio.get_running_loop().time
        self._answered = asyncio.Event()
        self._used = self._now()

    async def acquire(self) -> None:
        """Take one of what remains. Raises LeftAlone."""
        self._used = self._now()
        while True:
            if self.is_expired():
                self.reset()
            if self.remaining > 0:
                break
            await self._wait()
        self.remaining -= 1
        self.outgoing += 1

    async def __aexit__(self, *_: object) -> None:
        """Make room, as Discord reported no limit."""
        self.outgoing -= 1
        if self.expires is None:
            self.reset()
        self._answered.set()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        """Apply the headers of an answer, which do not count the requests still under way.

        Answers overtake each other: within a window the number never rises.
        """
        before, ended = self.remaining, self.expires
        super().update(response, use_clock=use_clock)
        if ended is None or self.expires is None or self.expires - ended > self.reset_after / 2:
            others = self.outgoing - 1
            self.remaining = int(response.headers["X-RateLimit-Remaining"]) - others
        else:
            self.remaining = min(before, self.remaining)
            self.expires = max(ended, self.expires)

    def reset(self) -> None:
        """Begin a window without figures from Discord."""
        self.remaining = self.limit - self.outgoing
        self.expires = None
        self.reset_after = 0.0
        self.dirty = False

    def is_inactive(self) -> bool:
        """Return whether the bucket may be forgotten."""
        idle = self._now() - self._used
        return not self.outgoing and idle > max(300.0, self.reset_after)

    async def _wait(self) -> None:
        if self.expires is None:
            # Before the first answer the limit is unknown.
            self._answered.clear()
            await self._answered.wait()
            return
        seconds = self.expires - self._now()
        if self._longest is not None and seconds > self._longest:
            raise LeftAlone("a route of which no request remains", seconds)
        await asyncio.sleep(max(0.0, seconds))


def patch_ratelimiter() -> None:
    """Use these buckets in discord.py."""
    discord.http.Ratelimit = Bucket  # type: ignore[misc,assignment]  # a public name, and the only way in

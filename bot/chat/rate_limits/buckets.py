"""Rate limit buckets by route: no request waits while Discord reports remaining requests."""

import asyncio

import aiohttp
import discord

from bot.chat.rate_limits.refusals import LeftAlone


class Bucket(discord.http.Ratelimit):
    """The requests of a route, channel or server within Discord's reported window.

    discord.py's class refuses by the window's length alone, whatever remains of it, and holds the last answer
    of a window back until the window has ended. This class lets a request pass while any remain. If none
    remain it waits, or raises LeftAlone if that would take longer than `longest` seconds.
    """

    __slots__ = ("_answered", "_longest", "_now", "_used")

    def __init__(self, longest: float | None) -> None:
        super().__init__(None)
        self._longest = longest
        self._now = asyncio.get_running_loop().time
        self._answered = asyncio.Event()
        self._used = self._now()

    async def acquire(self) -> None:
        """Take one of the remaining requests. Raises LeftAlone."""
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
        """Reset the window if Discord reported no limit."""
        self.outgoing -= 1
        if self.expires is None:
            self.reset()
        self._answered.set()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        """Apply an answer's headers, which do not count the requests in flight.

        Answers overtake each other: within a window the remaining number never rises.
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
        """Return whether the bucket may be discarded."""
        idle = self._now() - self._used
        return not self.outgoing and idle > max(300.0, self.reset_after)

    async def _wait(self) -> None:
        if self.expires is None:
            # The limit is unknown before the first answer.
            self._answered.clear()
            await self._answered.wait()
            return
        seconds = self.expires - self._now()
        if self._longest is not None and seconds > self._longest:
            raise LeftAlone("a route of which no request remains", seconds)
        await asyncio.sleep(max(0.0, seconds))


def patch_ratelimiter() -> None:
    """Replace discord.py's rate limit class."""
    discord.http.Ratelimit = Bucket  # type: ignore[misc,assignment]  # a public name, and the only way in

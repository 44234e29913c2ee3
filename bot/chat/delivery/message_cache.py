"""The latest posted messages, cached so that edits need no fetch."""

from typing import Final

import cachetools
import discord

_CAPACITY: Final = 400
"""Enough for games in live play; hours later a board is fetched anyway. A message takes kilobytes."""


class MessageCache:
    """A bounded cache of messages as posted; a change to a message evicts it in every process."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        self._messages: cachetools.FIFOCache[int, discord.Message] = cachetools.FIFOCache(capacity)

    def keep(self, message: discord.Message) -> None:
        """Add a message; the oldest is evicted."""
        self._messages[message.id] = message

    def take(self, message: int) -> discord.Message | None:
        """Return a cached message and evict it."""
        return self._messages.pop(message, None)

    def clear(self) -> None:
        self._messages.clear()

"""The messages posted last, kept at hand so that they need not be fetched to be changed."""

from typing import Final

import cachetools
import discord

_CAPACITY: Final = 400
"""Enough for games played at one sitting: after hours a board is fetched anyway. Each takes kilobytes."""


class MessageCache:
    """A bounded memory of messages as they were posted; whoever changes one has every process forget it."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        self._messages: cachetools.FIFOCache[int, discord.Message] = cachetools.FIFOCache(capacity)

    def keep(self, message: discord.Message) -> None:
        """Keep a message; the oldest ones make room."""
        self._messages[message.id] = message

    def take(self, message: int) -> discord.Message | None:
        """Return a message that is at hand, and forget it."""
        return self._messages.pop(message, None)

    def clear(self) -> None:
        """Forget all messages."""
        self._messages.clear()

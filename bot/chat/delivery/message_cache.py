"""The messages posted last, kept at hand so that they need not be fetched to be changed."""

from collections import OrderedDict
from typing import Final

import discord

_CAPACITY: Final = 1000


class MessageCache:
    """A bounded memory of messages as they were posted; for such as nobody changes meanwhile."""

    def __init__(self, capacity: int = _CAPACITY) -> None:
        self._capacity = capacity
        self._messages: OrderedDict[int, discord.Message] = OrderedDict()

    def keep(self, message: discord.Message) -> None:
        """Have a message at hand; the oldest ones make room."""
        self._messages[message.id] = message
        while len(self._messages) > self._capacity:
            self._messages.popitem(last=False)

    def take(self, message: int) -> discord.Message | None:
        """Return a message that is at hand, and forget it."""
        return self._messages.pop(message, None)

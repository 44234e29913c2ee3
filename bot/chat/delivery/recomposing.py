"""Recomposing of posted messages from the current state; their buttons identify their subject."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import discord

from bot.chat.core import custom_ids
from bot.chat.core.custom_ids import Press
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage


@dataclass(frozen=True, slots=True)
class Recall:
    """A kind of message that can be recomposed.

    `number_of` returns the subject's number from one of its buttons, None for other buttons; it may raise
    MalformedId.
    """

    number_of: Callable[[Press], int | None]
    compose: Callable[[int], Awaitable[PublicMessage | None]]


class Recomposer:
    """Recomposes messages of the running epoch; numbers in other epochs' buttons may mean other subjects."""

    def __init__(self, epoch: int) -> None:
        self._recalls: list[Recall] = []
        self._epoch = epoch

    def add(self, recalls: Iterable[Recall]) -> None:
        """Add kinds of messages after the known ones."""
        self._recalls += recalls

    async def recompose(self, message: discord.Message) -> PublicMessage | None:
        """Return a message's current content; None if it cannot be recomposed."""
        buttons = layouts.custom_ids(message)
        for recall in self._recalls:
            for custom_id in buttons:
                number = self._number(recall, custom_id)
                if number is not None:
                    return await recall.compose(number)
        return None

    def _number(self, recall: Recall, custom_id: str) -> int | None:
        try:
            press = custom_ids.read(custom_id)
            return recall.number_of(press) if press.epoch == self._epoch else None
        except custom_ids.MalformedId:
            return None

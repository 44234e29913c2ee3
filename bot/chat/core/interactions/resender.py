"""Sending messages again."""

from typing import Protocol

import discord

from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages.public_message import PublicMessage
from bot.locale import Language


class Resender(Protocol):
    """Sends messages of all features again."""

    async def recompose(self, message: discord.Message) -> PublicMessage | None:
        """Return the current content of a board or card; None for other messages."""

    async def send_missed(self, context: InteractionContext) -> None:
        """Send a person an undelivered message privately."""

    async def on_answer(self, answers: Answers, t: Language) -> None:
        """Follow up on an answered interaction."""


class NoResender(Resender):
    """Resends nothing: for a bot without delivery."""

    async def recompose(self, message: discord.Message) -> None:
        """Return None."""

    async def send_missed(self, context: InteractionContext) -> None:
        """Do nothing."""

    async def on_answer(self, answers: Answers, t: Language) -> None:
        """Do nothing."""

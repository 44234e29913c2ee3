"""Messages sent again: recomposed ones, and those that were undeliverable."""

from typing import Final

import discord

from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.resender import Resender
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.discord_access import DiscordAccess
from bot.chat.delivery.senders import AfterAnswer, Messages, Senders
from bot.locale import Language


class DiscordResender(Resender):
    """Sends messages again, by the features' registered senders and recalls."""

    def __init__(self, access: DiscordAccess) -> None:
        self._outbox = access.outbox
        self._recomposer = access.recomposer
        self._after_answers: list[AfterAnswer] = []
        self.senders: Final = Senders()

    def register(self, messages: Messages) -> None:
        """Add a feature's messages."""
        self.senders.add(messages.senders)
        self._recomposer.add(messages.recalls)
        self._after_answers += messages.after_answers

    async def recompose(self, message: discord.Message) -> PublicMessage | None:
        """Return the current content of a board or card; None for other messages."""
        return await self._recomposer.recompose(message)

    async def send_missed(self, context: InteractionContext) -> None:
        """Show a person privately their undelivered notices."""
        missed = await self._outbox.take_missed(context.person.id)
        if missed:
            lines, notes = await self.senders.missed_lines(missed, context)
            text_lines = [context.t("missed.intro"), *lines] if lines else []
            await context.show(layouts.note("\n".join([*text_lines, *notes])))

    async def on_answer(self, answers: Answers, t: Language) -> None:
        """Follow up on an answered interaction."""
        for go_on in self._after_answers:
            await go_on(answers, t)

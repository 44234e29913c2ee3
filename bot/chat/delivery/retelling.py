"""Messages once more: composed as things are now, and those that could not be delivered."""

from collections.abc import Awaitable, Callable

import discord

from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.retelling import Retelling
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.recomposing import Recomposer
from bot.chat.delivery.senders import Senders
from bot.locale import Language
from bot.play.projections.outbox import Outbox

Welcome = Callable[[Answers, Language], Awaitable[None]]
"""Shows a server's welcome privately, where it could be posted nowhere."""


class DeliveredRetelling(Retelling):
    """Composes messages again by what their features registered."""

    def __init__(self, outbox: Outbox, recomposer: Recomposer, senders: Senders, welcome: Welcome) -> None:
        self._outbox = outbox
        self._recomposer = recomposer
        self._senders = senders
        self._welcome = welcome

    async def again(self, message: discord.Message) -> PublicMessage | None:
        """Return what a board or a card of the bot's says by now; None for any other message."""
        return await self._recomposer.again(message)

    async def missed(self, context: InteractionContext) -> None:
        """Show someone privately the notices that could not be delivered to them."""
        missed = await self._outbox.missed(context.person.id)
        if missed:
            lines, notes = await self._senders.missed(missed, context)
            said = [context.t("missed.intro"), *lines] if lines else []
            await context.show(layouts.note("\n".join([*said, *notes])))

    async def welcome(self, answers: Answers, t: Language) -> None:
        """Show whoever uses a command first the welcome that could be posted nowhere in their server."""
        await self._welcome(answers, t)

"""Commands that only the admins of a server may use."""

from collections.abc import Awaitable, Callable

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions import admin_rights
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.words.limitation_text import limitation_line

Act = Callable[[InteractionContext, int], Awaitable[None]]


async def admitted(app: AppContext, interaction: discord.Interaction, act: Act) -> None:
    """Run `act` for an admin of the server they speak in; others are refused.

    What falls away in the server, and no admin was told of so far, they are told besides.
    """

    async def admit(context: InteractionContext) -> None:
        server = admin_rights.server_of(interaction)
        await act(context, server)
        untold = await app.services.limitations.admin_speaks(server, context.place.channel)
        if untold:
            lines = "\n".join(limitation_line(one, context.t) for one in untold)
            await context.tell(f"{context.t('limitation.headline')}\n{lines}")

    await app.interactions.guarded(interaction, admit)

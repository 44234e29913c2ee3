"""Commands that only the admins of a server may use."""

from collections.abc import Awaitable, Callable

import discord

from bot.chat.interactions import admin_rights
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.toolkit.app_context import AppContext, InteractionContext

Act = Callable[[discord.Interaction, InteractionContext, int], Awaitable[None]]


async def admitted(app: AppContext, interaction: discord.Interaction, act: Act) -> None:
    """Run `act` for an admin of the server they speak in; others are refused."""

    async def admit(context: InteractionContext) -> None:
        await act(interaction, context, admin_rights.server_of(interaction))

    await guarded(app, interaction, admit)

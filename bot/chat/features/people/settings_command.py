"""`/settings`: a private panel with everything someone can choose."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.people import settings_panel


def settings_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            chosen = await app.services.settings.preferences(context.person.id)
            await context.show(settings_panel.panel(chosen, context.t))

        await app.interactions.guarded(interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.settings"),
        description=localised(texts, "command.settings.about"),
        callback=run,
    )

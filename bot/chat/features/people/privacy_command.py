"""`/privacy`: what is kept of someone and why, with ways to take it along and to have it deleted."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.people.privacy_pages import privacy_page


def privacy_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            await context.show(privacy_page(app.links, context.leaving, context.t))

        await app.interactions.guarded(interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.privacy"),
        description=localised(texts, "command.privacy.about"),
        callback=run,
    )

"""`/games`: the person's matches, those that wait for them first, their challenges, and what has ended."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.people import agenda_page


def games_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            await context.show(await agenda_page.own_page(app, context))

        await app.interactions.guarded(interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.games"),
        description=localised(texts, "command.games.about"),
        callback=run,
    )

"""`/open`: what anyone in the server may accept or join."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.commands.common.command_i18n import localised
from bot.chat.components.challenges import partner_buttons
from bot.chat.interactions import answers
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.toolkit.app_context import AppContext, InteractionContext


def open_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            await answers.show(interaction, await partner_buttons.page(app, interaction, context))

        await guarded(app, interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.open"),
        description=localised(texts, "command.open.about"),
        callback=run,
    )

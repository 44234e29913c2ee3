"""Look at one's own games."""

from collections.abc import Mapping

import discord

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext, InteractionContext
from bot.chat.core.interactions import answers
from bot.chat.core.interactions.handler import Handler
from bot.chat.features.people import agenda_page


async def games(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the person's own list of games."""
    await answers.show(interaction, await agenda_page.own_page(app, interaction, context))


HANDLERS: Mapping[str, Handler] = {"games": games}

"""What every handler of a press has in common: its shape, and the value chosen in a menu."""

from collections.abc import Awaitable, Callable

import discord

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext, InteractionContext
from bot.chat.core.interactions import answers

Handler = Callable[[AppContext, discord.Interaction, InteractionContext, custom_ids.Press], Awaitable[None]]


def chosen(interaction: discord.Interaction) -> str:
    """Return the value chosen in the select that was used. Raises MalformedId when there is none."""
    return answers.chosen(interaction)[0]

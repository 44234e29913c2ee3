"""`/settings`: a private panel with everything someone can choose for himself."""

from typing import Any

import discord
from discord import app_commands

from bot.chat import answers, preferences
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House


def settings_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(caller: Caller) -> None:
            chosen = await house.club.preferences(caller.person.id)
            await answers.show(interaction, preferences.panel(chosen, caller.t))

        await guarded(house, interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.settings"),
        description=localised(texts, "command.settings.about"),
        callback=run,
    )

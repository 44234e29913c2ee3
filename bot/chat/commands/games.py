"""`/games`: the person's matches, those that wait for him first, his challenges, and what has ended."""

from typing import Any

import discord
from discord import app_commands

from bot.chat import answers, lists
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House


def games_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(caller: Caller) -> None:
            await answers.show(interaction, await lists.own_page(house, caller))

        await guarded(house, interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.games"),
        description=localised(texts, "command.games.about"),
        callback=run,
    )

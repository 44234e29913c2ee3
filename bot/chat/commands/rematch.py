"""`/rematch`: play a finished game again, sides swapped."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat import rematches
from bot.chat.commands.matches import suggest_matches
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.chat.suggestions import suggesting


def rematch_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(caller: Caller) -> None:
            match = await rematches.finished_match(house, caller, game)
            await rematches.ask(house, interaction, caller, match.id)

        await guarded(house, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(house, interaction, typed, running=False)

    app_commands.describe(game=localised(texts, "option.game.finished"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.rematch"),
        description=localised(texts, "command.rematch.about"),
        callback=run,
    )

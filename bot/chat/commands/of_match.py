"""Commands that do one thing with one match: which one is meant is found out first."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.matches import Fits, suggest_matches
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.chat.suggestions import suggesting
from bot.chat.which import which_match

Deed = Callable[[House, discord.Interaction, Caller, int], Awaitable[None]]


def match_command(
    house: House, name: str, about: str, deed: Deed, fits: Fits | None = None
) -> app_commands.Command[Any, ..., None]:
    """Return a command with the option `game`; `deed` gets the number of the match meant.

    `name` and `about` are the ids of its texts; only matches that `fits` takes are suggested.
    """
    texts = house.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(caller: Caller) -> None:
            match = await which_match(house, caller, game)
            await deed(house, interaction, caller, match.id)

        await guarded(house, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(house, interaction, typed, fits=fits)

    app_commands.describe(game=localised(texts, "option.game.about"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, name),
        description=localised(texts, about),
        callback=run,
    )

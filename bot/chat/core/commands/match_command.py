"""Commands that do one thing with one match: which one is meant is found out first."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.core.match_lookup import Fits

MatchAction = Callable[[AppContext, InteractionContext, int], Awaitable[None]]


def match_command(
    app: AppContext, name: str, about: str, act_on: MatchAction, fits: Fits | None = None
) -> app_commands.Command[Any, ..., None]:
    """Return a command with the option `game`; `act_on` gets the number of the match meant.

    `name` and `about` are the ids of its texts; only matches that `fits` takes are suggested.
    """
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            match = await app.lookup.which_match(context, game)
            await act_on(app, context, match.id)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed, fits=fits)

    app_commands.describe(game=localised(texts, "option.game.about"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, name),
        description=localised(texts, about),
        callback=run,
    )

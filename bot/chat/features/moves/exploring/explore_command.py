"""`/explore`: try moves out in a match, privately."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.core.interactions.which_game import ask_for_game
from bot.chat.features.moves.exploring.explore_buttons import EXPLORE_IN, open_exploring


def explore_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            meant = await app.lookup.matches_meant(context, game)
            if len(meant) > 1:
                await ask_for_game(app.services.people, context, meant, EXPLORE_IN)
                return
            await open_exploring(app.seen_by(context), context, meant[0].id)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed)

    app_commands.describe(game=localised(texts, "option.game.about"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.explore"),
        description=localised(texts, "command.explore.about"),
        callback=run,
    )

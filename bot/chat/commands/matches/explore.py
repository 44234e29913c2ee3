"""`/explore`: try moves out in a match, privately."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.match_option import suggest_matches
from bot.chat.components.moves import typed_move_buttons
from bot.chat.components.moves.explore_buttons import EXPLORE_IN, open_exploring
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.interactions.suggestions import suggesting
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import matches_meant


def explore_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            meant = await matches_meant(app, context, game)
            if len(meant) > 1:
                await typed_move_buttons.ask_for_game(app, interaction, context, meant, EXPLORE_IN)
                return
            await open_exploring(app.seen_by(context), interaction, context, meant[0].id)

        await guarded(app, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(app, interaction, typed)

    app_commands.describe(game=localised(texts, "option.game.about"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.explore"),
        description=localised(texts, "command.explore.about"),
        callback=run,
    )

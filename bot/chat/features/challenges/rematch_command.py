"""`/rematch`: play a finished game again, sides swapped."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.features.challenges import rematch_buttons


def rematch_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            match = await rematch_buttons.finished_match(app, context, game)
            await rematch_buttons.ask(app, context, match.id)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed, running=False)

    app_commands.describe(game=localised(texts, "option.game.finished"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.rematch"),
        description=localised(texts, "command.rematch.about"),
        callback=run,
    )

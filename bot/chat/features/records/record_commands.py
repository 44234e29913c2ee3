"""`/replay` and `/export`: see a match again, and take it along."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.core.match_lookup import MOST
from bot.chat.features.records import record_buttons
from bot.play.domain.matches import Match

ShowMatch = Callable[[AppContext, InteractionContext, Match], Awaitable[None]]


def replay_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command that shows the animation of a match."""
    return _command(app, "command.replay", "command.replay.about", record_buttons.show_replay)


def export_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command that hands a match over as files."""
    return _command(app, "command.export", "command.export.about", record_buttons.show_export)


def _command(app: AppContext, name: str, about: str, show: ShowMatch) -> app_commands.Command[Any, ..., None]:
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            match = await app.lookup.recorded_match(context, game)
            await show(app.seen_by(context), context, match)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        finished = await app.lookup.suggest(
            await app.interactions.context_for(interaction), typed, running=False
        )
        running = await app.lookup.suggest(await app.interactions.context_for(interaction), typed)
        return [*running, *finished][:MOST]

    app_commands.describe(game=localised(texts, "option.game.recorded"))(run)
    app_commands.rename(game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, name),
        description=localised(texts, about),
        callback=run,
    )

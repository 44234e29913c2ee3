"""`/leaderboard` and `/stats`: about a game."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.game_option import name_game
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.ratings.leaders_page import leaders_page
from bot.chat.features.ratings.stats_page import stats_page

Command = app_commands.Command[Any, ..., None]


def leaderboard_command(app: AppContext) -> Command:
    """Return the command that shows who is ahead in a game."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str, everywhere: bool = False) -> None:
        async def act(context: InteractionContext) -> None:
            page = await leaders_page(app, game, context.place.server, context.t, everywhere=everywhere)
            await context.show(page)

        await app.interactions.guarded(interaction, act)

    app_commands.describe(everywhere=localised(texts, "option.everywhere.about"))(run)
    app_commands.rename(everywhere=localised(texts, "option.everywhere"))(run)
    return _command(app, "command.leaderboard", "command.leaderboard.about", run)


def stats_command(app: AppContext) -> Command:
    """Return the command that shows how a game comes out."""

    async def run(interaction: discord.Interaction, game: str) -> None:
        async def act(context: InteractionContext) -> None:
            await context.show(await stats_page(app, game, context.t))

        await app.interactions.guarded(interaction, act)

    return _command(app, "command.stats", "command.stats.about", run)


def _command(app: AppContext, name: str, about: str, run: Any) -> Command:  # noqa: ANN401  # its signature is read by discord.py
    texts = app.texts
    name_game(app, run, localised(texts, "option.ranked.about"))
    return app_commands.Command(
        name=localised(texts, name), description=localised(texts, about), callback=run
    )

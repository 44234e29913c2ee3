"""`/rating` and `/profile`: about somebody, or about oneself."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.features.ratings.profile_page import profile_page
from bot.chat.features.ratings.rating_page import rating_page

Command = app_commands.Command[Any, ..., None]
_Show = Callable[[InteractionContext, int], Awaitable[layouts.Page]]


def rating_command(app: AppContext) -> Command:
    """Return the command that shows ratings."""

    async def show(context: InteractionContext, person: int) -> layouts.Page:
        return await rating_page(app, person, context.place.server, context.t, context.person.id), []

    return _command(app, "command.rating", "command.rating.about", show)


def profile_command(app: AppContext) -> Command:
    """Return the command that shows a profile."""

    async def show(context: InteractionContext, person: int) -> layouts.Page:
        return await profile_page(app.seen_by(context), context, person)

    return _command(app, "command.profile", "command.profile.about", show)


def _command(app: AppContext, name: str, about: str, show: _Show) -> Command:
    texts = app.texts

    async def run(interaction: discord.Interaction, player: discord.User | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            person = context.person.id if player is None else player.id
            await context.show(*await show(context, person))

        await app.interactions.guarded(interaction, act)

    app_commands.describe(player=localised(texts, "option.player.about"))(run)
    app_commands.rename(player=localised(texts, "option.player"))(run)
    return app_commands.Command(
        name=localised(texts, name), description=localised(texts, about), callback=run
    )

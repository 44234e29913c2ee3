"""`/block`: block someone, or see whom one blocks."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.people.block_panel import panel_of
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal


def _named(user: discord.User | discord.Member) -> Person:
    """Return the person to be blocked. Raises Refusal for bots."""
    if user.bot:
        raise Refusal("opponent-bot")
    return Person(user.id, user.display_name, "")


def block_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, person: discord.User | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            if person is not None:
                await app.services.blocks.block(context.request, _named(person))
            await context.show(await panel_of(app, context.person.id, context.t))

        await app.interactions.guarded(interaction, act)

    app_commands.describe(person=localised(texts, "option.person.about"))(run)
    app_commands.rename(person=localised(texts, "option.person"))(run)
    return app_commands.Command(
        name=localised(texts, "command.block"),
        description=localised(texts, "command.block.about"),
        callback=run,
    )

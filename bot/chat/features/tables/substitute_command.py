"""`/substitute`: offer one's own seat, or as an admin that of someone who does not move any more."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions import admin_rights
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.features.tables import seat_buttons
from bot.play.domain.matches import Match


def substitute_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(
        interaction: discord.Interaction,
        to: discord.User | None = None,
        mover: bool = False,
        game: str | None = None,
    ) -> None:
        async def act(context: InteractionContext) -> None:
            match = await app.lookup.which_match(context, game)
            await app.lookup.visible(context, match.id)
            wanted = None if to is None else seat_buttons.person_named(to)
            server = _as_admin(context, match, mover=mover)
            seen = app.seen_by(context)
            await seat_buttons.offer(seen, context, match.id, wanted, server=server)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed)

    app_commands.describe(
        to=localised(texts, "option.to.about"),
        mover=localised(texts, "option.mover.about"),
        game=localised(texts, "option.game.about"),
    )(run)
    app_commands.rename(
        to=localised(texts, "option.to"),
        mover=localised(texts, "option.mover"),
        game=localised(texts, "option.game"),
    )(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.substitute"),
        description=localised(texts, "command.substitute.about"),
        callback=run,
    )


def _as_admin(context: InteractionContext, match: Match, *, mover: bool) -> int | None:
    """Return the server in whose charge somebody offers the mover's seat, None where it is their own.

    An admin who does not play can mean no other. Raises Refusal for those who are not in charge.
    """
    plays = match.seat_of(context.person.id) is not None
    if mover or (not plays and admin_rights.is_admin(context.interaction)):
        return admin_rights.server_of(context.interaction)
    return None

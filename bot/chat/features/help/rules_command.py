"""`/rules`: how a game is played, with a picture, and what its variants mean."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.game_option import name_game
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.help.rules_page import rules_page
from bot.play.domain.refusal import Refusal


def rules_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str) -> None:
        async def act(context: InteractionContext) -> None:
            if game not in app.games:
                raise Refusal("unknown-rules", game=game)
            here = await app.services.matches.latest_at(context.place.channel)
            # In a match's own thread its rules are meant.
            own = here is not None and here.key == game and here.thread == context.place.channel
            chosen = here.options if here is not None and own else None
            await context.show(*await rules_page(app.seen_by(context), game, context.t, chosen))

        await app.interactions.guarded(interaction, act)

    name_game(app, run, localised(texts, "option.rules.about"))
    return app_commands.Command(
        name=localised(texts, "command.rules"),
        description=localised(texts, "command.rules.about"),
        callback=run,
    )

"""`/board`: a match's board from the person's own side, as a picture or in words."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.core.interactions.which_game import ask_for_game
from bot.chat.features.boards import board_buttons
from bot.chat.features.boards.board_page import board_page


def board_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None, in_words: bool = False) -> None:
        async def act(context: InteractionContext) -> None:
            meant = await app.lookup.matches_meant(context, game)
            if len(meant) > 1:
                then = board_buttons.IN_WORDS if in_words else ""
                await ask_for_game(app.services.people, context, meant, board_buttons.BOARD_OF, then)
                return
            position = await app.services.matches.shown(meant[0].id)
            seen = app.seen_by(context)
            page = await board_page(seen, position, context.person.id, context.t, in_words=in_words)
            await context.show(*page)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed)

    app_commands.describe(
        game=localised(texts, "option.game.about"), in_words=localised(texts, "option.text.about")
    )(run)
    app_commands.rename(game=localised(texts, "option.game"), in_words=localised(texts, "option.text"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.board"),
        description=localised(texts, "command.board.about"),
        callback=run,
    )

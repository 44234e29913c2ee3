"""`/board`: a match's board from the person's own side, as a picture or in words."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.match_option import suggest_matches
from bot.chat.components.moves import typed_move_buttons
from bot.chat.interactions import answers
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.interactions.suggestions import suggesting
from bot.chat.panels.board_page import board_page
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import matches_meant


def board_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, game: str | None = None, in_words: bool = False) -> None:
        async def act(context: InteractionContext) -> None:
            meant = await matches_meant(app, context, game)
            if len(meant) > 1:
                then = typed_move_buttons.IN_WORDS if in_words else ""
                await typed_move_buttons.ask_for_game(
                    app, interaction, context, meant, typed_move_buttons.BOARD_OF, then
                )
                return
            position = await app.services.matches.shown(meant[0].id)
            seen = app.seen_by(context)
            page = await board_page(seen, position, context.person.id, context.t, in_words=in_words)
            await answers.show(interaction, *page)

        await guarded(app, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(app, interaction, typed)

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

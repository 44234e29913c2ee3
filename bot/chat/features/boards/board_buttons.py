"""Look at the board of a match."""

from collections.abc import Mapping

import discord

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext, InteractionContext
from bot.chat.core.interactions import answers
from bot.chat.core.interactions.handler import Handler, chosen
from bot.chat.core.interactions.which_game import chosen_game
from bot.chat.core.match_lookup import visible
from bot.chat.features.boards.board_page import board_page


async def board(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the newest board from the person's own side."""
    (match_id,) = press.numbers(1)
    await visible(app, context, match_id)
    position = await app.services.matches.shown(match_id)
    await answers.show(interaction, *await board_page(app, position, context.person.id, context.t))


async def open_match(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the match chosen in the list of games."""
    value = chosen(interaction)
    match_id = custom_ids.Press("open", value).numbers(1)[0]
    await visible(app, context, match_id)
    position = await app.services.matches.shown(match_id)
    await answers.show(interaction, *await board_page(app, position, context.person.id, context.t))


BOARD_OF = "board-of"


IN_WORDS = "words"


async def board_of(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the board of the game that was chosen."""
    match_id, in_words = chosen_game(interaction, press), press.after(1) == IN_WORDS
    await visible(app, context, match_id)
    position = await app.services.matches.shown(match_id)
    page = await board_page(app, position, context.person.id, context.t, in_words=in_words)
    await answers.go_on(interaction, *page)


HANDLERS: Mapping[str, Handler] = {"board": board, BOARD_OF: board_of, "open": open_match}

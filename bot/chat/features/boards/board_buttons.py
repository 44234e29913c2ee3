"""Look at the board of a match."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.which_game import chosen_game
from bot.chat.features.boards.board_page import board_page


async def board(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the newest board from the person's own side."""
    (match_id,) = press.numbers(1)
    await app.lookup.visible(context, match_id)
    position = await app.services.matches.shown(match_id)
    await context.show(*await board_page(app, position, context.person.id, context.t))


async def open_match(app: AppContext, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the match chosen in the list of games."""
    value = context.choice
    match_id = custom_ids.Press("open", value).numbers(1)[0]
    await app.lookup.visible(context, match_id)
    position = await app.services.matches.shown(match_id)
    await context.show(*await board_page(app, position, context.person.id, context.t))


BOARD_OF = "board-of"


IN_WORDS = "words"


async def board_of(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the board of the game that was chosen."""
    match_id, in_words = chosen_game(context, press), press.after(1) == IN_WORDS
    await app.lookup.visible(context, match_id)
    position = await app.services.matches.shown(match_id)
    page = await board_page(app, position, context.person.id, context.t, in_words=in_words)
    await context.go_on(*page)


HANDLERS: Mapping[str, Handler] = {"board": board, BOARD_OF: board_of, "open": open_match}

"""Try moves out from a position of a match: seen by nobody else, and nothing of it is kept."""

from collections.abc import Mapping

from bot.chat.core import custom_ids, position_token
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.which_game import chosen_game
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.chat.features.moves.exploring.explore_page import explore_page

EXPLORE_IN = "explore-in"


async def explore(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Turn the page to a line from the position after a ply."""
    match_id, marked = press.numbers(2)
    await app.lookup.visible(context, match_id)
    await _show(app, context, match_id, marked, press.after(2))


async def open_exploring(app: AppContext, context: InteractionContext, match_id: int) -> None:
    """Answer with the page on which moves are tried from the newest position of a match. Raises Refusal."""
    match = await app.lookup.visible(context, match_id)
    await _show(app, context, match_id, position_token.mark(match), NOTHING_TRIED)


async def _show(
    app: AppContext,
    context: InteractionContext,
    match_id: int,
    marked: int,
    text: str,
) -> None:
    ply, taken_back = position_token.split(marked)
    start = await app.services.matches.explored_from(match_id, ply, taken_back)
    page = await explore_page(app, start, ply, text, context.person.id, context.t)
    await context.go_on(*page)


async def explore_in(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Try moves out in the game that was chosen."""
    await open_exploring(app, context, chosen_game(context, press))


HANDLERS: Mapping[str, Handler] = {"explore": explore, EXPLORE_IN: explore_in}

"""Step back and forth through the history of a match."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.parts.matches.history_page import history_page, read_direction
from bot.features.boards.pages.board_page import board_page
from bot.features.boards.services import BoardServices


async def step(boards: BoardServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show another step; the last step of a running match is its board."""
    match_id, ply = press.numbers(2)
    direction, in_words = read_direction(press)
    match = await boards.lookup.visible(context, match_id)
    history_step = await boards.matches.history(match_id, ply, direction)
    person, t = context.person.id, context.t
    if history_step.is_last and match.outcome is None:
        doors = context.doors.below_board(match_id, t)
        page = await board_page(
            context.pictures, history_step.position, person, t, in_words=in_words, doors=doors
        )
    else:
        page = await history_page(context.pictures, history_step, person, t, in_words=in_words)
    await context.show_page(*page)


HANDLERS: Mapping[str, HandlerOf[BoardServices]] = {"step": step}

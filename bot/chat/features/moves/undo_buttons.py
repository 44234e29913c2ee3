"""Undo the ply that was just played."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.features.moves.services import MoveServices


async def undo(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Undo the ply the button stands beside, while nothing has followed it."""
    match_id, number, taken_back = press.numbers(3)
    await services.lookup.visible(context, match_id)
    match = await services.undo.undo(context.request, match_id, number, taken_back)
    t = context.t
    move = layouts.button(
        t("button.move"), custom_ids.write("move", match.id, match.plies), ButtonStyle.primary
    )
    said = layouts.note(t("undo.done", number=match.id), layouts.buttons(move))
    await context.go_on(said)


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {"undo": undo}

"""Undo the ply that was just played."""

from collections.abc import Mapping

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts


async def undo(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Undo the ply the button stands beside, while nothing has followed it."""
    match_id, number, taken_back = press.numbers(3)
    await app.lookup.visible(context, match_id)
    match = await app.services.undo.undo(context.request, match_id, number, taken_back)
    t = context.t
    move = layouts.button(
        t("button.move"), custom_ids.write("move", match.id, match.plies), ButtonStyle.primary
    )
    said = layouts.note(t("undo.done", number=match.id), layouts.buttons(move))
    await context.go_on(said)


HANDLERS: Mapping[str, Handler] = {"undo": undo}

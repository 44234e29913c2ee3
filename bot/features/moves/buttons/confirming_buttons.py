"""Buttons that set whether moves need a confirmation."""

from collections.abc import Mapping

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.features.moves.pages.played_page import below
from bot.features.moves.services import MoveServices
from bot.model.people.preferences import CONFIRM, CONFIRM_ASKED
from bot.model.settings import SettingValues


async def keep_confirming(
    services: MoveServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Store the answer whether moves still need a confirmation, and name the setting.

    The buttons below the played move stay.
    """
    answer, match_id, number, taken_back = press.numbers(4)
    if answer not in {0, 1}:
        raise custom_ids.MalformedId(press.rest)
    keeps = answer == 1
    values = SettingValues().with_value(CONFIRM, keeps).with_value(CONFIRM_ASKED, True)
    await services.settings.set_values(context.request, values)
    text = context.t("confirming.kept" if keeps else "confirming.off")
    match = await services.lookup.visible(context, match_id)
    # After a take-back another ply may have that number.
    blocks = await below(services.agenda, context, match, number if match.taken_back == taken_back else 0)
    await context.turn_page(layouts.note(text, *blocks))


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {"confirming": keep_confirming}

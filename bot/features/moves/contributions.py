"""Contributions of moves to other features' pages."""

from collections.abc import Sequence

from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.model.match.permissions import is_plannable


async def _plan(view: MoreView) -> Sequence[layouts.Button]:
    match = view.match
    if match.outcome is not None or not is_plannable(match, view.seat):
        return ()
    return (layouts.button(view.t("button.plan"), custom_ids.write("plan", match.id)),)


MORE_BUTTONS = (MoreButtons(MoreRow.PLAYERS, 20, _plan),)

"""Contributions of help to other features' pages."""

from collections.abc import Sequence

from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts


async def _rules(view: MoreView) -> Sequence[layouts.Button]:
    match = view.match
    return (layouts.button(view.t("button.rules"), custom_ids.write("rules", match.key, match.id)),)


MORE_BUTTONS = (MoreButtons(MoreRow.RECORD, 10, _rules),)

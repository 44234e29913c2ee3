"""Contributions of records to other features' pages."""

from collections.abc import Sequence

from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.chat.parts.matches.match_buttons import export_row, replay_button


async def _record(view: MoreView) -> Sequence[layouts.Button]:
    return (replay_button(view.match.id, view.t), *export_row(view.match, view.person, view.t))


MORE_BUTTONS = (MoreButtons(MoreRow.RECORD, 30, _record),)

"""Contributions of reviews to other features' pages."""

from collections.abc import Sequence

from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.chat.parts.matches.match_buttons import review_button


async def _review(view: MoreView) -> Sequence[layouts.Button]:
    return () if view.match.outcome is None else (review_button(view.match.id, view.t),)


MORE_BUTTONS = (MoreButtons(MoreRow.RECORD, 20, _review),)

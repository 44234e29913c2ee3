"""Contributions of following to other features' pages."""

from collections.abc import Sequence

from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.features.following.domain import can_follow


async def _follow(view: MoreView) -> Sequence[layouts.Button]:
    if not can_follow(view.match, view.person):
        return ()
    return (layouts.button(view.t("button.follow"), custom_ids.write("follow", view.match.id)),)


MORE_BUTTONS = (MoreButtons(MoreRow.RECORD, 70, _follow),)

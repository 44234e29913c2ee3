"""Contributions of practice to other features' pages."""

from collections.abc import Sequence
from functools import partial

from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.chat.parts.matches.match_buttons import practice_again_button
from bot.features.engines.service.practice import Practice


async def _again(practice: Practice, view: MoreView) -> Sequence[layouts.Button]:
    match = view.match
    if match.outcome is None or not match.is_practice or view.seat is None or not practice.is_offered:
        return ()
    return (practice_again_button(match.id, view.t),)


def more_buttons(practice: Practice) -> Sequence[MoreButtons]:
    """Return the button that begins the next practice game."""
    return (MoreButtons(MoreRow.PLAYERS, 30, partial(_again, practice)),)

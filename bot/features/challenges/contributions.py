"""Contributions of challenges to other features' pages."""

from collections.abc import Mapping, Sequence
from functools import partial

from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.chat.parts.matches.match_buttons import can_be_played_again, rematch_button
from rules.contract import Game


async def _rematch(games: Mapping[str, Game], view: MoreView) -> Sequence[layouts.Button]:
    match = view.match
    if match.outcome is None or match.is_practice or view.seat is None:
        return ()
    return (rematch_button(match.id, view.t),) if can_be_played_again(games, match) else ()


def more_buttons(games: Mapping[str, Game]) -> Sequence[MoreButtons]:
    return (MoreButtons(MoreRow.PLAYERS, 40, partial(_rematch, games)),)

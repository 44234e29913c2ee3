"""Contributions of seats to other features' pages."""

from collections.abc import Sequence
from functools import partial

from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreLine, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.seats import messages as seat_card


async def _offer_seat(view: MoreView) -> Sequence[layouts.Button]:
    match = view.match
    if match.outcome is not None or match.is_practice or match.seat_of(view.person) is None:
        return ()
    return (layouts.button(view.t("button.seat-offer"), custom_ids.write("seat-offer", match.id)),)


async def _seat_changes(substitutions: Substitutions, view: MoreView) -> str:
    accepted = await substitutions.history(view.match.id)
    return view.t("list.beside").join(seat_card.history(accepted, view.t))


MORE_BUTTONS = (MoreButtons(MoreRow.RECORD, 60, _offer_seat),)


def more_lines(substitutions: Substitutions) -> Sequence[MoreLine]:
    """Return the line about changes of seats."""
    return (MoreLine(10, partial(_seat_changes, substitutions)),)

"""Contributions of offers to the page *More*."""

from collections.abc import Sequence
from functools import partial

from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.contributions.more_entries import MoreButtons, MoreRow, MoreView
from bot.chat.core.messages import layouts
from bot.features.matches.service.offers.offer_service import OfferService
from bot.features.offers.messages import offer_messages


async def _resign(view: MoreView) -> Sequence[layouts.Button]:
    match = view.match
    if match.outcome is not None or match.seat_of(view.person) is None:
        return ()
    resign = custom_ids.write("resign", match.id)
    return (layouts.button(view.t("button.resign"), resign, ButtonStyle.danger),)


async def _offers(offers: OfferService, view: MoreView) -> Sequence[layouts.Button]:
    if view.match.outcome is not None or view.seat is None:
        return ()
    return await offer_messages.more_buttons(offers, view.match, view.person, view.t)


def more_buttons(offers: OfferService) -> Sequence[MoreButtons]:
    """Return the buttons to resign, and for a player's possible offers."""
    return (
        MoreButtons(MoreRow.RECORD, 50, _resign),
        MoreButtons(MoreRow.PLAYERS, 10, partial(_offers, offers)),
    )

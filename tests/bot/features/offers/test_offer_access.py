"""Offers in a channel hidden since: each press checks the current permissions."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.chat.core.interactions.handler import HandlerOf
from bot.features.offers.buttons import more_buttons, offer_buttons, time_buttons
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.chat.hidden_hall import in_lounge, is_secret
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ANSWER = "offer-yes:{n}:0:2:draw"
HANDLERS: Mapping[str, HandlerOf[Any]] = {
    **more_buttons.HANDLERS,
    **offer_buttons.HANDLERS,
    **time_buttons.HANDLERS,
}


async def test_a_hidden_match_is_unknown_to_strangers(world: World) -> None:
    await world.match()
    match = await world.match()
    await play(world, match, ANNA, BEN)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    presses = ("more:{n}", "offer:{n}:draw", "offer:{n}:abort", "offer-abort:{n}", "time:{n}", ANSWER)
    assert not [press for press in presses if not await is_secret(world, HANDLERS, match.id, press)]
    lounge = in_lounge(world, HANDLERS, hidden=True)
    own_answers = [await lounge.press(BEN, "fp:" + press.format(n=match.id)) for press in presses]
    assert "There is no game" not in "".join(answer.text for answers in own_answers for answer in answers)

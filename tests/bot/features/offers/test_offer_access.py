"""A message from before a channel was hidden grants nothing: every press checks the rights of now."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.chat.core.interactions.handler import HandlerOf
from bot.features.offers.buttons import more_buttons, offer_buttons, time_buttons
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

LOUNGE = 71
HANDLERS: Mapping[str, HandlerOf[Any]] = {
    **more_buttons.HANDLERS,
    **offer_buttons.HANDLERS,
    **time_buttons.HANDLERS,
}


def in_lounge(world: World, *, hidden: bool) -> Presses:
    """Return presses in one channel of a server; the hall is another one."""
    channels = (LOUNGE,) if hidden else (LOUNGE, HALL.channel)
    return Presses(world, HANDLERS, guilds.guild(channels, {HALL.channel: ()} if hidden else {}), LOUNGE)


@pytest.mark.parametrize(
    "press",
    [
        "more:{n}",
        "offer:{n}:draw",
        "offer:{n}:abort",
        "offer-abort:{n}",
        "offer-yes:{n}:0:2:draw",
        "time:{n}",
    ],
)
async def test_a_hidden_match_is_unknown_to_strangers(world: World, press: str) -> None:
    await world.match()
    match = await world.match()
    await play(world, match, ANNA, BEN)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    custom_id = "fp:" + press.format(n=match.id)
    unknown = f"There is no game “{match.id}”"
    assert unknown in (await in_lounge(world, hidden=True).one(CARA, custom_id)).text
    assert unknown not in (await in_lounge(world, hidden=False).one(CARA, custom_id)).text
    own = await in_lounge(world, hidden=True).press(BEN, custom_id)
    assert unknown not in "".join(answer.text for answer in own)

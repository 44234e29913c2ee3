"""Offers are made, declined and accepted by their buttons."""

from bot.chat.core import custom_ids
from bot.features.offers.buttons import offer_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_an_offer_is_declined_by_the_other_player_alone(world: World) -> None:
    match = await world.match("counting")
    for person, text in ((ANNA, "take 1"), (BEN, "take 1")):
        await world.services.turns.take_turn(world.by(person), match.id, text)
    presses = Presses(world, offer_buttons.HANDLERS)

    async def open_offers() -> list[str]:
        return [str(one.what) for one in (await world.services.matches.get(match.id)).offers]

    await presses.one(ANNA, custom_ids.write("offer", match.id, "draw"))
    assert await open_offers() == ["draw"]
    offer = (await world.services.matches.get(match.id)).offers[0]
    by_id = (match.id, offer.by, offer.ply, offer.what)
    await presses.one(ANNA, custom_ids.write("offer-no", *by_id))
    assert await open_offers() == ["draw"]
    await presses.one(BEN, custom_ids.write("offer-no", *by_id))
    assert await open_offers() == []

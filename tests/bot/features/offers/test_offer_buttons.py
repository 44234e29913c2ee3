"""Buttons that make, decline and accept offers."""

import pytest

from bot.chat.core import custom_ids
from bot.features.offers.buttons import offer_buttons
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_only_the_opponent_can_decline_an_offer(world: World) -> None:
    match = await world.match("counting")
    for person, text in ((ANNA, "take 1"), (BEN, "take 1")):
        await world.services.turns.take_turn(world.by(person), match.id, text)
    presses = Presses(world, offer_buttons.HANDLERS)

    async def open_offers() -> list[str]:
        return [str(entry.what) for entry in (await world.services.matches.get(match.id)).offers]

    await presses.answer_to(ANNA, custom_ids.write("offer", match.id, "draw"))
    assert await open_offers() == ["draw"]
    offer = (await world.services.matches.get(match.id)).offers[0]
    offer_key = (match.id, offer.by, offer.ply, offer.what)
    await presses.answer_to(ANNA, custom_ids.write("offer-no", *offer_key))
    assert await open_offers() == ["draw"]
    await presses.answer_to(BEN, custom_ids.write("offer-no", *offer_key))
    assert await open_offers() == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_an_offer_to_several_stays_open_until_all_accept(world: World) -> None:
    match = await world.gathering(BEN, CARA, DORA)
    people = {person.id: person for person in (ANNA, BEN, CARA, DORA)}
    first, second, third, last = (people[person] for person in match.people)
    await world.services.turns.take_turn(world.by(first), match.id, "take")
    (offer,) = (await world.services.offers.offer(world.by(first), match.id, OfferKind.ABORT)).match.offers
    accept = custom_ids.write("offer-yes", match.id, offer.by, offer.ply, offer.what)
    presses = Presses(world, offer_buttons.HANDLERS)
    agreement = "You have agreed. The others must still answer."
    assert (await presses.answer_to(second, accept)).text.strip() == agreement
    answer = await presses.answer_to(third, accept, public=True)
    assert (answer.text.strip(), answer.public, answer.in_place) == (agreement, False, False)
    assert (await presses.answer_to(last, accept)).text.strip() == "You have accepted."
    assert (await world.services.matches.get(match.id)).is_aborted

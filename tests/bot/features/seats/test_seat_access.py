"""Seat offers in a channel hidden since: no access, except for people whom the offer names."""

from datetime import timedelta

import pytest

from bot.features.seats import buttons as seat_buttons
from bot.model.match.substitutions import SubstitutionStatus
from bot.model.people.person import Person
from tests.bot.chat.hidden_hall import in_lounge, is_secret
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.mark.parametrize(
    "press", ["seat-offer:{n}", "seat-offer-yes:{n}", "seat-accept:2", "seat-engine:2", "seat-decline:2"]
)
async def test_a_hidden_match_is_unknown_to_strangers(world: World, press: str) -> None:
    match = await world.match("conhex")
    await world.services.substitutions.offer(world.by(BEN), match.id)
    hidden = await world.match("conhex")
    await world.services.substitutions.offer(world.by(BEN), hidden.id)
    assert await is_secret(world, seat_buttons.HANDLERS, hidden.id, press)


@pytest.mark.parametrize(
    ("press", "person", "status"),
    [
        ("seat-accept:2", DORA, SubstitutionStatus.ACCEPTED),
        ("seat-decline:2", DORA, SubstitutionStatus.DECLINED),
        ("seat-withdraw:2", ANNA, SubstitutionStatus.WITHDRAWN),
        ("seat-withdraw:2", CARA, SubstitutionStatus.OPEN),
    ],
)
async def test_named_people_can_answer_an_offer_from_anywhere(
    world: World, press: str, person: Person, status: SubstitutionStatus
) -> None:
    other = await world.match("conhex")
    await world.services.substitutions.offer(world.by(BEN), other.id, DORA)
    match = await world.match("conhex")
    offer = await world.services.substitutions.offer(world.by(ANNA), match.id, DORA)
    await in_lounge(world, seat_buttons.HANDLERS, hidden=True).press(person, f"fp:{press}", public=True)
    assert (await world.services.substitutions.get(offer.id)).status is status
    assert (await world.services.substitutions.get(offer.id - 1)).open


async def test_an_admin_can_withdraw_another_seat_s_offer_from_anywhere(world: World) -> None:
    match = await world.match("conhex")
    world.time.pass_by(timedelta(days=60))
    offer = await world.services.substitutions.offer(world.by(CARA), match.id, DORA, server=HALL.server)
    presses = in_lounge(world, seat_buttons.HANDLERS, hidden=True)
    await presses.press(CARA, f"fp:seat-withdraw:{offer.id}", public=True)
    assert (await world.services.substitutions.get(offer.id)).status is SubstitutionStatus.WITHDRAWN

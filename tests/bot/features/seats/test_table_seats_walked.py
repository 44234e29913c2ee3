"""Seat offers at a table of several players, and offers that close before their card is posted."""

from typing import Final

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.challenges.terms import Terms
from tests.bot.chat.posted import PostedMessages
from tests.bot.chat.walks import begin, walk_between
from tests.bot.features.practice.test_hints import with_engines
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

HAT: Final = Terms("catch-the-hat", {}, "red", players=3)


async def test_seats_at_a_table(world: World, approved: SnapshotAssertion) -> None:
    """Only the leaver's own offer lapses; an engine may play once a single person has to agree."""
    with_engines(world)
    walk = await walk_between(world, "de", "en")
    await begin(world)
    lobby = await world.services.invitations.challenge(world.by(ANNA), HAT, HALL)
    for person in (BEN, CARA):
        lobby = await world.services.lobbies.join(world.by(person), lobby.id)
    number = lobby.match or 0
    await walk.posted.deliver()
    await world.services.openings.roll(number)
    await walk.posted.deliver()
    for person in (BEN, CARA):
        await walk.press(person, "seat-offer-yes", number)
    await walk.deliver()
    await walk.press(ANNA, "seat-level", 2, 1)
    await world.services.resignations.resign(world.by(BEN), number)
    await walk.deliver()
    await walk.press(DORA, "seat-accept", 1)
    await walk.press(DORA, "seat-accept", 2)
    await walk.deliver()
    await walk.press(DORA, "seat-offer-yes", number)
    await walk.deliver()
    await walk.press(ANNA, "seat-engine", 3)
    await walk.press(ANNA, "more", number)
    assert walk.text == approved(name="de-en")


async def test_an_offer_withdrawn_before_delivery_gets_no_card(world: World) -> None:
    first, match = await begin(world), await begin(world)
    posted = PostedMessages(world)
    await posted.deliver()
    await world.services.substitutions.offer(world.by(ANNA), first.id)
    offer = await world.services.substitutions.offer(world.by(BEN), match.id)
    await world.services.substitutions.withdraw(world.by(BEN), offer.id)
    shown = await posted.deliver()
    assert shown.count("fp:seat-accept:") == 1
    assert f"fp:seat-accept:{offer.id - 1}" in shown

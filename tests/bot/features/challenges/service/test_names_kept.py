"""A person's own name replaces a nickname that somebody else used for them."""

from dataclasses import replace

from bot.model.people.person import Person
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)

BENNY, CARO = replace(BEN, name="Benny"), replace(CARA, name="Caro")


async def _change_language(world: World, *people: Person) -> None:
    for person in people:
        await world.services.settings.set_preferences(world.by(person), language="de")


async def test_names_update_from_a_challenge_a_seat_offer_and_own_use(world: World) -> None:
    await _change_language(world, BEN, CARA)
    ids = [BEN.id, CARA.id]
    match = await world.match()
    await world.challenge(opponent=BENNY)
    await world.services.substitutions.offer(world.by(ANNA), match.id, CARO)
    assert await world.services.people.names(ids) == {BEN.id: "Benny", CARA.id: "Caro"}
    await _change_language(world, BEN, CARA)
    assert await world.services.people.names(ids) == {BEN.id: "Ben", CARA.id: "Cara"}

"""A person's data of matches: exported without the other players' part."""

from bot.features.matches.store.owned_tables import export_games
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Person
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)

_COLUMNS = {
    "games": ("id", "seats"),
    "moves": ("game", "text"),
    "taken_back": ("game", "text"),
    "plans": ("game", "seat"),
}


async def _exported(world: World, person: Person) -> dict[str, list[tuple[object, ...]]]:
    async with world.store.read() as session:
        tables = await export_games(session.connection, person.id)
    return {
        table.name: [tuple(row[column] for column in _COLUMNS[table.name]) for row in table.rows]
        for table in tables
    }


async def test_an_export_has_the_persons_own_plies_and_plans(world: World) -> None:
    await world.challenge()
    first, second = await world.match(goal="30"), await world.match(goal="30")
    plans = world.services.conditional_moves
    await play(world, first, ANNA, move="take 1")
    await play(world, first, BEN, move="take 2")
    await plans.add(world.by(BEN), first.id, ["take 1", "take 2"])
    await play(world, second, ANNA, move="take 2")
    await world.services.offers.offer(world.by(ANNA), second.id, OfferKind.TAKE_BACK)
    await play(world, second, ANNA, move="take 1")
    await plans.add(world.by(ANNA), second.id, ["take 1", "take 2"])
    games = first.id, second.id
    assert await _exported(world, ANNA) == {
        "games": [(game, [0]) for game in games],
        "moves": [(game, "take 1") for game in games],
        "taken_back": [(second.id, "take 2")],
        "plans": [(second.id, 0)],
    }
    assert await _exported(world, BEN) == {
        "games": [(game, [1]) for game in games],
        "moves": [(first.id, "take 2")],
        "taken_back": [],
        "plans": [(first.id, 1)],
    }
    assert await _exported(world, CARA) == {"games": [], "moves": [], "taken_back": [], "plans": []}

"""What is at hand of the latest positions."""

from bot.play.domain.matches import Match
from bot.play.storage.state_cache import StateCache
from tests.bot.play.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.play.worlds",)


async def _played(world: World, *moves: str) -> Match:
    match = await world.match()
    for number, move in enumerate(moves):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)
    async with world.store.read() as tables:
        record = await tables.matches.get(match.id)
    assert record is not None
    return record


async def _at_hand(world: World, record: Match, *numbers: int) -> StateCache:
    cache = StateCache(world.games)
    async with world.store.read() as tables:
        for number in numbers:
            await cache.at(tables, record, number)
    return cache


async def test_the_latest_ply_of_a_seat_is_known_from_the_positions_around_it(world: World) -> None:
    record = await _played(world, "take 1", "take 2", "take 1")
    cache = await _at_hand(world, record, 0, 1, 2, 3)
    assert (cache.latest_by(record, 0), cache.latest_by(record, 1)) == ("take 1", "take 2")


async def test_where_a_position_is_missing_the_latest_ply_is_not_known(world: World) -> None:
    record = await _played(world, "take 1", "take 2", "take 1")
    cache = await _at_hand(world, record, 0, 3)
    assert (cache.latest_by(record, 0), cache.latest_by(record, 1)) == (None, None)
    begun = await _at_hand(world, record, 2, 3)
    assert (begun.latest_by(record, 0), begun.latest_by(record, 1)) == ("take 1", None)

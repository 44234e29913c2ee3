"""The directory of people and places, as visible to the bot."""

from dataclasses import replace

from tests.playground.raw import Rest
from tests.pocket import SPIELEABEND, Pocket

HERE = "/users/@me/guilds"


async def test_guilds_are_listed_in_pages_of_two_hundred(pocket: Pocket) -> None:
    rest, world = Rest(pocket), pocket.playground.world
    for _ in range(200):
        world.open_guild(replace(world.guilds[SPIELEABEND], id=world.snowflakes.mint()))
    first = (await rest.ask("GET", HERE)).body
    assert len(first) == 200
    rest_of_them = (await rest.ask("GET", f"{HERE}?after={first[-1]['id']}")).body
    assert [member["id"] for member in (*first, *rest_of_them)] == sorted(world.guilds, key=int)
    assert (await rest.ask("GET", f"{HERE}?limit=201")).code == 50035

"""A world with the seed's people and servers, without a server, at a clock that the test moves."""

import pytest

from playground.values.snowflakes import Snowflakes
from playground.world.seed import populate, the_bot
from playground.world.world import World
from tests.playground.world.worlds import Hand


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def world(clock: Hand) -> World:
    world = World(clock=clock, snowflakes=Snowflakes(clock), bot=the_bot())
    populate(world)
    return world

"""Worlds without a server, at a clock that the test moves."""

from playground.values.snowflakes import Snowflakes
from playground.world.seed import populate, the_bot
from playground.world.world import World


class Hand:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.moment = 1_800_000_000.0

    def now(self) -> float:
        return self.moment


def seeded(clock: Hand) -> World:
    """Return a world with the seed's people and servers."""
    world = World(clock=clock, snowflakes=Snowflakes(clock), bot=the_bot())
    populate(world)
    return world

"""A world with the seed's people and servers, without a server, at a clock that the test moves."""

import pytest

from playground.world.world import World
from tests.playground.world.worlds import Hand, seeded


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def world(clock: Hand) -> World:
    return seeded(clock)

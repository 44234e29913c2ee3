"""Fixtures with all services over an empty database."""

import pytest

from data.store import Store
from rules.contract import Game
from rules.contract.series import Series
from tests.bot.support.fakes import GAMES, Counting, World
from tests.bot.support.gathering import Gathering

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
async def world(store: Store) -> World:
    """A world over an empty database of each kind."""
    fakes: tuple[Game, ...] = (
        Counting(),
        Counting("crowd", (2, 3), chance=True),
        Counting("openers", series=Series(swap=False, alternates="again")),
        Counting("both", series=Series(every_role=True)),
        Gathering(),
    )
    return World(store, {**GAMES, **{game.key: game for game in fakes}})


@pytest.fixture
def conhex_world(store: Store) -> World:
    """A world with a single game, for tests in which the game does not matter."""
    return World(store, {"conhex": GAMES["conhex"]})

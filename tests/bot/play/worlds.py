"""The fixtures of the club's tests."""

import pytest

import rules
from data import Store
from tests.bot.play.fakes import Counting, World

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
async def world(store: Store) -> World:
    """A club over an empty database of each kind."""
    return World(store, {**rules.GAMES, "counting": Counting()})

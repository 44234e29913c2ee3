"""The fixtures of the club's tests."""

import pytest

import rules
from data import Store
from rules.catch_the_hat import GAME as CATCH_THE_HAT
from rules.fox_and_hens import GAME as FOX_AND_HENS
from rules.game import Game
from rules.hounds_and_jackals import GAME as HOUNDS_AND_JACKALS
from rules.series import Series
from tests.bot.play.fakes import Counting, World
from tests.bot.play.gathering import Gathering

pytest_plugins = ("tests.data.databases",)

_LATEST = (FOX_AND_HENS, HOUNDS_AND_JACKALS, CATCH_THE_HAT)
GAMES = {**rules.GAMES, **{game.key: game for game in _LATEST}}


@pytest.fixture
async def world(store: Store) -> World:
    """A club over an empty database of each kind."""
    fakes: tuple[Game, ...] = (
        Counting(),
        Counting("crowd", (2, 3)),
        Counting("openers", series=Series(swap=False, alternates="again")),
        Counting("both", series=Series(every_role=True)),
        Gathering(),
    )
    return World(store, {**GAMES, **{game.key: game for game in fakes}})

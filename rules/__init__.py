"""The games. Pure: no I/O, no clock, no chance, standard library only."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.catch_the_hat import GAME as CATCH_THE_HAT
from rules.conhex import GAME as CONHEX
from rules.fox_and_hens import GAME as FOX_AND_HENS
from rules.game import (
    AmbiguousMove,
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Move,
    Option,
    Outcome,
    RulesError,
    State,
)
from rules.hnefatafl import GAME as HNEFATAFL
from rules.hounds_and_jackals import GAME as HOUNDS_AND_JACKALS
from rules.latrunculorum import GAME as LATRUNCULORUM

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.key: game
        for game in (HNEFATAFL, LATRUNCULORUM, CONHEX, FOX_AND_HENS, HOUNDS_AND_JACKALS, CATCH_THE_HAT)
    }
)

__all__ = [
    "GAMES",
    "AmbiguousMove",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Move",
    "Option",
    "Outcome",
    "RulesError",
    "State",
]

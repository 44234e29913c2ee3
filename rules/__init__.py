"""The games. Pure: no I/O, no clock, no chance, standard library only."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.conhex import GAME as CONHEX
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
from rules.latrunculorum import GAME as LATRUNCULORUM

GAMES: Mapping[str, Game] = MappingProxyType({game.key: game for game in (HNEFATAFL, LATRUNCULORUM, CONHEX)})

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

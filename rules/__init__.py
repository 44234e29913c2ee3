"""The games. Pure: no I/O, no clock, no chance, standard library only."""

from collections.abc import Mapping

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

GAMES: Mapping[str, Game] = {}

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

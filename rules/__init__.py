"""The games. Pure: no I/O, no clock, no randomness, standard library only."""

from rules.contract import (
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
from rules.games import GAMES

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

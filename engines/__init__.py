"""Opponents for every game.

They use only the rules and the standard library, with no clock or I/O of their own.
"""

from engines.contract import (
    Budget,
    Engine,
    Fact,
    GameValue,
    Level,
    Milestone,
    MoveWorth,
    PlyVerdict,
    PositionFacts,
    Task,
    position_facts,
)
from engines.games import ENGINES
from engines.playing.answers import agrees_to_draw, answer
from engines.playing.lines import GameLine, replayed
from engines.playing.reviews import verdict

__all__ = [
    "ENGINES",
    "Budget",
    "Engine",
    "Fact",
    "GameLine",
    "GameValue",
    "Level",
    "Milestone",
    "MoveWorth",
    "PlyVerdict",
    "PositionFacts",
    "Task",
    "agrees_to_draw",
    "answer",
    "position_facts",
    "replayed",
    "verdict",
]

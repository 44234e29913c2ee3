"""The contract of every opponent: levels, budgets, positions, engines; independent of any game."""

from engines.contract.budget import Budget, Exhausted
from engines.contract.chance import Chance, pick, shuffle, soft
from engines.contract.engine import Engine, Task
from engines.contract.facts import Fact, GameValue, Milestone, Oracle, PositionFacts, position_facts
from engines.contract.levels import NAMES, Level
from engines.contract.position import DRAW, UNCLEAR, WIN, KnowsPressure, Position
from engines.contract.verdict import MoveWorth, PlyVerdict, chance_of, estimated, proved, worth_of

__all__ = [
    "DRAW",
    "NAMES",
    "UNCLEAR",
    "WIN",
    "Budget",
    "Chance",
    "Engine",
    "Exhausted",
    "Fact",
    "GameValue",
    "KnowsPressure",
    "Level",
    "Milestone",
    "MoveWorth",
    "Oracle",
    "PlyVerdict",
    "Position",
    "PositionFacts",
    "Task",
    "chance_of",
    "estimated",
    "pick",
    "position_facts",
    "proved",
    "shuffle",
    "soft",
    "worth_of",
]

"""What every opponent keeps to: levels, budgets, positions, engines. Nothing here knows a particular game."""

from engines.contract.budget import Budget, Exhausted
from engines.contract.chance import Chance, pick, shuffled, soft
from engines.contract.engine import Engine, Task
from engines.contract.levels import NAMES, Level
from engines.contract.position import DRAW, UNCLEAR, WIN, KnowsPressure, Position
from engines.contract.verdict import MoveWorth, PlyVerdict, chance_of, estimated, worth_of

__all__ = [
    "DRAW",
    "NAMES",
    "UNCLEAR",
    "WIN",
    "Budget",
    "Chance",
    "Engine",
    "Exhausted",
    "KnowsPressure",
    "Level",
    "MoveWorth",
    "PlyVerdict",
    "Position",
    "Task",
    "chance_of",
    "estimated",
    "pick",
    "shuffled",
    "soft",
    "worth_of",
]

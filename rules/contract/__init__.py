"""The contract of every game: its values, errors and protocols, independent of any game."""

from rules.contract.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    RulesError,
    UnjustifiedCall,
)
from rules.contract.game import Game, State
from rules.contract.options import Choices, check_choices, options_in_effect
from rules.contract.values import (
    Duty,
    Event,
    Meaning,
    Move,
    OnlyWith,
    Option,
    Outcome,
    PointName,
    RulesVersion,
)
from rules.contract.vocabulary import Vocabulary

__all__ = [
    "AmbiguousMove",
    "Choices",
    "Duty",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Meaning",
    "Move",
    "OnlyWith",
    "Option",
    "Outcome",
    "PointName",
    "RulesError",
    "RulesVersion",
    "State",
    "UnjustifiedCall",
    "Vocabulary",
    "check_choices",
    "options_in_effect",
]

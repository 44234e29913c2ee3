"""Rows of ratings."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """A row of `ratings`: a player's rating in a game within a scope, in a `role` if it is rated by role.

    `rated` is when the latest of its `results` ended, `settled_until` when it becomes provisional without
    further results (None if it already is), `formula` the version of its formula.
    """

    scope: int
    key: str
    role: str
    player: int
    value: float
    deviation: float
    volatility: float
    results: int
    rated: datetime
    settled_until: datetime | None
    formula: int


@dataclass(frozen=True, slots=True)
class RatingChangeRecord:
    """A row of `rating_changes`: the effect on a rating of a match's result, or of the series it ended."""

    game: int
    scope: int
    player: int
    key: str
    role: str
    value_before: float
    deviation_before: float
    value: float
    deviation: float
    ended: datetime

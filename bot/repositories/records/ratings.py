"""How strong players are."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """A row of `ratings`: of a player in a game, as a `role` if it is rated by role, within a scope.

    `rated` is when the latest of its `results` was reached, `settled_until` when it becomes provisional
    without further ones (None where it is), `formula` the number of the way in which it was computed.
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
    """A row of `rating_changes`: the effect on a rating of the result of a game, or of the series it ends."""

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

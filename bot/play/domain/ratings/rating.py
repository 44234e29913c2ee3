"""A rating: how strong somebody plays, and how sure that is."""

from dataclasses import dataclass
from typing import Final

START: Final = 1500.0
"""The rating of somebody who has not played yet."""
UNSURE: Final = 350.0
"""Their deviation, which is also the greatest there is."""
START_VOLATILITY: Final = 0.06
_SETTLED: Final = 110.0
_SETTLED_AMONG_MANY: Final = 245.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation; with 95 % certainty the strength lies within two deviations.

    `volatility` says how erratic the results are; only Glicko-2 uses it.
    """

    value: float = START
    deviation: float = UNSURE
    volatility: float = START_VOLATILITY

    @property
    def band(self) -> tuple[float, float]:
        """Between what the strength lies with 95 % certainty."""
        return self.value - 2 * self.deviation, self.value + 2 * self.deviation

    def is_settled(self, *, many: bool) -> bool:
        """Return whether the deviation is small enough to rely on."""
        return self.deviation < settled_below(many=many)


def settled_below(*, many: bool) -> float:
    """Return below which deviation a rating is settled; among `many` it shrinks more slowly."""
    return _SETTLED_AMONG_MANY if many else _SETTLED

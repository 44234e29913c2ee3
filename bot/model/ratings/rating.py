"""A rating: a person's strength, its uncertainty, and its change over time."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from math import ceil, sqrt
from typing import Final

START: Final = 1500.0
"""The rating of a person without games."""
UNSURE: Final = 350.0
"""Their deviation, which is also the maximum."""
START_VOLATILITY: Final = 0.06
SETTLED: Final = 110.0
"""The deviation below which a rating is settled."""
PERIOD: Final = 30
"""The days of a rating period, in which the deviation grows by the volatility once."""
IDLE: Final = 365
"""The days without a result after which a rating is provisional again."""
SCALE: Final = 173.7178
"""The rating points per unit of Glicko-2."""
FORMULA: Final = 1
"""The version of the rating formula; ratings of other versions are recomputed."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation; with 95 % certainty the strength is within two deviations.

    `volatility` measures how erratic the results are, and how fast the deviation grows without results.
    """

    value: float = START
    deviation: float = UNSURE
    volatility: float = START_VOLATILITY

    @property
    def band(self) -> tuple[float, float]:
        """The bounds of the 95 % interval of the strength."""
        return self.value - 2 * self.deviation, self.value + 2 * self.deviation

    @property
    def is_settled(self) -> bool:
        """Whether the deviation is small enough to rely on the rating."""
        return self.deviation < SETTLED


def after_rest(rating: Rating, periods: float) -> Rating:
    """Return a rating after a number of periods without results, which increase its deviation."""
    deviation = sqrt((rating.deviation / SCALE) ** 2 + periods * rating.volatility**2)
    return Rating(rating.value, min(deviation * SCALE, UNSURE), rating.volatility)


def periods_between(rated: datetime, now: datetime) -> float:
    """Return the time between two moments in rating periods, by calendar days in UTC."""
    return max(0, (now.astimezone(UTC).date() - rated.astimezone(UTC).date()).days) / PERIOD


def settled_until(rating: Rating, rated: datetime) -> datetime | None:
    """Return when a rating becomes provisional without further results; None if it already is."""
    if not rating.is_settled:
        return None
    room = SETTLED**2 - rating.deviation**2
    days = min(ceil(PERIOD * room / (rating.volatility * SCALE) ** 2), IDLE + 1)
    day = rated.astimezone(UTC).date() + timedelta(days=max(days, 1))
    return datetime.combine(day, time(), UTC)

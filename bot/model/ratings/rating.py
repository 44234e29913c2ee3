"""A rating: a person's strength, its uncertainty, and its change over time."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from math import ceil, sqrt
from typing import Final

START: Final = 1500.0
"""The rating of a person without games."""
UNSURE: Final = 350.0
"""Their deviation, which is also the greatest there is."""
START_VOLATILITY: Final = 0.06
SETTLED: Final = 110.0
"""Below which deviation a rating is settled."""
PERIOD: Final = 30
"""How many days a rating period has: in that time the deviation grows by the volatility once."""
IDLE: Final = 365
"""After how many days without a result a rating is provisional again."""
SCALE: Final = 173.7178
"""How many points a unit of Glicko-2 has."""
FORMULA: Final = 1
"""The version of the rating formula; ratings of another version are recomputed."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation; with 95 % certainty the strength is within two deviations.

    `volatility` measures how erratic the results are, and how fast the deviation grows without any.
    """

    value: float = START
    deviation: float = UNSURE
    volatility: float = START_VOLATILITY

    @property
    def band(self) -> tuple[float, float]:
        """The bounds of the strength with 95 % certainty."""
        return self.value - 2 * self.deviation, self.value + 2 * self.deviation

    @property
    def is_settled(self) -> bool:
        """Whether the deviation is small enough to rely on."""
        return self.deviation < SETTLED


def after_rest(rating: Rating, periods: float) -> Rating:
    """Return a rating after a time without results: less is known of it."""
    grown = sqrt((rating.deviation / SCALE) ** 2 + periods * rating.volatility**2)
    return Rating(rating.value, min(grown * SCALE, UNSURE), rating.volatility)


def periods_between(rated: datetime, now: datetime) -> float:
    """Return the number of periods without a result, in calendar days of UTC."""
    return max(0, (now.astimezone(UTC).date() - rated.astimezone(UTC).date()).days) / PERIOD


def settled_until(rating: Rating, rated: datetime) -> datetime | None:
    """Return when a rating of a moment becomes provisional without further results; None if it is."""
    if not rating.is_settled:
        return None
    room = SETTLED**2 - rating.deviation**2
    days = min(ceil(PERIOD * room / (rating.volatility * SCALE) ** 2), IDLE + 1)
    day = rated.astimezone(UTC).date() + timedelta(days=max(days, 1))
    return datetime.combine(day, time(), UTC)

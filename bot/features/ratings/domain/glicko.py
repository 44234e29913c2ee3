"""Glicko-2, following Mark Glickman, "Example of the Glicko-2 system" (2022), steps 1 to 8."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

from bot.model.ratings.rating import SCALE, START, UNSURE, Rating, after_rest

TAU: Final = 0.5
"""The constraint on changes of the volatility from one period to the next."""
WIN: Final = 1.0
DRAW: Final = 0.5
LOSS: Final = 0.0
_CLOSE_ENOUGH: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Encounter:
    """A result in a period: the opponent's rating at its start, and the score (1, 0.5 or 0)."""

    opponent: Rating
    score: float


def rate(player: Rating, period: Sequence[Encounter], elapsed: float = 1.0) -> Rating:
    """Return a rating after a period with all its results; it took `elapsed` times the usual period.

    Without results only the deviation grows, up to a newcomer's.
    """
    if not period:
        return after_rest(player, elapsed)
    mu, phi = (player.value - START) / SCALE, player.deviation / SCALE
    weight = pull = 0.0
    for result in period:
        damping = _damping(result.opponent.deviation / SCALE)
        expected = _expected_score(mu, (result.opponent.value - START) / SCALE, damping)
        weight += damping**2 * expected * (1 - expected)
        pull += damping * (result.score - expected)
    variance = 1 / weight
    volatility = _volatility(player.volatility, phi, variance, variance * pull)
    before = sqrt(phi**2 + elapsed * volatility**2)
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    value = mu + after**2 * pull
    return Rating(START + value * SCALE, min(after * SCALE, UNSURE), volatility)


def _damping(phi: float) -> float:
    """Return the weight of a result by the certainty of the opponent's strength: g in the paper."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected_score(mu: float, opponent: float, damping: float) -> float:
    return 1 / (1 + exp(-damping * (mu - opponent)))


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility, found by the Illinois algorithm (step 5)."""
    start = log(before**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)

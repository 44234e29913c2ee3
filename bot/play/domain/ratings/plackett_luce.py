"""The model of Plackett and Luce for results of more than two (Weng and Lin 2011), as openskill has it.

Its numbers are on the scale of Glicko-2's: a newcomer has 1500 ± 350 here too. The model does not mind: all
its measures are multiples of the first deviation. By openskill's own gamma, deviations shrink the more slowly
the more play; with as much as there are sides a result tells as much as it does among two.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from openskill.models import PlackettLuce

from bot.play.domain.ratings.rating import START, UNSURE, Rating


def _gamma(_c: float, sides: int, *_: object) -> float:
    """Return how much of what the model knows less for sure a result takes away."""
    return float(sides)


_MODEL: Final = PlackettLuce(mu=START, sigma=UNSURE, beta=UNSURE / 2, tau=UNSURE / 100, gamma=_gamma)


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings of teams after a result; lower `ranks` are better, equal ones are level."""
    rated = _MODEL.rate(
        [[_MODEL.rating(one.value, one.deviation) for one in team] for team in teams],
        ranks=[float(rank) for rank in ranks],
    )
    return tuple(
        tuple(
            replace(before, value=after.mu, deviation=min(after.sigma, UNSURE))
            for before, after in zip(team, found, strict=True)
        )
        for team, found in zip(teams, rated, strict=True)
    )

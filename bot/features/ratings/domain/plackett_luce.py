"""The Plackett-Luce model for results of more than two (Weng and Lin 2011), as implemented by openskill.

Its numbers are on the scale of Glicko-2: a newcomer has 1500 ± 350 here, too. That is harmless: all measures
of the model are multiples of the first deviation. With openskill's own gamma, deviations shrink more slowly
the more people play; with the number of sides as gamma, a result is as informative as one of two players.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from bot.model.ratings.rating import START, UNSURE, Rating

if TYPE_CHECKING:
    from openskill.models import PlackettLuce


def _gamma(_c: float, sides: int, *_: object) -> float:
    """Return gamma, the factor by which a result reduces the deviation, as the number of sides."""
    return float(sides)


@cache
def _model() -> "PlackettLuce":
    # Imported here, as only games of more than two need it.
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=START, sigma=UNSURE, beta=UNSURE / 2, tau=UNSURE / 100, gamma=_gamma)


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings of teams after a result; lower `ranks` are better, equal ranks are ties."""
    model = _model()
    rated = model.rate(
        [[model.rating(rating.value, rating.deviation) for rating in team] for team in teams],
        ranks=[float(rank) for rank in ranks],
    )
    return tuple(
        tuple(
            replace(before, value=after.mu, deviation=min(after.sigma, UNSURE))
            for before, after in zip(team, rated_side, strict=True)
        )
        for team, rated_side in zip(teams, rated, strict=True)
    )

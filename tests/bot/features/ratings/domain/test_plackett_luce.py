"""Plackett-Luce ratings for more than two: openskill's example, on the scale of the other ratings."""

import pytest
from openskill.models import PlackettLuce

from bot.features.ratings.domain.plackett_luce import rate
from bot.model.ratings.rating import START, UNSURE, Rating

_SCALE = UNSURE / (25 / 3)


def _by_sides(_c: float, sides: int, *_: object) -> float:
    return sides


def test_openskills_published_example() -> None:
    """The example of openskill's README: two teams of two newcomers; the first team won.

    Values move as there. Deviations shrink faster: the model's own gamma is left out.
    """
    model = PlackettLuce(gamma=_by_sides)
    expected = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]])
    assert [side[0].mu for side in expected] == pytest.approx([26.964294621803063, 23.035705378196937])
    assert [side[0].sigma for side in expected] == pytest.approx([7.857129384603516] * 2)
    after = rate([[Rating(), Rating()], [Rating(), Rating()]], [1, 2])
    assert [[rating.value for rating in team] for team in after] == [
        pytest.approx([START + (rating.mu - 25) * _SCALE for rating in team]) for team in expected
    ]
    assert [[rating.deviation for rating in team] for team in after] == [
        pytest.approx([rating.sigma * _SCALE for rating in team]) for team in expected
    ]


def test_tables_are_rated_like_openskill_on_another_scale() -> None:
    model = PlackettLuce(gamma=_by_sides)
    table = [(26.1, 6.0), (24.0, 8.0), (29.5, 4.2), (22.0, 7.1)]
    ranks = [2, 1, 3, 3]
    expected = model.rate(
        [[model.rating(mu, sigma)] for mu, sigma in table], ranks=[float(rank) for rank in ranks]
    )
    after = rate([[Rating(START + (mu - 25) * _SCALE, sigma * _SCALE)] for mu, sigma in table], ranks)
    for (rating,), (reference,) in zip(after, expected, strict=True):
        assert rating.value == pytest.approx(START + (reference.mu - 25) * _SCALE)
        assert rating.deviation == pytest.approx(reference.sigma * _SCALE)


def test_the_seat_order_does_not_matter() -> None:
    table = [Rating(1500, 200), Rating(1620, 90), Rating(1400, 300)]
    forward = rate([[player] for player in table], [1, 2, 2])
    backward = rate([[player] for player in reversed(table)], [2, 2, 1])
    for (rating,), (other,) in zip(forward, reversed(backward), strict=True):
        assert rating.value == pytest.approx(other.value)

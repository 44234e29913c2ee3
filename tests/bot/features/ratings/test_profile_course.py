"""The course of a rating in the description of a profile's picture."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.features.ratings.pages.profile_page import profile_page
from bot.model.ratings.rating import Rating
from bot.model.ratings.rating_views import RatingHistory, RatingPoint, ShownRating
from tests.bot.features.ratings.test_rating_pages import app_of, viewer
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.mark.parametrize(
    ("results", "told"),
    [
        (5, [1500, 1501, 1502, 1503, 1504]),
        (7, [1500, 1501, 1502, 1503, 1504, 1505, 1506]),
        (13, [1500, 1502, 1504, 1506, 1508, 1510, 1512]),
        (14, [1500, 1502, 1504, 1506, 1508, 1510, 1512, 1513]),
    ],
)
async def test_a_course_is_described_by_a_few_values(world: World, results: int, told: list[int]) -> None:
    start = world.time.now - timedelta(days=results - 1)
    points = tuple(
        RatingPoint(start + timedelta(days=number), Rating(1500 + number, 70)) for number in range(results)
    )

    class Ratings:
        async def histories(self, _person: int) -> tuple[RatingHistory, ...]:
            return (RatingHistory("conhex", "", ShownRating.then(points[-1].rating), points),)

    ratings: Any = Ratings()
    _, (picture,) = await profile_page(replace(app_of(world), ratings=ratings), viewer(BEN), ANNA.id)
    assert picture.words.endswith(f": {', '.join(map(str, told))}."), picture.words

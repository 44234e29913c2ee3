"""The review chart: the curve over its middle line, and distinguishable marks."""

from io import BytesIO

import pytest
from PIL import Image

from render import THEMES, Charts, ReviewChart, ReviewMark
from render.charts.inks import CHART_INKS
from render.charts.pen import WIDTH

CHARTS = Charts()
CURVE = tuple((float(number), 0.5 + 0.4 * (-1) ** (number // 20)) for number in range(80))


def draw(chart: ReviewChart, theme: str = "light") -> Image.Image:
    picture = Image.open(BytesIO(CHARTS.review(chart, theme)))
    picture.load()
    return picture.convert("RGB")


def count(picture: Image.Image, ink: str, theme: str = "light") -> int:
    colour = CHART_INKS.palettes()[theme].inks[ink]
    return sum(number for number, value in picture.getcolors(1 << 20) or () if value == colour)


@pytest.mark.parametrize("theme", THEMES)
def test_chart_draws_every_element(theme: str) -> None:
    chart = ReviewChart("Anna (attackers)", CURVE, (ReviewMark(20, "1"),), "Start", "Move 80")
    picture = draw(chart, theme)
    assert picture.width == WIDTH == 800
    for ink in ("frame-letter", "quiet", "grid", "band", "curve"):
        assert count(picture, ink, theme) > 300, ink
    assert len(CHARTS.review(chart, theme)) <= 100_000


def test_marks_on_the_same_point_do_not_overlap() -> None:
    marks = [ReviewMark(30, str(number)) for number in range(4)]
    none, first, several = (
        count(draw(ReviewChart("", CURVE, marks[:number])), "curve") for number in (0, 1, 4)
    )
    assert first - none > 1_000
    assert several - none > 3.5 * (first - none)


@pytest.mark.parametrize("chances", [((0.0, 0.5),), ((0.0, 0.0), (1.0, 1.0)), ((3.0, 0.2), (3.0, 0.2))])
def test_the_shortest_games_have_a_curve(chances: tuple[tuple[float, float], ...]) -> None:
    assert count(draw(ReviewChart("", chances, (ReviewMark(0, "1"),))), "curve") > 500

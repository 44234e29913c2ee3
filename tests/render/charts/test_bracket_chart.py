"""The knockout bracket: its drawing and its size."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render import BracketChart, BracketPlace, Charts
from render.charts.pen import FRAME, HEAD, LINE, MARGIN, WIDTH
from render.contract.view import THEMES

NAMES = tuple(BracketPlace(f"Wolfgang Amadeus {number}", "1½", through=not number % 2) for number in range(8))
LARGE = BracketChart(
    "A tournament with a long name " * 2,
    ("Quarterfinals", "Semifinals", "Final"),
    (NAMES, NAMES[:4], NAMES[:2]),
    ("… and 8 more",),
)


def draw(chart: BracketChart, theme: str = "light") -> Image.Image:
    return Image.open(BytesIO(Charts().standings(chart, theme))).convert("RGB")


def cup(first: BracketPlace) -> Image.Image:
    """Return the bracket of a final in which this place is the first."""
    return draw(BracketChart("Cup", ("Final",), ((first, BracketPlace("Ben", "0")),)))


def differ(first: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(first, other).getbbox() is not None


@pytest.mark.parametrize("theme", THEMES)
def test_the_largest_bracket_stays_small(theme: str) -> None:
    png = Charts().standings(LARGE, theme)
    assert len(png) <= 100_000
    assert Image.open(BytesIO(png)).width == WIDTH


def test_chart_grows_with_places_up_to_eight() -> None:
    def height(places: int) -> int:
        return draw(replace(LARGE, rounds=((*NAMES, *NAMES)[:places],))).height

    assert height(8) - height(4) >= 4 * LINE
    assert height(16) == height(8)


def test_winners_and_open_matches_are_visible() -> None:
    anna = BracketPlace("Anna", "")
    assert differ(cup(anna), cup(replace(anna, points=None)))
    assert differ(cup(anna), cup(replace(anna, points="2")))
    assert differ(cup(anna), cup(replace(anna, through=True)))
    assert differ(cup(anna), cup(replace(anna, cup=True)))


def test_trailing_number_distinguishes_long_names() -> None:
    def with_name(name: str) -> Image.Image:
        return draw(replace(LARGE, rounds=((BracketPlace(name), *NAMES[1:]), NAMES[:4], NAMES[:2])))

    assert differ(with_name("Somebody with a long name 17"), with_name("Somebody with a long name 18"))
    assert not differ(with_name("Somebody with a long name x"), with_name("Somebody with a long name y"))


def test_long_name_leaves_points_and_next_round_clear() -> None:
    def right(name: str) -> bytes:
        first = (
            BracketPlace(name, "2"),
            BracketPlace("Ben", "0"),
            BracketPlace(name, "1"),
            BracketPlace("Cara", "0"),
        )
        picture = draw(BracketChart("Cup", ("1", "2"), (first, (BracketPlace("A"), BracketPlace("B")))))
        return picture.crop((MARGIN + 422 - 40, 0, WIDTH, picture.height)).tobytes()

    assert right("W" * 60) == right("A")


def test_trailing_capitals_distinguish_long_names() -> None:
    def with_name(name: str) -> Image.Image:
        return draw(replace(LARGE, rounds=((BracketPlace(name), *NAMES[1:]), NAMES[:4], NAMES[:2])))

    long = "A computer of a name too long for its place"
    assert differ(with_name(f"{long} B"), with_name(f"{long} C"))


def test_no_line_leaves_the_final() -> None:
    final = cup(BracketPlace("Anna", "2", through=True))
    edge = (WIDTH - MARGIN + 1, HEAD + 8, WIDTH - FRAME, final.height - FRAME)
    assert len(final.crop(edge).getcolors() or ()) == 1


def test_unwritable_name_is_replaced_by_its_fallback() -> None:
    assert not differ(cup(BracketPlace("田中", otherwise="No. 3")), cup(BracketPlace("No. 3")))

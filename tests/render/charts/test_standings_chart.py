"""The standings of a tournament: their drawing and size."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render import Charts, StandingsChart, StandingsRow
from render.charts.inks import CHART_INKS
from render.charts.pen import HEAD, LINE, MARGIN, PAD, WIDTH
from render.contract.view import THEMES

ROWS = tuple(
    StandingsRow(f"{number}.", f"Wolfgang Amadeus {number}", tuple("1½01½01½"), "17½")
    for number in range(1, 65)
)
LARGE = StandingsChart("A tournament with a long name " * 2, tuple("12345678"), ROWS[:10], ("… 50 more",))


def draw(chart: StandingsChart, theme: str = "light") -> Image.Image:
    return Image.open(BytesIO(Charts().standings(chart, theme))).convert("RGB")


def difference_area(first: Image.Image, other: Image.Image) -> int:
    box = ImageChops.difference(first, other).getbbox()
    return 0 if box is None else (box[2] - box[0]) * (box[3] - box[1])


@pytest.mark.parametrize("theme", THEMES)
def test_the_largest_table_stays_small(theme: str) -> None:
    png = Charts().standings(LARGE, theme)
    assert len(png) <= 100_000
    assert Image.open(BytesIO(png)).width == WIDTH


def test_table_grows_by_a_line_per_row_up_to_ten() -> None:
    def height(rows: int) -> int:
        return draw(StandingsChart("Cup", (), ROWS[:rows])).height

    assert height(4) - height(3) == LINE
    assert height(64) == height(10)


def test_running_game_has_a_ring_and_undrawn_game_is_blank() -> None:
    def cell(value: str | None) -> Image.Image:
        return draw(StandingsChart("Cup", ("1",), (StandingsRow("1.", "Anna", (value,), "1"),)))

    assert difference_area(cell(""), cell(None)) > 50
    assert difference_area(cell("1"), cell("")) > 50


def test_half_point_does_not_move_other_columns() -> None:
    def right(first: str) -> bytes:
        row = StandingsRow("1.", "Anna", (first, "1½", "0"), "23½")
        picture = draw(StandingsChart("Cup", ("1", "2", "3"), (row, row)))
        remaining = WIDTH - MARGIN - 84 - 46 - 60
        return picture.crop((remaining, HEAD + PAD + LINE, WIDTH, picture.height)).tobytes()

    assert right("2½") == right("2")


def test_long_name_leaves_the_results_clear() -> None:
    def results(name: str) -> bytes:
        row = StandingsRow("1.", name, ("1", "0", "½"), "1½")
        picture = draw(StandingsChart("Cup", ("1", "2", "3"), (row,)))
        return picture.crop((WIDTH - MARGIN - 84 - 3 * 46, 0, WIDTH, picture.height)).tobytes()

    assert results("W" * 60) == results("A")


def test_unwritable_name_is_replaced_by_its_fallback() -> None:
    def with_name(name: str, otherwise: str = "No. 3", mark: str = "") -> Image.Image:
        row = StandingsRow("1.", name, ("1",), "1", mark, otherwise)
        return draw(StandingsChart("Cup", ("1",), (row,)))

    assert not difference_area(with_name("田中"), with_name("No. 3"))
    assert not difference_area(with_name("田中", mark="▲"), with_name("No. 3", mark="▲"))
    assert not difference_area(with_name("Anna 🎲"), with_name("Anna"))
    assert difference_area(with_name("Anna"), with_name("Anna", mark="▲")) > 50


def test_cup_and_medal_are_golden() -> None:
    anna = StandingsRow("1.", "Anna", ("1",), "1")
    plain, cup, fourth = (
        draw(StandingsChart("Cup", ("1",), (row,)))
        for row in (anna, replace(anna, cup=True), replace(anna, rank="4."))
    )
    gold = CHART_INKS.themes["light"]["gold"]

    def golden(picture: Image.Image) -> int:
        return sum(number for number, colour in picture.getcolors(1 << 20) or () if colour == gold)

    assert golden(fourth) == 0
    assert golden(plain) > 200
    assert golden(cup) > golden(plain) + 200


def test_missing_headings_save_a_line() -> None:
    row = StandingsRow("1.", "Anna", ("1", "0"), "1")
    headed, plain = (draw(StandingsChart("Cup", heads, (row,))).height for heads in (("1", "2"), ("", "")))
    assert headed - plain == LINE

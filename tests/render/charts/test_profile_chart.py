"""The profile chart: complete, and readable on a phone."""

import itertools
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from render import THEMES, THUMBNAIL, Charts, CurvePoint, ProfileChart, ResultInk, WinLossRecord
from render.canvas.fonts import Font, Fonts
from render.canvas.resources import Resources
from render.charts.inks import CHART_INKS
from render.charts.pen import MARGIN, SMALL_SIZE, TEXT_SIZE, TITLE_SIZE, WIDTH, ChartPen
from render.charts.profile_chart import draw_profile, head_height, picture_height, scale

CHARTS = Charts()
CURVE = (
    CurvePoint(0, 1500, 900, 2100),
    CurvePoint(10, 1700, 1300, 2100),
    CurvePoint(20, 1650, 1400, 1900),
)
RATING = ProfileChart(title="ConHex 1500", moments=CURVE, since="1 Jan 2026", until="3 Mar 2026")
FULL = ProfileChart(
    name="Anna",
    favourite="Brandubh",
    last_heading="Last games",
    last=(ResultInk.LOST, ResultInk.DRAWN, ResultInk.WON),
    title="Hnefatafl 1650? ± 250",
    moments=CURVE,
    since="1 Jan 2026",
    until="3 Mar 2026",
    legend="won / drawn / lost",
    records=(
        WinLossRecord("Hnefatafl, attackers", "3 / 1 / 2", 3, 1, 2),
        WinLossRecord("ConHex, red", "0 / 0 / 1", 0, 0, 1),
    ),
    rivals_heading="Head to head",
    rivals=(WinLossRecord("Ben", "2 / 0 / 1", 2, 0, 1),),
)


def draw(chart: ProfileChart, theme: str = "light") -> Image.Image:
    picture = Image.open(BytesIO(CHARTS.profile(chart, theme)))
    picture.load()
    return picture.convert("RGB")


def count(picture: Image.Image, ink: str, theme: str = "light") -> int:
    colour = CHART_INKS.palettes()[theme].inks[ink]
    return sum(number for number, value in picture.getcolors(1 << 20) or () if value == colour)


@pytest.mark.parametrize("theme", THEMES)
def test_full_profile_draws_every_section(theme: str) -> None:
    picture = draw(FULL, theme)
    assert picture.width == WIDTH == 800
    for ink in ("letter", "grid", "band", "curve", "won", "drawn", "lost"):
        assert count(picture, ink, theme) > 300, ink


def test_missing_sections_are_left_out() -> None:
    without = draw(ProfileChart(legend=FULL.legend, records=FULL.records))
    assert count(without, "curve") == count(without, "band") == 0
    assert without.height < draw(FULL).height
    assert count(draw(RATING), "won") == 0


def test_last_results_differ_in_height() -> None:
    def tall(result: ResultInk) -> int:
        return count(draw(ProfileChart(last_heading="Last", last=(result,))), result.value)

    assert tall(ResultInk.WON) > 1.4 * tall(ResultInk.DRAWN) > 2 * tall(ResultInk.LOST) > 0


@pytest.mark.parametrize("name", ["Anna", "W" * 32, "🙂", ""])
def test_any_name_fits(name: str) -> None:
    for favourite in ("", "Six Men's Morris on the small board"):
        chart = ProfileChart(name=name, favourite=favourite, title="ConHex 1500")
        picture = draw(chart)
        empty = draw(replace(chart, favourite="", name="." if name else ""))
        box = (WIDTH - MARGIN, 0, WIDTH, picture.height)
        assert picture.crop(box).tobytes() == empty.crop(box).tobytes(), "no text crosses the edge"


def test_text_is_readable_on_a_phone() -> None:
    _, top, _, bottom = Fonts().font("H", TEXT_SIZE).getbbox("H")
    assert bottom - top >= 26


def test_bars_are_proportional_to_games() -> None:
    def length(wins: int) -> int:
        return count(
            draw(ProfileChart(records=(WinLossRecord("", "", wins, 0, 0), WinLossRecord("", "", 0, 0, 8)))),
            "won",
        )

    assert length(8) == pytest.approx(2 * length(4), rel=0.05)
    assert length(4) == pytest.approx(4 * length(1), rel=0.05)


def test_single_result_has_a_band() -> None:
    assert count(draw(replace(RATING, moments=CURVE[:1], until="")), "band") > 10_000


def test_long_words_are_truncated() -> None:
    long = ProfileChart(
        records=(WinLossRecord("Hounds and Jackals, the jackals " * 3, "1 / 2 / 3", 1, 2, 3),)
    )
    short = ProfileChart(records=(WinLossRecord("H", "1 / 2 / 3", 1, 2, 3),))
    beside = (WIDTH // 2, 0, WIDTH, draw(long).height)
    numbers = (MARGIN, 74, WIDTH // 2, draw(long).height)
    for box in (beside, numbers):
        assert draw(long).crop(box).tobytes() == draw(short).crop(box).tobytes()


@pytest.mark.parametrize("moments", [CURVE, ()])
@pytest.mark.parametrize("rivals", [3, 0])
def test_full_profile_keeps_its_width_on_a_desktop(moments: tuple[CurvePoint, ...], rivals: int) -> None:
    many = replace(FULL, moments=moments, records=[*FULL.records] * 4, rivals=[*FULL.rivals] * rivals)
    picture = draw(replace(many, last=[*FULL.last] * 4, cups=9))
    assert picture.height * 550 <= 350 * picture.width


def test_cups_are_drawn_up_to_five_and_then_counted() -> None:
    plain, gold = replace(FULL, cups=0), CHART_INKS.themes["light"]["gold"]

    def golden(cups: int) -> int:
        picture = draw(replace(plain, cups=cups))
        return sum(number for number, colour in picture.getcolors(1 << 20) or () if colour == gold)

    assert golden(0) == 0
    assert golden(2) == 2 * golden(1) > 0
    assert golden(9) == golden(5) == 5 * golden(1)
    assert draw(replace(plain, cups=5)).tobytes() != draw(replace(plain, cups=9)).tobytes()


def test_favourite_board_leaves_the_rest_unchanged() -> None:
    board = Image.new("RGB", (THUMBNAIL, THUMBNAIL - 20), (250, 0, 250))
    with Image.open(BytesIO(CHARTS.profile(FULL, "light", board))) as picture:
        image = picture.convert("RGB")
    colours = {colour: number for number, colour in image.getcolors(1 << 20) or ()}
    assert colours[250, 0, 250] == board.width * board.height
    below = (0, 200, WIDTH, image.height)
    assert image.crop(below).tobytes() == draw(FULL).crop(below).tobytes()


def test_chart_uses_three_type_sizes() -> None:
    sizes = set[float]()

    class MeasuredFonts(Fonts):
        def font(self, text: str, size: float, scale: int = 1) -> Font:
            sizes.add(size)
            return super().font(text, size, scale)

    pen = ChartPen(
        Resources(inks=CHART_INKS, fonts=MeasuredFonts()), "light", picture_height(FULL), head_height(FULL)
    )
    draw_profile(pen, replace(FULL, cups=9))
    assert sizes == {TITLE_SIZE, TEXT_SIZE, SMALL_SIZE}


@given(low=some.floats(-500, 3500), reach=some.floats(0, 3000))
def test_scale_encloses_the_values(low: float, reach: float) -> None:
    marks = scale(low, low + reach)
    assert marks[0] <= low
    assert low + reach <= marks[-1]
    assert len(marks) > 1
    assert len({later - earlier for earlier, later in itertools.pairwise(marks)}) == 1
    assert len(marks) <= 6

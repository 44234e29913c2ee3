"""Boards drawn once, stamps drawn once each and laid in order; the curves figures are made of."""

from functools import partial
from math import dist

from render.curves import bow, placed, smooth
from render.easel import Easel, Stamp, centred, square
from render.palette import COARSE, FINE, Palette
from render.sheet import Sheet, Spot
from render.studio import Studio
from render.themes import CLASSIC, FAMILY, PaintBox

INKS = {"black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "frame": (0, 0, 255)}
BOX = PaintBox(INKS, INKS, (("black", "white"),))


class Desk:
    """Count what is drawn."""

    def __init__(self) -> None:
        self.boards = 0
        self.stamps: list[str] = []
        self.easel = Easel(Studio().using(BOX))

    def board(self, sheet: Sheet) -> None:
        self.boards += 1
        sheet.rectangle((0, 0, 40, 20), "white")

    def stamp(self, ink: str, spot: Spot, ground: str = "white") -> Stamp:
        return Stamp(ink, spot, ground, square(4), partial(self._draw, ink))

    def _draw(self, ink: str, sheet: Sheet) -> None:
        self.stamps.append(ink)
        sheet.rectangle((-3, -3, 3, 3), ink)

    def paint(self, *stamps: Stamp, board: str = "one", theme: str = "light") -> bytes:
        picture = self.easel.paint(board, theme, (40, 20), self.board, stamps)
        assert picture.mode == "P"
        assert picture.size == (40, 20)
        return picture.convert("RGB").tobytes()


def pixel(data: bytes, x: int, y: int) -> tuple[int, ...]:
    at = 3 * (40 * y + x)
    return tuple(data[at : at + 3])


def test_stamps_lie_where_they_belong_the_later_on_top() -> None:
    desk = Desk()
    data = desk.paint(desk.stamp("black", (10, 10)), desk.stamp("red", (12, 10)))
    assert pixel(data, 8, 10) == INKS["black"]
    assert pixel(data, 11, 10) == INKS["red"]
    assert pixel(data, 14, 10) == INKS["red"]
    assert pixel(data, 30, 10) == INKS["white"]


def test_boards_and_stamps_are_drawn_once() -> None:
    desk = Desk()
    first = desk.paint(desk.stamp("black", (10, 10)))
    assert desk.paint(desk.stamp("black", (10, 10))) == first
    moved = desk.paint(desk.stamp("black", (20, 10)))
    assert pixel(moved, 10, 10) == INKS["white"]
    assert pixel(moved, 20, 10) == INKS["black"]
    assert (desk.boards, desk.stamps) == (1, ["black"])
    desk.paint(desk.stamp("black", (10, 10), ground="red"))
    assert desk.stamps == ["black", "black"]
    desk.paint(board="two")
    desk.paint(theme="dark")
    assert desk.boards == 3


def test_a_stamp_leaves_what_it_does_not_cover() -> None:
    desk = Desk()

    def disc(sheet: Sheet, centre: Spot, side: float) -> None:
        sheet.disc(centre, side, "red")

    data = desk.paint(
        desk.stamp("black", (10, 10)), Stamp("disc", (10, 10), "white", square(4), centred(disc, 2.0))
    )
    # The corners of the box are not the disc's, so the black below is seen.
    assert pixel(data, 10, 10) == INKS["red"]
    assert pixel(data, 7, 7) == INKS["black"]


def test_a_closed_curve_passes_through_its_points_and_closes() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    curve = smooth(corners)
    assert set(corners) <= set(curve)
    steps = [dist(one, other) for one, other in zip(curve, [*curve[1:], curve[0]], strict=True)]
    assert max(steps) < 3


def test_an_open_curve_runs_from_end_to_end() -> None:
    row = ((0.0, 0.0), (5.0, 5.0), (10.0, 0.0))
    curve = bow(row)
    assert (curve[0], curve[-1]) == (row[0], row[-1])
    assert row[1] in curve


def test_figures_are_placed_and_mirrored() -> None:
    assert placed(((0.5, -0.25),), (100, 50), 20) == [(110, 45)]
    assert placed(((0.5, -0.25),), (100, 50), 20, mirrored=True) == [(90, 45)]


def test_coarse_edges_need_fewer_colours_and_keep_every_ink() -> None:
    fine = Palette.mix(CLASSIC.light, CLASSIC.touching, FINE)
    coarse = Palette.mix(CLASSIC.light, CLASSIC.touching, COARSE)
    assert len(coarse.colours) < len(fine.colours)
    assert set(CLASSIC.light.values()) <= set(coarse.colours)


def test_a_box_of_colours_borrows_inks_and_their_meetings() -> None:
    box = CLASSIC.with_inks(FAMILY, {"new": (1, 200, 3)}, {"new": (1, 100, 3)}, [("new", "frame")])
    assert set(box.light) == set(box.dark) == {*FAMILY, "new"}
    assert box.light["frame"] == CLASSIC.light["frame"]
    assert {("frame", "letter"), ("trail", "trail-edge"), ("new", "frame")} <= set(box.touching)
    assert all(set(pair) <= set(box.light) for pair in box.touching)


def test_a_frame_is_hollow() -> None:
    studio = Studio().using(BOX)
    sheet = studio.sheet("light", (0, 0, 20, 20), "white")
    sheet.rectangle((0, 0, 20, 20), "white")
    sheet.frame((2, 2, 18, 18), 2, "red", rounded=3)
    page = sheet.page().convert("RGB")
    assert page.getpixel((10, 3)) == INKS["red"]
    assert page.getpixel((10, 10)) == INKS["white"]
    assert page.getpixel((1, 10)) == INKS["white"]
    assert page.getpixel((2, 2)) == INKS["white"]

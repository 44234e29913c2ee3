"""Drawing finely and cutting tiles."""

import pytest
from PIL import Image

from render.grid import Grid
from render.palette import Palette
from render.sheet import Sheet, Tile
from render.studio import Studio


@pytest.fixture(scope="module")
def studio() -> Studio:
    inks = {"black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0)}
    return Studio({"plain": Palette.mix(inks, [("black", "white")])})


def sheet(studio: Studio, side: int = 20) -> Sheet:
    return studio.sheet("plain", (0, 0, side, side), "white")


def on_white(tile: Tile, side: int = 20) -> Image.Image:
    picture = tile.image.copy()
    picture.paste(1, (0, 0, *picture.size))
    page = picture.resize((side, side))
    tile.lay(page)
    return page


def test_a_tile_covers_only_what_was_drawn(studio: Studio) -> None:
    drawn = sheet(studio)
    drawn.disc((10, 10), 5, "black")
    tile = drawn.tile()
    assert tile.mask is not None
    covered = sum(1 for value in tile.mask.convert("L").tobytes() if value)
    assert 78 <= covered <= 110  # a circle of radius 5 and its edge
    assert on_white(tile).getpixel((10, 10)) == 0


def test_a_full_tile_needs_no_mask(studio: Studio) -> None:
    drawn = sheet(studio)
    drawn.rectangle((0, 0, 20, 20), "red")
    assert drawn.tile().mask is None


def test_the_edge_of_a_disc_is_smooth_and_untinted(studio: Studio) -> None:
    drawn = sheet(studio)
    drawn.disc((10, 10), 7, "black")
    page = drawn.page()
    assert len(page.getcolors() or ()) > 3
    assert 2 not in page.tobytes()


def test_cut_tiles_of_neighbours_meet_without_gap_or_overlap(studio: Studio) -> None:
    halves = (((0, 0), (20, 0), (0, 20)), ((20, 0), (20, 20), (0, 20)))
    masks = []
    for half in halves:
        drawn = sheet(studio)
        drawn.rectangle((0, 0, 20, 20), "red")
        mask = drawn.tile(cut=half).mask
        assert mask is not None
        masks.append(mask.convert("L").tobytes())
    both = [bool(one) + bool(other) for one, other in zip(*masks, strict=True)]
    assert both.count(0) == 0
    assert both.count(2) <= 20  # at most the diagonal itself


def test_work_inside_a_polygon_stays_inside(studio: Studio) -> None:
    drawn = sheet(studio)
    drawn.inside([(5, 5), (15, 5), (15, 15), (5, 15)], lambda within: within.disc((10, 10), 10, "black"))
    page = drawn.page()
    assert [page.getpixel(spot) for spot in ((10, 10), (6, 6), (2, 10), (17, 10))] == [0, 0, 1, 1]


def test_a_shadow_lies_beneath(studio: Studio) -> None:
    drawn = sheet(studio)
    drawn.rectangle((5, 5, 10, 10), "black")
    drawn.cast_shadow(0, 3, "red")
    page = drawn.page()
    assert [page.getpixel(spot) for spot in ((7, 7), (7, 11), (7, 14), (12, 7))] == [0, 2, 1, 1]


def test_letters_are_written_around_their_middle(studio: Studio) -> None:
    drawn = sheet(studio, 40)
    drawn.letters((20, 20), "H", 30, "black")
    left, top, right, bottom = (
        Image.eval(drawn.page().convert("L"), lambda value: 255 - value).getbbox() or (0,) * 4
    )
    assert abs((left + right) / 2 - 20) <= 1.5
    assert abs((top + bottom) / 2 - 20) <= 1.5


@pytest.mark.parametrize("width", [160, 360, 800, 1600])
@pytest.mark.parametrize(("columns", "rows"), [(7, 7), (13, 13), (19, 19), (9, 10)])
def test_squares_fill_the_board_evenly(columns: int, rows: int, width: int) -> None:
    grid = Grid(columns, rows, width)
    corners = {grid.corner(point) for point in grid.points()}
    assert len(corners) == columns * rows
    assert min(corners) == (grid.margin, grid.margin)
    right, bottom = (edge + grid.square for edge in max(corners))
    assert abs(width - right - grid.margin) <= 1
    assert grid.height - bottom == grid.margin


def test_points_between_two_squares() -> None:
    grid = Grid(9, 9, 800)
    assert grid.between("a1", "d1") == ("b1", "c1")
    assert grid.between("e7", "e4") == ("e6", "e5")
    assert grid.between("e7", "e6") == ()
    assert grid.between("a1", "c3") == ()

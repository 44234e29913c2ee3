"""Positions of squares."""

import pytest

from render.canvas.fonts import READABLE
from render.games.tafl.grid import Grid


@pytest.mark.parametrize("around", [0.0, 0.0125])
@pytest.mark.parametrize("width", [160, 360, 800, 1600])
@pytest.mark.parametrize(("columns", "rows"), [(7, 7), (13, 13), (19, 19), (9, 10)])
def test_squares_fill_the_room_left_by_labels_and_border(
    columns: int, rows: int, width: int, around: float
) -> None:
    grid = Grid(columns, rows, width, around=around)
    corners = {grid.corner(point) for point in grid.points()}
    assert len(corners) == columns * rows
    assert min(corners) == (grid.left, grid.top)
    assert tuple(edge + grid.square for edge in max(corners)) == (grid.right, grid.bottom)
    left, top, right, bottom = grid.opening
    assert 0 < top < bottom < grid.height
    # Rank and file labels have room for the smallest readable type.
    digits = 1 if rows <= 9 else 0.68 * 2 if grid.large else 2
    assert left >= digits * READABLE / 2 * width
    assert grid.height - bottom >= (0.92 if grid.large else 1) * READABLE * width
    # Wider squares would not fit.
    assert left + width - right <= columns + (0.085 + 2 * around) * width + 2


def test_the_frame_of_the_largest_board_is_narrower() -> None:
    large, usual = Grid(19, 19, 800), Grid(13, 13, 800)
    around = [grid.width - grid.columns * grid.square for grid in (large, usual)]
    assert around[0] <= 0.56 * around[1]


def test_between_lists_the_squares_on_a_line() -> None:
    grid = Grid(9, 9, 800)
    assert grid.between("a1", "d1") == ("b1", "c1")
    assert grid.between("e7", "e4") == ("e6", "e5")
    assert grid.between("e7", "e6") == ()
    assert grid.between("a1", "c3") == ()


def test_heading_follows_the_boards_orientation() -> None:
    assert Grid(9, 10, 800).heading("a1", "d1") == (1, 0)
    assert Grid(9, 10, 800).heading("a1", "a5") == (0, -1)
    turned = Grid(9, 10, 800, turned=True)
    assert turned.heading("a1", "d1") == (-1, 0)
    assert turned.heading("a1", "a5") == (0, 1)

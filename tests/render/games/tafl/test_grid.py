"""Where squares lie."""

import pytest

from render.games.tafl.grid import Grid


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

"""Outlines of figures."""

from math import dist

from render.canvas.curves import arc, bevel, bow, ellipse, place_around, smooth


def test_a_closed_curve_passes_through_its_points_and_closes() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    curve = smooth(corners)
    assert set(corners) <= set(curve)
    steps = [dist(first, second) for first, second in zip(curve, [*curve[1:], curve[0]], strict=True)]
    assert max(steps) < 3


def test_an_open_curve_runs_from_end_to_end() -> None:
    row = ((0.0, 0.0), (5.0, 5.0), (10.0, 0.0))
    curve = bow(row)
    assert (curve[0], curve[-1]) == (row[0], row[-1])
    assert row[1] in curve


def test_figures_can_be_placed_and_mirrored() -> None:
    assert place_around(((0.5, -0.25),), (100, 50), 20) == [(110, 45)]
    assert place_around(((0.5, -0.25),), (100, 50), 20, mirrored=True) == [(90, 45)]


def test_bevels_lie_inside_and_face_the_upper_left_light() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (10.0, 10.0), (0.0, 10.0)]
    sides = {(side[0], side[1]): (side, facing) for side, facing in bevel(square, 2)}
    top, facing = sides[(0.0, 0.0), (10.0, 0.0)]
    assert top[2:] == [(8.0, 2.0), (2.0, 2.0)]
    assert facing > 0.7
    assert sides[(10.0, 10.0), (0.0, 10.0)][1] < -0.7
    # The bevel of two collinear sides is straight, too.
    assert sides[(10.0, 0.0), (10.0, 5.0)][0][2] == (8.0, 5.0)


def test_ellipses_and_arcs_keep_their_extent() -> None:
    whole = ellipse((10.0, 20.0), 8.0, 4.0)
    assert {round(min(x for x, _ in whole)), round(max(x for x, _ in whole))} == {2, 18}
    assert {round(min(y for _, y in whole)), round(max(y for _, y in whole))} == {16, 24}
    assert len(whole) == len(set(whole))
    below = arc((10.0, 20.0), 8.0, 4.0, 0, 180)
    assert [round(value) for spot in (below[0], below[-1]) for value in spot] == [18, 20, 2, 20]
    assert min(y for _, y in below) > 19.9

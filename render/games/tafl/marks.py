"""Marks on squares: the last move, and what is picked and possible while a move is composed."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from render.canvas.canvas import Canvas, Figure, Spot
from render.games.tafl.grid import Grid


def trail_marks(path: tuple[str, ...], grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the marks of a path over the board and where they lie."""
    for start, end in pairwise(path):
        name = "step-across" if start[1:] == end[1:] else "step-down"
        yield from ((name, point) for point in grid.between(start, end))
    yield from (("trail", point) for point in path)
    yield from (("left", point) for point in path[:1])


def _trail(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.5 * side - 1
    canvas.rectangle((x - reach, y - reach, x + reach, y + reach), "trail-edge")
    reach -= max(1.0, 0.045 * side)
    canvas.rectangle((x - reach, y - reach, x + reach, y + reach), "trail")


def _left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.22 * side, 0.06 * side, "trail-edge")


def _step_across(canvas: Canvas, centre: Spot, side: float) -> None:
    _step(canvas, centre, side, (1.0, 0.0))


def _step_down(canvas: Canvas, centre: Spot, side: float) -> None:
    _step(canvas, centre, side, (0.0, 1.0))


def _step(canvas: Canvas, centre: Spot, side: float, direction: Spot) -> None:
    x, y = centre
    for part in (-0.34, 0.0, 0.34):
        canvas.disc(
            (x + part * side * direction[0], y + part * side * direction[1]), 0.065 * side, "trail-edge"
        )


def _chosen(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach, arm, width = 0.455 * side, 0.2 * side, 0.085 * side
    for across in (-1, 1):
        for down in (-1, 1):
            corner = (x + across * reach, y + down * reach)
            canvas.line(
                ((corner[0] - across * arm, corner[1]), corner, (corner[0], corner[1] - down * arm)),
                width,
                "hint",
            )


def _target(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.disc(centre, 0.15 * side, "hint")


MARKS: Mapping[str, Figure] = {
    "trail": _trail,
    "left": _left,
    "step-across": _step_across,
    "step-down": _step_down,
    "chosen": _chosen,
    "target": _target,
}

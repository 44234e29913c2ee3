"""Marks on squares: the last move, and the chosen piece and its targets while a move is composed."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

from render.canvas.canvas import Canvas, Figure, Spot
from render.games.tafl.grid import Grid

_STEPS: Mapping[Spot, str] = {
    (1.0, 0.0): "step-right",
    (-1.0, 0.0): "step-left",
    (0.0, 1.0): "step-down",
    (0.0, -1.0): "step-up",
}


def trail_marks(path: tuple[str, ...], grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the marks of a path over the board with their places."""
    for start, end in pairwise(path):
        step = _STEPS.get(grid.heading(start, end))
        if step is not None:
            yield from ((step, point) for point in grid.between(start, end))
    yield from (("trail", point) for point in path)
    yield from (("left", point) for point in path[:1])


def trail_edge(side: float) -> int:
    """Return the width of the edge that marks a square of the last move."""
    return max(1, round(0.05 * side))


def _trail(canvas: Canvas, centre: Spot, side: float) -> None:
    x, y = centre
    reach = 0.5 * side - 1
    canvas.rectangle((x - reach, y - reach, x + reach, y + reach), "trail-edge")
    reach -= trail_edge(side)
    canvas.rectangle((x - reach, y - reach, x + reach, y + reach), "trail")


def _draw_left(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.ring(centre, 0.22 * side, 0.07 * side, "trail-edge")


def _step(canvas: Canvas, centre: Spot, side: float, direction: Spot) -> None:
    """Draw an arrow head in a direction."""
    x, y = centre
    along, across = direction, (-direction[1], direction[0])
    head = [
        (x + (ahead * along[0] + aside * across[0]) * side, y + (ahead * along[1] + aside * across[1]) * side)
        for ahead, aside in ((-0.13, -0.2), (0.15, 0.0), (-0.13, 0.2))
    ]
    canvas.line(head, 0.1 * side, "trail-edge")


def _draw_chosen(canvas: Canvas, centre: Spot, side: float) -> None:
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
    canvas.disc(centre, 0.17 * side, "hint")


MARKS: Mapping[str, Figure] = {
    "trail": _trail,
    "left": _draw_left,
    **{name: partial(_step, direction=direction) for direction, name in _STEPS.items()},
    "chosen": _draw_chosen,
    "target": _target,
}

"""Marks on the fields: the way of the last move, what is chosen, where it may go."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Sprite, square
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.sheet import draw_field


def fields_of(path: Sequence[str]) -> tuple[str, ...]:
    """Return the places of a path; a stack may be named behind a colon."""
    return tuple(point.partition(":")[0] for point in path)


def way(board: CatchTheHatBoard, places: Sequence[str]) -> Iterator[Sprite]:
    """Yield the way over some places: fields in another ground, and an arrow from each to the next."""
    for place in dict.fromkeys(places):
        if not place.startswith("H"):
            draw = partial(_draw_passed, board=board, place=place)
            yield Sprite(("passed", place), board.spot(place), "frame", square(board.cell / 2), draw)
    for start, end in pairwise(places):
        if start == end:
            continue
        here, there = _door(board, start), _door(board, end)
        middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
        aim = round(there[0] - here[0]), round(there[1] - here[1])
        reach = 13 * board.scale
        draw = partial(_draw_arrow, aim=aim, reach=reach)
        yield Sprite(("arrow", aim), middle, "frame", square(1.2 * reach), draw)


def _door(board: CatchTheHatBoard, place: str) -> Spot:
    if not place.startswith("H"):
        return board.spot(place)
    left, top, right, bottom = board.room(int(place[1:])).doors[0]
    return round((left + right) / 2), round((top + bottom) / 2)


def _draw_passed(canvas: Canvas, board: CatchTheHatBoard, place: str) -> None:
    draw_field(canvas, board, place, (0.0, 0.0), "way")


def _draw_arrow(canvas: Canvas, aim: Spot, reach: float) -> None:
    """Draw an arrow head in steps, along the rows or across them, whichever is nearer to its aim."""
    across, down = aim
    upright = abs(down) >= abs(across)
    sign = 1 if (down if upright else across) > 0 else -1
    unit = max(1, round(reach / 6))
    for shrink, ink in ((0, "white"), (unit, "way-edge")):
        for step in range(4):
            near, far = (2 * step - 4) * unit, (2 * step - 2) * unit - (2 * shrink if step == 3 else 0)
            half = (7 - 2 * step) * unit - shrink - (shrink // 2 if shrink else 0)
            if step == 0:
                near += shrink
            low, high = sorted((sign * near, sign * far))
            if half > 0 and high > low:
                canvas.rectangle((-half, low, half, high) if upright else (low, -half, high, half), ink)


def chosen(board: CatchTheHatBoard, place: str) -> Sprite:
    """Return the mark of a place that was chosen: a frame around it."""
    return _framed(board, place, "chosen")


def target(board: CatchTheHatBoard, place: str) -> Sprite:
    """Return the mark of a place where the chosen hat may go: a frame with tabs above and below its name."""
    return _framed(board, place, "target")


def _framed(board: CatchTheHatBoard, place: str, name: str) -> Sprite:
    scale = board.scale
    half = (board.cell / 2, board.cell / 2)
    if place.startswith("H"):
        left, top, right, bottom = board.room(int(place[1:])).hats
        half = ((right - left) / 2, (bottom - top) / 2)
    thin = max(1, round(scale))
    broad = (7 if name == "chosen" else 4) * thin

    def draw(canvas: Canvas) -> None:
        for grow, deep, ink in ((2 * thin, broad + thin, "white"), (thin, broad, "hint")):
            across, down = half[0] + grow, half[1] + grow
            canvas.frame((-across, -down, across, down), deep, ink, rounded=4 * scale)
        if name == "target":
            for sign in (-1, 1):
                outer, inner = sign * half[1], sign * (half[1] - 9 * thin)
                canvas.rectangle((-7 * thin, min(outer, inner), 7 * thin, max(outer, inner)), "hint")

    reach = half[0] + 3 * thin, half[1] + 3 * thin
    return Sprite((name, half), board.spot(place), "frame", (-reach[0], -reach[1], *reach), draw)

"""Marks on the fields: the way of the last move, what is chosen, where it may go."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

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
    for home in sorted({place for place in places if place.startswith("H")}):
        yield _framed(board, home, "left")
    for start, end in pairwise(places):
        if start == end or start.startswith("H") or end.startswith("H"):
            continue
        here, there = board.spot(start), board.spot(end)
        middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
        aim = round(there[0] - here[0]), round(there[1] - here[1])
        reach = 14 * board.scale
        draw = partial(_draw_arrow, aim=aim, reach=reach)
        yield Sprite(("arrow", aim), middle, "frame", square(1.2 * reach), draw)


def _draw_passed(canvas: Canvas, board: CatchTheHatBoard, place: str) -> None:
    draw_field(canvas, board, place, (0.0, 0.0), "way")


def _draw_arrow(canvas: Canvas, aim: Spot, reach: float) -> None:
    """Draw an arrow head around (0, 0) that points where it aims."""
    far = (aim[0] ** 2 + aim[1] ** 2) ** 0.5
    along = (aim[0] / far, aim[1] / far)
    head = ((0.8, 0.0), (-0.7, 0.9), (-0.7, -0.9))
    spots = [
        (
            reach * (forth * along[0] - aside * along[1]),
            reach * (forth * along[1] + aside * along[0]),
        )
        for forth, aside in head
    ]
    canvas.outline(spots, 0.3 * reach, "white")
    canvas.polygon(spots, "way-edge")


def chosen(board: CatchTheHatBoard, place: str) -> Sprite:
    """Return the mark of a place that was chosen: a frame around it."""
    return _framed(board, place, "chosen")


def target(board: CatchTheHatBoard, place: str) -> Sprite:
    """Return the mark of a place where the chosen hat may go: a frame with tabs above and below its name."""
    return _framed(board, place, "target")


_FRAMES: Final[Mapping[str, tuple[float, str]]] = {
    "chosen": (8.0, "hint"),
    "target": (5.0, "hint"),
    "left": (5.0, "way"),
}
"""How broad the frame of a mark is in a picture 800 wide, and its ink."""


def _framed(board: CatchTheHatBoard, place: str, name: str) -> Sprite:
    (broad, ink), thin = _FRAMES[name], max(1.0, 2 * board.scale)
    broad *= board.scale
    if place.startswith("H"):
        left, top, right, bottom = board.room(int(place[1:])).box
        half = ((right - left) / 2, (bottom - top) / 2)

        def draw_box(canvas: Canvas) -> None:
            box = (-half[0], -half[1], *half)
            canvas.frame(
                box, broad + thin, "white" if ink == "hint" else "way-edge", rounded=12 * board.scale
            )
            canvas.frame(box, broad, ink, rounded=12 * board.scale)

        return Sprite((name, half), board.spot(place), "frame", (-half[0], -half[1], *half), draw_box)
    reach = board.cell / 2 + thin

    def draw(canvas: Canvas) -> None:
        canvas.ring((0.0, 0.0), reach, broad + 2 * thin, "white")
        canvas.ring((0.0, 0.0), reach, broad + thin, ink)
        if name == "target":
            for sign in (-1, 1):
                outer, inner = sign * reach, sign * (reach - 13 * board.scale)
                across = 7 * board.scale
                canvas.rectangle((-across, min(outer, inner), across, max(outer, inner)), ink)

    return Sprite((name, board.cell), board.spot(place), "frame", square(reach), draw)

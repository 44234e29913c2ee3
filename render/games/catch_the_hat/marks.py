"""Marks on the fields: the paths of the last moves, the chosen piece, its targets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Sprite, square
from render.games.catch_the_hat.board import CatchTheHatBoard


def fields_of(path: Sequence[str]) -> tuple[str, ...]:
    """Return the places of a path, without the stacks that may follow after a colon."""
    return tuple(point.partition(":")[0] for point in path)


@dataclass(frozen=True, slots=True)
class Trail:
    """The path of a move: all its places, the colour of the hat, its offset from the middle.

    A `past` trail, of a move before the last one, is thinner.
    """

    places: tuple[str, ...]
    letter: str
    past: bool = False
    aside: float = 0.0


_BROAD: Final = (9.0, 4.5)
_CASING: Final = (2.0, 1.4)
"""The widths of trails and of their edges: for the last move, and for earlier ones."""
_HEAD: Final = 12.0


def trail(board: CatchTheHatBoard, shown: Trail) -> Iterator[Sprite]:
    """Yield the trail of a move: a line from field to field, a dot at its start, a ring at its end."""
    scale, ink = board.scale, f"hat-{shown.letter}"
    broad, casing = _BROAD[shown.past] * scale, max(0.7, _CASING[shown.past] * scale)
    layers = (("edge", broad + 2 * casing), (ink, broad))
    # The lines of a thin trail have round ends, which show each step.
    for layer in (layers,) if shown.past else tuple((single,) for single in layers):
        for start, end in _legs(board, shown):
            to = end[0] - start[0], end[1] - start[1]
            reach = broad / 2 + casing + 1
            box = (
                min(to[0], 0) - reach, min(to[1], 0) - reach, max(to[0], 0) + reach, max(to[1], 0) + reach,
            )  # fmt: skip
            yield Sprite(("leg", to, layer), start, "field", box, partial(_draw_leg, to=to, layers=layer))
    if shown.past:
        return
    first, last = shown.places[0], shown.places[-1]
    if first[0] != "H":
        radius = _HEAD * scale
        draw = partial(_draw_start, radius=radius, thin=casing, ink=ink)
        yield Sprite(("start", ink), board.spot(first), "field", square(radius + 1), draw)
    if last[0] != "H":
        half = board.cell / 2
        draw = partial(_draw_end, half=half, broad=8 * scale, thin=casing, ink=ink)
        yield Sprite(("end", ink), board.spot(last), "field", square(half + 6 * scale), draw)


def _legs(board: CatchTheHatBoard, shown: Trail) -> Iterator[tuple[Spot, Spot]]:
    """Yield the straight lines of a trail, on whole pixels; to and from a home it follows the lane."""
    for one, other in pairwise(shown.places):
        if one[0] == "H":
            yield from pairwise(board.room(int(one[1:])).lane)
        elif other[0] == "H":
            yield from pairwise(board.room(int(other[1:])).lane[::-1])
        elif one != other:
            start, end = board.spot(one), board.spot(other)
            to = end[0] - start[0], end[1] - start[1]
            off = shown.aside * board.scale / hypot(*to)
            aside = round(-to[1] * off), round(to[0] * off)
            yield (start[0] + aside[0], start[1] + aside[1]), (end[0] + aside[0], end[1] + aside[1])


def _draw_leg(canvas: Canvas, to: Spot, layers: Sequence[tuple[str, float]]) -> None:
    for ink, thick in layers:
        canvas.line(((0.0, 0.0), to), thick, ink)


def _draw_start(canvas: Canvas, radius: float, thin: float, ink: str) -> None:
    canvas.disc((0.0, 0.0), radius, "edge")
    canvas.disc((0.0, 0.0), radius - thin, ink)
    canvas.disc((0.0, 0.0), 0.5 * radius, "edge")
    canvas.disc((0.0, 0.0), 0.5 * radius - thin, "field")


def _draw_end(canvas: Canvas, half: float, broad: float, thin: float, ink: str) -> None:
    canvas.ring((0.0, 0.0), half + thin + 0.35 * broad, broad + 2 * thin, "edge")
    canvas.ring((0.0, 0.0), half + 0.35 * broad, broad, ink)


_FRAMES: Final[Mapping[str, float]] = {"chosen": 10.0, "target": 5.0}
"""The width of the frame of a mark in a picture 800 wide."""


def frames(
    board: CatchTheHatBoard, chosen: Sequence[str], targets: Sequence[str], *, homes: bool
) -> Iterator[Sprite]:
    """Yield the marks of chosen and possible places: of homes, or of fields."""
    for name, points in (("chosen", chosen), ("target", targets)):
        for place in dict.fromkeys(fields_of(points)):
            if place.startswith("H") == homes:
                yield _frame(board, place, name)


def _frame(board: CatchTheHatBoard, place: str, name: str) -> Sprite:
    """Return a frame around a place; the frame of a target has four tabs inwards."""
    scale, thin = board.scale, max(1.0, 2 * board.scale)
    broad = max(2.0, _FRAMES[name] * scale)
    if place.startswith("H"):
        left, top, right, bottom = board.room(int(place[1:])).box
        half = ((right - left) / 2, (bottom - top) / 2)
        # A wider frame would hide half of the hats at its sides.
        inset = max(2.0, 0.6 * broad)

        def draw_box(canvas: Canvas) -> None:
            box = (-half[0], -half[1], *half)
            canvas.frame(box, inset + thin, "white", rounded=10 * scale)
            canvas.frame(box, inset, "hint", rounded=10 * scale)

        return Sprite((name, half), board.spot(place), "inside", (-half[0], -half[1], *half), draw_box)
    reach = board.cell / 2 + 3 * thin

    def draw(canvas: Canvas) -> None:
        canvas.ring((0.0, 0.0), reach, broad + 2 * thin, "white")
        canvas.ring((0.0, 0.0), reach - thin, broad, "hint")
        if name == "target":
            outer, inner = reach - thin, reach - thin - 2.6 * broad
            across = 0.9 * broad
            for sign in (-1, 1):
                canvas.rectangle(_order(-across, sign * outer, across, sign * inner), "hint")
                canvas.rectangle(_order(sign * outer, -across, sign * inner, across), "hint")

    return Sprite((name, board.cell), board.spot(place), "field", square(reach), draw)


def _order(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return min(left, right), min(top, bottom), max(left, right), max(top, bottom)

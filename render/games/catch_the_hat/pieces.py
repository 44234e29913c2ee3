"""Hats, towers and the pennons that count hats: each colour with a sign and a cut of its own."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, sqrt

from render.canvas.canvas import Canvas, Spot, star
from render.canvas.fonts import FIGURES
from render.games.catch_the_hat.colours import HATS, ink_of_sign

# The outline of a hat: half its breadth at parts of its height from the foot up, in parts of its breadth.
_OUTLINE = ((0.0, 0.5), (0.1, 0.5), (0.14, 0.44), (0.22, 0.34), (0.95, 0.09), (1.0, 0.05))


@dataclass(frozen=True, slots=True)
class PennonSize:
    """How large pennons are in a picture of that width, in pixels."""

    width: float

    @property
    def height(self) -> float:
        """How high a pennon is with its tail."""
        return 0.0435 * self.width

    @property
    def tail(self) -> float:
        """How high its tail is."""
        return 0.0065 * self.width

    @property
    def breadth(self) -> float:
        """How broad it is; they hang side by side without a gap."""
        return 0.0275 * self.width


def draw_hat(
    canvas: Canvas, foot: Spot, letter: str, size: tuple[float, float], *, halo: str | None = None
) -> None:
    """Draw a hat that stands at a spot, `size` its breadth and height with its rim, a `halo` around it."""
    rim = max(1.0, 0.035 * min(size))
    if halo is not None:
        draw_shape(canvas, foot, size, halo, shrink=-rim)
    draw_shape(canvas, foot, size, "edge")
    draw_shape(canvas, foot, size, f"hat-{letter}", shrink=rim)
    _draw_sheen(canvas, foot, size, f"sheen-{letter}")
    draw_sign(canvas, (foot[0], foot[1] - 0.36 * size[1]), letter, 0.4 * min(size))


def draw_shape(
    canvas: Canvas, foot: Spot, size: tuple[float, float], ink: str, *, shrink: float = 0.0
) -> None:
    """Draw the bare shape of a hat that stands at a spot, smaller by `shrink` on every side.

    It is drawn in bands of two rows, like the fields.
    """
    x, foot_y = foot[0], 2 * round(foot[1] / 2)
    breadth, height = size[0] - 2 * shrink, size[1] - 2 * shrink
    if breadth <= 0 or height <= 0:
        return
    bottom, top = foot_y - shrink, foot_y - shrink - height
    for row in range(2 * round(top / 2), ceil(bottom), 2):
        upper, lower = max(row, top), min(row + 2, bottom)
        if upper < lower:
            half = _half((bottom - (upper + lower) / 2) / height) * breadth
            canvas.rectangle((x - half, upper, x + half, lower), ink)


def _draw_sheen(canvas: Canvas, foot: Spot, size: tuple[float, float], ink: str) -> None:
    """Draw the light on the left side of a hat."""
    (breadth, height), x, bottom = size, foot[0], 2 * round(foot[1] / 2)
    broad, inset = 0.09 * breadth, 0.08 * breadth
    for row in range(2 * round((bottom - 0.82 * height) / 2), 2 * round((bottom - 0.2 * height) / 2), 2):
        left = x - _half((bottom - row - 1) / height) * breadth + inset
        canvas.rectangle((left, row, left + broad, row + 2), ink)


def _half(share: float) -> float:
    """Return half the breadth of a hat at a part of its height."""
    for (low, one), (high, other) in pairwise(_OUTLINE):
        if share <= high:
            return one + (other - one) * (share - low) / (high - low)
    return 0.0


def draw_rows(
    canvas: Canvas, stacks: Sequence[str], room: tuple[float, float], columns: int, places: int
) -> None:
    """Draw the hats that wait in a home around (0, 0), in rows in a room of that breadth and height.

    They stand where they would if all its `places` were taken.
    """
    number = max(places, len(stacks))
    columns = max(columns, ceil(number / ceil(places / columns)))
    rows = ceil(number / columns)
    # Whole pixels, so that equal hats are equal pixels, which pack well.
    pitch, deep = int(room[0] / columns), int(room[1] / rows)
    for index, stack in enumerate(stacks):
        row, column = divmod(index, columns)
        foot = (
            round(-(columns - 1) / 2 * pitch) + column * pitch,
            round(-rows * deep / 2 + 0.97 * deep) + row * deep,
        )
        draw_hat(canvas, foot, stack, (0.96 * pitch, 0.95 * deep))


def draw_group(
    canvas: Canvas, stacks: Sequence[str], field: float, width: float, halo: str | None = None
) -> None:
    """Draw all stacks of one field around (0, 0); `width` is that of the picture, which rules the type.

    A `halo` parts the hats from a rim of their own colour.
    """
    if len(stacks) == 1:
        _draw_tower(canvas, stacks[0], field, width, halo)
        return
    columns = ceil(sqrt(len(stacks)))
    rows = ceil(len(stacks) / columns)
    cell = (1.04 * field / columns, 1.04 * field / rows)
    for index, stack in enumerate(sorted(stacks, key=len, reverse=True)):
        in_row = min(columns, len(stacks) - index // columns * columns)
        x = (index % columns - (in_row - 1) / 2) * cell[0]
        y = (index // columns - (rows - 1) / 2) * cell[1] + 0.48 * cell[1]
        _draw_small(canvas, (x, y), stack, cell, halo)


def _draw_small(canvas: Canvas, foot: Spot, stack: str, cell: tuple[float, float], halo: str | None) -> None:
    """Draw a stack among others: the hat on top, and a brim for each below it."""
    high = min(cell[1], 1.3 * cell[0])
    below = stack[1:]
    brim = min(0.16 * high, 0.5 * high / max(1, len(below)))
    thin = max(1.0, 0.02 * high)
    for level, letter in enumerate(reversed(below)):
        y = foot[1] - level * brim
        canvas.rectangle((foot[0] - 0.46 * cell[0], y - brim, foot[0] + 0.46 * cell[0], y), "edge")
        canvas.rectangle(
            (foot[0] - 0.46 * cell[0] + thin, y - brim + thin, foot[0] + 0.46 * cell[0] - thin, y - thin),
            f"hat-{letter}",
        )
    up = len(below) * brim
    size = 0.94 * cell[0], min(0.96 * cell[1] - up, 1.6 * cell[0])
    draw_hat(canvas, (foot[0], foot[1] - up), stack[0], size, halo=halo)


def _draw_tower(canvas: Canvas, stack: str, field: float, width: float, halo: str | None) -> None:
    """Draw a tower: the hat on top, and below it a pennon for each colour it holds, with their number."""
    kinds = kinds_of(stack[1:])
    if not kinds:
        draw_hat(canvas, (0.0, 0.44 * field), stack, (0.84 * field, 0.96 * field), halo=halo)
        return
    # The hat gives way to what must be read; the tower overtops its field a little, above and below.
    size = PennonSize(width)
    foot = round(0.5 * field + 0.006 * width - size.height)
    high = foot + 0.5 * field + 0.006 * width
    draw_hat(canvas, (0.0, foot + 1), stack[0], (0.84 * field, high), halo=halo)
    draw_pennons(canvas, kinds, (0.0, foot), size)


def kinds_of(hats: str) -> list[tuple[str, int]]:
    """Return the colours among some hats in their order, each with its number."""
    number = Counter(hats)
    return [(letter, number[letter]) for letter in HATS if letter in number]


def draw_pennons(canvas: Canvas, kinds: Sequence[tuple[str, int]], top: Spot, size: PennonSize) -> None:
    """Draw a pennon for each colour with its number, side by side below a spot."""
    for index, (letter, number) in enumerate(kinds):
        x = top[0] + (index - (len(kinds) - 1) / 2) * size.breadth
        _draw_pennon(canvas, (round(x), top[1]), letter, number, size)


def _draw_pennon(canvas: Canvas, top: Spot, letter: str, number: int, size: PennonSize) -> None:
    thin = max(1.0, 0.0018 * size.width)
    for shrink, ink in ((0.0, "edge"), (thin, f"hat-{letter}")):
        half = size.breadth / 2 - shrink
        cut = [
            (top[0] + x * half, top[1] + size.height - (1 - y) * size.tail - shrink)
            for x, y in _TAILS[letter]
        ]
        canvas.polygon(((top[0] - half, top[1] + shrink), *cut, (top[0] + half, top[1] + shrink)), ink)
    body = size.height - size.tail
    ink = ink_of_sign(letter)
    middle = top[1] + 0.52 * body
    canvas.figures((top[0], middle), str(number), FIGURES * size.width, ink)


# How the lower end of a pennon is cut, from left to right.
_TAILS: Mapping[str, tuple[Spot, ...]] = {
    "r": ((-1, 0), (-0.8, 0.6), (-0.4, 0.95), (0, 1), (0.4, 0.95), (0.8, 0.6), (1, 0)),
    "y": ((-1, 0.6), (1, 0.6)),
    "g": ((-1, 1), (0, 0), (1, 1)),
    "b": ((-1, 0), (0, 1), (1, 0)),
    "w": ((-1, 1), (-0.5, 0), (0, 1), (0.5, 0), (1, 1)),
    "k": ((-1, 0), (-0.45, 0), (-0.45, 1), (0.45, 1), (0.45, 0), (1, 0)),
    "*": ((-1, 0.2), (-0.5, 1), (0, 0.2), (0.5, 1), (1, 0.2)),
}


def draw_sign(canvas: Canvas, centre: Spot, letter: str, size: float, ink: str | None = None) -> None:
    """Draw the sign of a colour, `size` high, so that no colour is told by its colour alone."""
    _SIGNS[letter](canvas, centre, size, ink or ink_of_sign(letter))


def _dot(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.banded_disc((centre[0], 2 * round(centre[1] / 2)), 0.42 * size, ink)


def _bar(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    canvas.rectangle((x - 0.6 * size, y - 0.17 * size, x + 0.6 * size, y + 0.17 * size), ink)


def _posts(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across in (-0.3, 0.3):
        middle = x + across * size
        canvas.rectangle((middle - 0.15 * size, y - 0.45 * size, middle + 0.15 * size, y + 0.45 * size), ink)


def _lozenge(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    canvas.polygon(
        ((x, y - 0.58 * size), (x + 0.5 * size, y), (x, y + 0.58 * size), (x - 0.5 * size, y)), ink
    )


def _ring(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.ring(centre, 0.48 * size, 0.19 * size, ink)


def _cross(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across, down in ((0.5, 0.16), (0.16, 0.5)):
        canvas.rectangle((x - across * size, y - down * size, x + across * size, y + down * size), ink)


def _star(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.polygon(star(centre, (0.62 * size, 0.25 * size), 10), ink)


_SIGNS: Mapping[str, Callable[[Canvas, Spot, float, str], None]] = {
    "r": _dot,
    "y": _bar,
    "g": _posts,
    "b": _lozenge,
    "w": _ring,
    "k": _cross,
    "*": _star,
}

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
_STEP, _MOST_STEP = 0.06, 4
# Signs larger than this are drawn in finer steps.
_LARGE = 48


@dataclass(frozen=True, slots=True)
class PennonSize:
    """How large pennons are, in pixels; `signed` ones wear the sign of their colour."""

    width: float
    height: float
    tail: float
    breadth: float
    pitch: float
    signed: bool

    @classmethod
    def small(cls, width: float) -> "PennonSize":
        """Return the size of those below a tower."""
        return cls(width, 0.0435 * width, 0.0065 * width, 0.0275 * width, 0.0275 * width, signed=False)

    @classmethod
    def large(cls, width: float) -> "PennonSize":
        """Return the size of those that hang in a room."""
        return cls(width, 0.066 * width, 0.0075 * width, 0.032 * width, 0.036 * width, signed=True)


def draw_hat(
    canvas: Canvas, foot: Spot, letter: str, size: tuple[float, float], *, signed: bool = True
) -> None:
    """Draw a hat that stands at a spot, `size` its breadth and height with its rim."""
    rim = max(1, round(0.04 * min(size)))
    draw_shape(canvas, foot, size, "edge")
    draw_shape(canvas, foot, size, f"hat-{letter}", shrink=rim)
    _draw_sheen(canvas, foot, size, f"sheen-{letter}")
    if signed:
        draw_sign(canvas, (foot[0], foot[1] - 0.36 * size[1]), letter, 0.4 * min(size))


def draw_shape(canvas: Canvas, foot: Spot, size: tuple[float, float], ink: str, *, shrink: int = 0) -> None:
    """Draw the bare shape of a hat in steps of whole pixels: they pack three times better than slopes."""
    breadth, height = size
    x, y, high = round(foot[0]), round(foot[1]), round(height)
    step = max(1, min(round(_STEP * height), _MOST_STEP))
    for level in range(0, high, step):
        upper = min(high, level + step)
        half = round(_half((level + upper) / 2 / high) * breadth) - shrink
        if half > 0:
            bottom = y - max(level, shrink)
            canvas.rectangle((x - half, y - min(upper, high - shrink), x + half, bottom), ink)


def _draw_sheen(canvas: Canvas, foot: Spot, size: tuple[float, float], ink: str) -> None:
    """Draw the light on the left side of a hat."""
    breadth, height = size
    x, y, high = round(foot[0]), round(foot[1]), round(height)
    broad, step = round(0.09 * breadth), max(1, round(_STEP * height))
    if broad < 2:
        return
    for level in range(step * round(0.2 * high / step), round(0.86 * high), step):
        left = x - round(_half((level + step / 2) / high) * breadth) + max(2, round(0.07 * breadth))
        canvas.rectangle((left, y - level - step, left + broad, y - level), ink)


def _half(share: float) -> float:
    """Return half the breadth of a hat at a part of its height."""
    for (low, one), (high, other) in pairwise(_OUTLINE):
        if share <= high:
            return one + (other - one) * (share - low) / (high - low)
    return 0.0


def draw_row(canvas: Canvas, stacks: Sequence[str], room: tuple[float, float], places: int, ink: str) -> None:
    """Draw the hats that wait in a home around (0, 0), in a room of that breadth and height.

    Each of its `places` that is left empty shows the shape of a hat in `ink`.
    """
    number = max(places, len(stacks))
    # Whole pixels, so that equal hats are equal pixels, which pack well.
    pitch = int(min(room[0] / number, 0.82 * room[1]))
    breadth = 0.94 * pitch
    size = breadth, min(1.25 * breadth, 0.9 * room[1])
    for index in range(number):
        foot = round(-(number - 1) / 2 * pitch) + index * pitch, room[1] / 2 - 0.04 * room[1]
        if index < len(stacks):
            draw_hat(canvas, foot, stacks[index], size)
        else:
            draw_shape(canvas, foot, size, ink)


def draw_group(canvas: Canvas, stacks: Sequence[str], field: float, width: float) -> None:
    """Draw all stacks of one field around (0, 0); `width` is that of the picture, which rules the type."""
    if len(stacks) == 1:
        _draw_tower(canvas, stacks[0], field, width)
        return
    columns = ceil(sqrt(len(stacks)))
    rows = ceil(len(stacks) / columns)
    cell = (1.04 * field / columns, 1.04 * field / rows)
    for index, stack in enumerate(sorted(stacks, key=len, reverse=True)):
        in_row = min(columns, len(stacks) - index // columns * columns)
        x = (index % columns - (in_row - 1) / 2) * cell[0]
        y = (index // columns - (rows - 1) / 2) * cell[1] + 0.48 * cell[1]
        _draw_small(canvas, (x, y), stack, cell)


def _draw_small(canvas: Canvas, foot: Spot, stack: str, cell: tuple[float, float]) -> None:
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
    draw_hat(
        canvas, (foot[0], foot[1] - up), stack[0], (0.94 * cell[0], min(0.96 * cell[1] - up, 1.6 * cell[0]))
    )


def _draw_tower(canvas: Canvas, stack: str, field: float, width: float) -> None:
    """Draw a tower: the hat on top, and below it a pennon for each colour it holds, with their number."""
    kinds = kinds_of(stack[1:])
    if not kinds:
        draw_hat(canvas, (0.0, 0.42 * field), stack, (0.84 * field, 0.84 * field))
        return
    # The hat gives way to what must be read; the tower overtops its field a little, above and below.
    size = PennonSize.small(width)
    foot = round(0.5 * field + 0.006 * width - size.height)
    draw_hat(canvas, (0.0, foot + 1), stack[0], (0.84 * field, foot + 0.5 * field + 0.006 * width))
    draw_pennons(canvas, kinds, (0.0, foot), size)


def kinds_of(hats: str) -> list[tuple[str, int]]:
    """Return the colours among some hats in their order, each with its number."""
    number = Counter(hats)
    return [(letter, number[letter]) for letter in HATS if letter in number]


def draw_pennons(canvas: Canvas, kinds: Sequence[tuple[str, int]], top: Spot, size: PennonSize) -> None:
    """Draw a pennon for each colour with its number, side by side below a spot."""
    for index, (letter, number) in enumerate(kinds):
        x = top[0] + (index - (len(kinds) - 1) / 2) * size.pitch
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
    if size.signed:
        draw_sign(canvas, (top[0], top[1] + 0.2 * body), letter, 0.27 * body)
    middle = top[1] + (0.68 if size.signed else 0.52) * body
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


def _stepped(
    canvas: Canvas, centre: Spot, reach: float, ink: str, half: Callable[[float], float], rows: int
) -> None:
    """Draw an outline in steps, which packs well: its half breadth at parts of its reach from the middle."""
    x, y = round(centre[0]), round(centre[1])
    for row in range(rows):
        upper = (row - rows / 2) * 2 / rows
        across = max(1, round(half(upper + 1 / rows) * reach))
        top, bottom = round(upper * reach), round((upper + 2 / rows) * reach)
        canvas.rectangle((x - across, y + top, x + across, y + bottom), ink)


def _rows(size: float) -> int:
    """Return in how many steps a sign of that size is drawn."""
    return 7 if size < _LARGE else 19


def _dot(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    _stepped(canvas, centre, 0.42 * size, ink, lambda share: sqrt(1 - share * share), _rows(size))


def _bar(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    canvas.rectangle((x - 0.6 * size, y - 0.17 * size, x + 0.6 * size, y + 0.17 * size), ink)


def _posts(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across in (-0.3, 0.3):
        middle = x + across * size
        canvas.rectangle((middle - 0.15 * size, y - 0.45 * size, middle + 0.15 * size, y + 0.45 * size), ink)


def _lozenge(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    _stepped(canvas, centre, 0.56 * size, ink, lambda share: 0.86 * (1 - abs(share)) + 0.06, _rows(size))


def _ring(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = round(centre[0]), round(centre[1])
    far, near, end = (max(1, round(part * size)) for part in (0.48, 0.3, 0.22))
    for sign in (-1, 1):
        low, high = sorted((sign * near, sign * far))
        canvas.rectangle((x - end, y + low, x + end, y + high), ink)
        canvas.rectangle((x + low, y - end, x + high, y + end), ink)
        for other in (-1, 1):
            left, right = sorted((other * end, other * (near + far) // 2))
            top, bottom = sorted((sign * end, sign * (near + far) // 2))
            canvas.rectangle((x + left, y + top, x + right, y + bottom), ink)


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

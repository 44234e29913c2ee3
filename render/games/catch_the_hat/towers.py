"""Stacks of hats on a field, the tags that count prisoners, and hats waiting in a home."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import ellipse
from render.canvas.fonts import READABLE
from render.games.catch_the_hat.colours import HATS, ink_of_sign
from render.games.catch_the_hat.hats import HatSize, draw_hat, hat_shadow

_MAX_BRIMS: Final = 6
"""The number of prisoners above which a tower shows one brim per colour."""
_TALL, _PILE, _LOWER = 1.16, 0.5, 0.08
"""The heights of a tower and its pile of brims, and how much lower they are drawn, in hat heights."""


@dataclass(frozen=True, slots=True)
class Stand:
    """The place of a stack: the lowest edge of its lowest brim, and the size of a single hat."""

    foot: Spot
    size: HatSize


def stack_places(number: int, cell: float) -> tuple[Stand, ...]:
    """Return the places of a number of stacks on a field around (0, 0), back to front."""
    if number == 1:
        return (Stand((0.0, 0.38 * cell), (0.92 * cell, 1.1 * cell)),)
    if number == 2:
        size = 0.66 * cell, 0.84 * cell
        return tuple(Stand((x * cell, 0.36 * cell), size) for x in (-0.29, 0.29))
    if number == 3:
        size = 0.58 * cell, 0.7 * cell
        spots = ((0.0, 0.1), (-0.3, 0.44), (0.3, 0.44))
        return tuple(Stand((x * cell, y * cell), size) for x, y in spots)
    columns = ceil(number / 2)
    size = 1.2 * cell / columns, 0.58 * cell
    pitch = 1.14 * cell / columns
    return tuple(_rows(number, columns, pitch, 0.46 * cell, size))


def _rows(number: int, columns: int, pitch: float, deep: float, size: HatSize) -> Iterator[Stand]:
    for index in range(number):
        row, column = divmod(index, columns)
        in_row = min(columns, number - row * columns)
        yield Stand(((column - (in_row - 1) / 2) * pitch, (row - 0.06) * deep), size)


def draw_shadows(canvas: Canvas, stands: Sequence[Stand]) -> None:
    """Draw the shadows of stacks on a field."""
    for grow, ink in ((0.1, "shade"), (0.03, "shade-deep")):
        for stand in stands:
            canvas.polygon(hat_shadow(stand.foot, stand.size, grow * stand.size[0]), ink)


def draw_stacks(canvas: Canvas, stacks: Sequence[str], cell: float, width: float) -> None:
    """Draw all stacks of a field around (0, 0), with tags; the picture's `width` determines the type size."""
    order = sorted(stacks, key=len, reverse=True)
    stands = stack_places(len(order), cell)
    # Clipped, as the ground around the field differs.
    canvas.inside(ellipse((0.0, 0.0), 0.46 * cell, 0.46 * cell), lambda within: draw_shadows(within, stands))
    for stack, stand in zip(order, stands, strict=True):
        _draw_tower(canvas, stack, stand)
    if len(order) == 1:
        _draw_tags(canvas, order[0], stands[0], width)


def _draw_tower(canvas: Canvas, stack: str, stand: Stand) -> None:
    """Draw a stack: the brims of its prisoners, with the top hat on them."""
    (x, y), (breadth, height) = stand.foot, stand.size
    brims = brims_of(stack)
    if not brims:
        draw_hat(canvas, (x, y), stack[0], stand.size)
        return
    # A tower is hardly higher than a single hat, so as not to hide hats behind it: its top hat is smaller,
    # and its brims are closer.
    step = min(0.15 * height, _PILE * height / len(brims))
    y += _LOWER * height
    for level, letter in enumerate(reversed(brims)):
        draw_hat(canvas, (x, y - level * step), letter, (1.02 * breadth, 0.62 * height), sign=False)
    top = min(0.86 * height, _TALL * height - len(brims) * step)
    draw_hat(canvas, (x, y - len(brims) * step), stack[0], (0.94 * breadth, top))


def brims_of(stack: str) -> str:
    """Return the prisoners of a stack with visible brims, downwards: all, or one per colour."""
    below = stack[1:]
    return below if len(below) <= _MAX_BRIMS else "".join(dict.fromkeys(below))


def kinds_of(hats: str) -> list[tuple[str, int]]:
    """Return the colours of the given hats in order, each with its number."""
    number = Counter(hats)
    return [(letter, number[letter]) for letter in HATS if letter in number]


def _draw_tags(canvas: Canvas, stack: str, stand: Stand, width: float) -> None:
    """Draw a tag with the number of prisoners below the brims, for each colour with several.

    Two or more tags hide the lowest brims, so all other colours get a tag, too.
    """
    kinds = kinds_of(stack[1:])
    several = [(letter, number) for letter, number in kinds if number > 1]
    kinds = kinds if len(several) > 1 else several
    size = TagSize(width)
    for index, (letter, number) in enumerate(kinds):
        x = stand.foot[0] + (index - (len(kinds) - 1) / 2) * size.pitch
        _draw_tag(canvas, (round(x), stand.foot[1] - 0.22 * size.height), letter, number, size)


@dataclass(frozen=True, slots=True)
class TagSize:
    """The sizes of tags in a picture of a given width, in pixels."""

    width: float

    @property
    def height(self) -> float:
        """The height of a tag including its tail."""
        return 0.0435 * self.width

    @property
    def tail(self) -> float:
        """The height of a tag's tail."""
        return 0.0065 * self.width

    @property
    def breadth(self) -> float:
        """The width of a tag."""
        return 0.03 * self.width

    @property
    def pitch(self) -> float:
        """The distance between two tags."""
        return 0.029 * self.width


def _draw_tag(canvas: Canvas, top: Spot, letter: str, number: int, size: TagSize) -> None:
    thin = max(1.0, 0.0022 * size.width)
    for shrink, ink in ((0.0, "edge"), (thin, f"hat-{letter}")):
        half = size.breadth / 2 - shrink
        cut = [
            (top[0] + x * half, top[1] + size.height - (1 - y) * size.tail - shrink)
            for x, y in _TAILS[letter]
        ]
        canvas.polygon(((top[0] - half, top[1] + shrink), *cut, (top[0] + half, top[1] + shrink)), ink)
    middle = top[1] + 0.52 * (size.height - size.tail)
    canvas.text((top[0], middle), str(number), READABLE * size.width, ink_of_sign(letter))


# The outline of a tag's lower end, from left to right.
_TAILS: Mapping[str, tuple[Spot, ...]] = {
    "r": ((-1, 0), (-0.8, 0.6), (-0.4, 0.95), (0, 1), (0.4, 0.95), (0.8, 0.6), (1, 0)),
    "y": ((-1, 0.6), (1, 0.6)),
    "g": ((-1, 1), (0, 0), (1, 1)),
    "b": ((-1, 0), (0, 1), (1, 0)),
    "w": ((-1, 1), (-0.5, 0), (0, 1), (0.5, 0), (1, 1)),
    "k": ((-1, 0), (-0.45, 0), (-0.45, 1), (0.45, 1), (0.45, 0), (1, 0)),
    "*": ((-1, 0.2), (-0.5, 1), (0, 0.2), (0.5, 1), (1, 0.2)),
}

"""Hats and towers: cones seen from the front, each colour with a sign of its own."""

from collections.abc import Callable, Mapping, Sequence

from render.canvas.canvas import Canvas, Spot, star
from render.canvas.curves import placed
from render.games.catch_the_hat.colours import ink_of_sign

# The outline of a hat, in parts of its breadth; the foot of the brim lies at (0, 0).
_CONE = (
    (-0.5, -0.13), (-0.09, -1.02), (0.0, -1.08), (0.09, -1.02), (0.5, -0.13), (0.42, -0.04),
    (0.22, 0.02), (0.0, 0.04),
    (-0.22, 0.02), (-0.42, -0.04),
)  # fmt: skip
HEIGHT = 1.08
"""The height of a hat in parts of its breadth."""

_LAYER, _MOST = 0.3, 1.3
_COUNTED = 4
# Fewer hats than this wait in one row; one alone is not blown up beyond this part of the room.
_ONE_ROW, _LARGEST = 3, 0.62

# Where the hats of one field stand: breadth in parts of a lone hat, and the middle of each foot.
_STANDS: Mapping[int, tuple[float, tuple[Spot, ...]]] = {
    1: (1.0, ((0.0, 0.42),)),
    2: (0.78, ((-0.36, 0.38), (0.36, 0.38))),
    3: (0.68, ((0.0, 0.1), (-0.36, 0.42), (0.36, 0.42))),
    4: (0.6, ((-0.3, 0.08), (0.3, 0.08), (-0.32, 0.44), (0.32, 0.44))),
    5: (0.54, ((-0.28, 0.06), (0.28, 0.06), (-0.54, 0.44), (0.0, 0.44), (0.54, 0.44))),
    6: (0.52, ((-0.52, 0.04), (0.0, 0.04), (0.52, 0.04), (-0.52, 0.46), (0.0, 0.46), (0.52, 0.46))),
}


def draw_group(canvas: Canvas, stacks: Sequence[str], breadth: float) -> None:
    """Draw all stacks of one field around (0, 0); `breadth` is that of a lone hat."""
    share, feet = _STANDS[min(len(stacks), len(_STANDS))]
    # Higher towers stand behind.
    ordered = sorted(stacks, key=len, reverse=True)
    for stack, foot in zip(ordered, feet, strict=False):
        draw_stack(canvas, (foot[0] * breadth, foot[1] * breadth), stack, share * breadth)


def draw_row(canvas: Canvas, stacks: Sequence[str], room: float) -> None:
    """Draw the hats that wait in a home, in one row or two, in a square `room` wide."""
    columns = len(stacks) if len(stacks) < _ONE_ROW else (len(stacks) + 1) // 2
    rows = -(-len(stacks) // columns)
    breadth = min(0.92 * room / columns, 0.84 * room / rows, _LARGEST * room)
    for index, stack in enumerate(stacks):
        in_row = min(columns, len(stacks) - index // columns * columns)
        x = (index % columns - (in_row - 1) / 2) * room / columns
        y = (index // columns - (rows - 1) / 2) * room / rows + 0.5 * breadth
        draw_stack(canvas, (x, y), stack, breadth)


def rise(stack: str) -> float:
    """Return how much higher a tower is than a hat, in parts of its breadth."""
    return min((len(stack) - 1) * _LAYER, _MOST)


def draw_stack(canvas: Canvas, foot: Spot, stack: str, breadth: float) -> None:
    """Draw a tower, its letters given from top to bottom; tall ones tell how many hats they are."""
    step = rise(stack) / max(1, len(stack) - 1)
    for level, letter in enumerate(reversed(stack)):
        is_top = level == len(stack) - 1
        _draw_hat(canvas, (foot[0], foot[1] - level * step * breadth), letter, breadth, is_top=is_top)
    if len(stack) >= _COUNTED:
        spot = (foot[0] + 0.44 * breadth, foot[1] - 0.9 * breadth - rise(stack) * breadth)
        canvas.disc(spot, 0.3 * breadth, "edge")
        canvas.text(spot, str(len(stack)), (0.42 if len(stack) < 10 else 0.36) * breadth, "white")


def _draw_hat(canvas: Canvas, foot: Spot, letter: str, breadth: float, *, is_top: bool) -> None:
    cone = placed(_CONE, foot, breadth)
    canvas.outline(cone, 0.1 * breadth, "edge")
    canvas.polygon(cone, f"hat-{letter}")
    if is_top:
        draw_sign(canvas, (foot[0], foot[1] - 0.36 * breadth), letter, 0.4 * breadth)
    else:
        draw_sign(canvas, (foot[0], foot[1] - 0.12 * breadth), letter, 0.2 * breadth)


def draw_sign(canvas: Canvas, centre: Spot, letter: str, size: float) -> None:
    """Draw the sign of a colour, `size` high, so that no colour is told by its colour alone."""
    _SIGNS[letter](canvas, centre, size, ink_of_sign(letter))


def _dot(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.disc(centre, 0.38 * size, ink)


def _bar(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    canvas.rectangle((x - 0.6 * size, y - 0.17 * size, x + 0.6 * size, y + 0.17 * size), ink)


def _posts(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across in (-0.3, 0.3):
        middle = x + across * size
        canvas.rectangle((middle - 0.15 * size, y - 0.45 * size, middle + 0.15 * size, y + 0.45 * size), ink)


def _lozenge(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.polygon(star(centre, (0.52 * size, 0.42 * size), 4), ink)


def _ring(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    canvas.ring(centre, 0.46 * size, 0.17 * size, ink)


def _cross(canvas: Canvas, centre: Spot, size: float, ink: str) -> None:
    x, y = centre
    for across, down in ((0.5, 0.15), (0.15, 0.5)):
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

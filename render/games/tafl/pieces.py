"""Shared shapes of both games' pieces. A figure is drawn around a centre, in a square of side `side`."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, pi

from render.canvas.canvas import Canvas, Spot, regular
from render.games.tafl.marks import trail_edge

# Light from the upper left, in degrees clockwise from above.
_LIGHT = -45.0
SHADE = 0.5
"""The share of the ink `shade` in the middle of a shadow."""


@dataclass(frozen=True, slots=True)
class BevelInks:
    """The inks of a bevelled piece: its outline; lit, neutral and shaded sides; its top."""

    edge: str
    bright: str
    middle: str
    dim: str
    top: str


def cast_shadow(canvas: Canvas, centre: Spot, spots: Sequence[Spot], side: float) -> None:
    """Draw the shadow of a piece with this outline, to the lower right and within the lines of the board."""
    moved = [(x + 0.03 * side, y + 0.04 * side) for x, y in spots]
    x, y = centre
    reach = 0.5 * side - 1 - (trail_edge(side) if canvas.ground == "trail" else 0)
    box = ceil(x - reach), ceil(y - reach), floor(x + reach), floor(y + reach)
    canvas.within(box, lambda: canvas.shadow(moved, 0.05 * side, "shade", SHADE))


def draw_bevel(
    canvas: Canvas,
    centre: Spot,
    radii: tuple[float, float, float],
    corners: int,
    turn: float,
    inks: BevelInks,
) -> None:
    """Draw a regular polygon with bevelled sides; `radii` are the radii of outline, foot and top."""
    outline, foot, top = radii
    canvas.polygon(regular(centre, outline, corners, turn=turn), inks.edge)
    low, high = (regular(centre, radius, corners, turn=turn) for radius in (foot, top))
    for side in range(corners):
        following = (side + 1) % corners
        facing = cos((turn + 360 / corners * (side + 0.5) - _LIGHT) * pi / 180)
        ink = inks.bright if facing > 0.3 else inks.dim if facing < -0.3 else inks.middle
        canvas.polygon((low[side], low[following], high[following], high[side]), ink)
    canvas.polygon(high, inks.top)


def crown(canvas: Canvas, centre: Spot, width: float, ink: str) -> None:
    """Draw a crown with three points."""
    x, y = centre
    half, high = width / 2, 0.36 * width
    teeth = ((-1.0, -0.7), (-0.5, 0.1), (0.0, -1.0), (0.5, 0.1), (1.0, -0.7), (0.8, 0.62), (-0.8, 0.62))
    canvas.polygon([(x + across * half, y + down * high) for across, down in teeth], ink)
    for across, down in (teeth[0], teeth[2], teeth[4]):
        canvas.disc((x + across * half, y + down * high), 0.1 * width, ink)
    canvas.rectangle((x - 0.8 * half, y + 0.78 * high, x + 0.8 * half, y + 1.08 * high), ink)


def round_ghost(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the trace of a captured round piece."""
    canvas.ring(centre, 0.4 * side, 0.055 * side, "loss")
    cross(canvas, centre, side)


def cross(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the cross that strikes out a captured piece."""
    x, y = centre
    reach = 0.16 * side
    for lean in (1, -1):
        canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), 0.1 * side, "loss")

"""The sheet without hats: a wooden board with a disc for each field, and a box for each home."""

from math import dist
from typing import Final

from render.canvas.canvas import Canvas, Spot, star
from render.canvas.fonts import FIGURES
from render.canvas.frame import draw_frame
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS

_RIM: Final = 7.0
_PALE: Final = ("hat-w",)
"""Rims that do not stand out from every frame by themselves."""
_TRACK, _LANE = 12.0, 14.0
_APART: Final = 1.09
"""Between fields nearer than that, in parts of their breadth, hardly anything of a track is seen."""


def draw_sheet(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the sheet before the hats come."""
    draw_frame(canvas, *board.size)
    for corner in range(board.side.corners):
        _draw_home(canvas, board, corner)
    for start, end in board.side.edges:
        ends = () if start.startswith("H") else (board.spot(start), board.spot(end))
        if ends and dist(*ends) > _APART * board.cell:
            canvas.line(ends, _TRACK * board.scale, "track")
    for place in board.side.fields:
        draw_field(canvas, board, place, board.spot(place))


def _draw_home(canvas: Canvas, board: CatchTheHatBoard, corner: int) -> None:
    """Draw the box in which the hats of a corner wait, and the lane to its junction."""
    room, letter, scale = board.room(corner), HATS[corner], board.scale
    used = corner in board.corners
    ink, tint = (f"hat-{letter}", f"tint-{letter}") if used else ("faded", "tint")
    thin = max(1.0, 2 * scale)
    if used:
        for wide, layer in ((_LANE * scale, "edge"), (_LANE * scale - 2 * thin, ink)):
            canvas.line(room.lane, wide, layer)
    left, top, right, bottom = room.box
    for seams, layer in ((0, "edge"), (1, ink), (4, "edge"), (5, tint)):
        shrink = seams * thin
        box = (left + shrink, top + shrink, right - shrink, bottom - shrink)
        canvas.rectangle(box, layer, rounded=max(1.0, 12 * scale - shrink))


def draw_field(
    canvas: Canvas,
    board: CatchTheHatBoard,
    place: str,
    spot: Spot,
    ground: str | None = None,
    *,
    bare: bool = False,
) -> None:
    """Draw a field around a spot, on its own ground or on that of a mark; a `bare` one without its name."""
    half, thin = board.cell / 2, max(1.0, 2 * board.scale)
    ink = ground_of(board, place, ground)
    rim = rim_of(board, place)
    canvas.banded_disc(spot, half, "edge" if rim is None or rim in _PALE else rim)
    if rim in _PALE:
        canvas.banded_disc(spot, half - thin, rim, smooth=False)
    inner = half - (thin if rim is None else _RIM * board.scale)
    canvas.banded_disc(spot, inner, ink, smooth=False)
    if place in board.side.benches:
        # The slats of a bench: no field is told by its colour alone.
        for level in (-0.48, 0.48):
            y, reach = spot[1] + level * 2 * half * 0.8, 0.42 * half
            canvas.rectangle((spot[0] - reach, y - thin, spot[0] + reach, y + thin), "edge")
    if bare:
        return
    if place == "C":
        canvas.polygon(star(spot, (0.7 * half, 0.3 * half), 16), "figure")
        return
    canvas.figures(spot, place.rpartition(".")[2].lstrip("R"), FIGURES * board.width, "figure")


def ground_of(board: CatchTheHatBoard, place: str, mark: str | None) -> str:
    """Return the ink of a field: that of a mark on it, or its own."""
    return mark or ("bench" if place in board.side.benches else "field")


def rim_of(board: CatchTheHatBoard, place: str) -> str | None:
    """Return the ink of the rim around a field: the colour it is called by, or whose home is there."""
    corner = board.corner_of(place)
    return None if corner is None else f"hat-{HATS[corner]}"

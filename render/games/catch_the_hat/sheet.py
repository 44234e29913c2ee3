"""The sheet without hats: a warm ground lit from above, a disc for each field, a stall for each home."""

from math import dist
from typing import Final

from render.canvas.canvas import Canvas, Spot, star
from render.canvas.curves import ellipse
from render.canvas.fonts import READABLE
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, ground
from render.games.catch_the_hat.homes import draw_home, draw_home_shadow
from render.games.catch_the_hat.signs import draw_sign

_LIT: Final = 11
"""The number of tones of the light on the ground."""
_RIM: Final = 7.0
_PATH, _LANE = 15.0, 11.0
_TURNS: Final = (1 / 16, 9 / 16, 5 / 16, 13 / 16, 3 / 16, 11 / 16, 7 / 16, 15 / 16)
"""For each of eight rows, the share of the transition at which it takes the next tone."""


def draw_sheet(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the empty sheet."""
    _draw_ground(canvas, board)
    scale = board.scale
    ways = [(board.spot(one), board.spot(other)) for one, other in board.side.edges if one[0] != "H"]
    for start, end in ways:
        canvas.polygon(_stretch(start, end, (_PATH + 3) * scale), ground(lit_tone(board, start) + 7))
    for start, end in ways:
        canvas.polygon(_stretch(start, end, _PATH * scale), "path")
    homes = [(corner, lit_tone(board, board.spot(f"H{corner}"))) for corner in range(board.side.corners)]
    # Shadows first: they are drawn in tones of the ground, and would overwrite other drawings.
    for corner, tone in homes:
        draw_home_shadow(canvas, board, corner, tone)
    for place in board.side.fields:
        _draw_field_shadow(canvas, board, board.spot(place))
    for corner in board.corners:
        _draw_lane(canvas, board, corner)
    for corner, _ in homes:
        draw_home(canvas, board, corner)
    for place in board.side.fields:
        draw_field(canvas, board, place, board.spot(place))


def _draw_lane(canvas: Canvas, board: CatchTheHatBoard, corner: int) -> None:
    """Draw the lane from the home of a corner to its junction."""
    lane, letter = board.room(corner).lane, HATS[corner]
    for wide, ink in ((_LANE, "edge"), (_LANE - 3, f"deep-{letter}"), (_LANE - 5, f"hat-{letter}")):
        canvas.line(lane, max(1.0, wide * board.scale), ink)


def _stretch(start: Spot, end: Spot, broad: float) -> tuple[Spot, ...]:
    """Return a path of this width between two fields, which hide its ends."""
    far = dist(start, end)
    aside = broad / 2 * (end[1] - start[1]) / far, -broad / 2 * (end[0] - start[0]) / far
    return tuple(
        (spot[0] + sign * aside[0], spot[1] + sign * aside[1])
        for spot, sign in ((start, 1), (end, 1), (end, -1), (start, -1))
    )


def lit_tone(board: CatchTheHatBoard, spot: Spot) -> int:
    """Return the tone of the ground at a spot."""
    return min(_LIT - 1, max(0, int(_LIT * spot[1] / board.size[1])))


def _draw_ground(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the ground, lit from above, in rows of a single tone, which compress very well.

    Between two tones more and more rows have the next tone, so that no edge is visible.
    """
    width, height = board.size
    for tone in range(_LIT):
        top, bottom = (round(height * edge / _LIT) for edge in (tone, tone + 1))
        canvas.rectangle((0, top, width, bottom), ground(tone))
        if tone == _LIT - 1:
            return
        for row in range(top, bottom):
            if (row - top) / (bottom - top) > _TURNS[row % len(_TURNS)]:
                canvas.rectangle((0, row, width, row + 1), ground(tone + 1))


def _draw_field_shadow(canvas: Canvas, board: CatchTheHatBoard, spot: Spot) -> None:
    """Draw the soft shadow of a field, which is slightly above the ground."""
    base, scale = lit_tone(board, spot), board.scale
    below = (spot[0], spot[1] + 4 * scale)
    for step, grow in enumerate((5.0, 2.5, 0.0)):
        canvas.disc(below, board.cell / 2 + grow * scale, ground(base + 2 + 2 * step))


def draw_field(
    canvas: Canvas, board: CatchTheHatBoard, place: str, spot: Spot, *, bare: bool = False
) -> None:
    """Draw a field around a spot; a `bare` field lacks its name's mark."""
    half, scale = board.cell / 2, board.scale
    (x, y), thin = spot, max(1.0, 1.6 * scale)
    corner, face = board.corner_of(place), "stone" if place in board.side.benches else "field"
    canvas.disc(spot, half, "field-edge" if corner is None else "edge")
    half -= thin
    if corner is not None:
        letter, rim = HATS[corner], _RIM * scale
        canvas.disc(spot, half, f"light-{letter}")
        canvas.disc((x, y + 0.9 * scale), half - 0.9 * scale, f"hat-{letter}")
        half -= rim
        canvas.disc(spot, half + thin, "edge")
    canvas.disc(spot, half, "field-high")
    canvas.disc((x, y + 1.5 * scale), half - 1.5 * scale, face)
    if place in board.side.benches:
        _draw_bench(canvas, spot, board.cell)
    elif not bare:
        _draw_name(canvas, board, place, spot)


def is_named(board: CatchTheHatBoard, place: str) -> bool:
    """Return whether a field shows its name: its number, the sign of a junction, or a star."""
    return place == "C" or board.is_junction(place) or number_on(board, place) is not None


def number_on(board: CatchTheHatBoard, place: str) -> int | None:
    """Return the number on a field: every fifth field has one unless it is a bench or a junction."""
    if place == "C" or place in board.side.benches or board.is_junction(place):
        return None
    number = int(place.rpartition(".")[2].lstrip("R"))
    return number if number % 5 == 0 else None


def draw_number(canvas: Canvas, spot: Spot, number: int, width: float) -> None:
    """Write the number of a field in a picture of this width."""
    canvas.text(spot, str(number), READABLE * width, "figure")


def _draw_name(canvas: Canvas, board: CatchTheHatBoard, place: str, spot: Spot) -> None:
    corner = board.corner_of(place)
    if place == "C":
        half = board.cell / 2
        canvas.polygon(star(spot, (0.78 * half, 0.34 * half), 16), "figure")
        canvas.polygon(star(spot, (0.5 * half, 0.2 * half), 16, turn=22.5), "field-high")
        canvas.disc(spot, 0.14 * half, "figure")
    elif corner is not None and board.is_junction(place):
        draw_sign(canvas, spot, HATS[corner], 0.44 * board.cell, f"deep-{HATS[corner]}")
    number = number_on(board, place)
    if number is not None:
        draw_number(canvas, spot, number, board.width)


def _draw_bench(canvas: Canvas, spot: Spot, cell: float) -> None:
    """Draw a bench that faces the viewer: two slats to lean on, a seat, and four legs."""
    (x, y), thin = spot, max(0.7, 0.022 * cell)

    def slat(left: float, top: float, right: float, bottom: float, *, lit: bool = True) -> None:
        box = (x + left * cell, y + top * cell, x + right * cell, y + bottom * cell)
        canvas.rectangle(box, "plank-low", rounded=0.02 * cell)
        inner = (box[0] + thin, box[1] + thin, box[2] - thin, box[3] - thin)
        canvas.rectangle(inner, "plank")
        if lit:
            canvas.rectangle((inner[0], inner[1], inner[2], inner[1] + 0.035 * cell), "plank-high")

    canvas.polygon(ellipse((x, y + 0.34 * cell), 0.36 * cell, 0.06 * cell), "shade")
    for side in (-1, 1):
        slat(side * 0.27 - 0.04, -0.31, side * 0.27 + 0.04, 0.3, lit=False)
    for top in (-0.3, -0.13):
        slat(-0.37, top, 0.37, top + 0.12)
    for side in (-1, 1):
        slat(side * 0.33 - 0.04, 0.1, side * 0.33 + 0.04, 0.35, lit=False)
    slat(-0.4, 0.05, 0.4, 0.19)

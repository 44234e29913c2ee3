"""The board without pegs: an ivory slab on legs with drilled holes, engraved paths, a palm and two houses."""

from collections.abc import Sequence
from typing import Final

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.curves import arc, ellipse, smooth
from render.canvas.fonts import READABLE
from render.canvas.materials.chance import TextureChance
from render.games.hounds_and_jackals.board import (
    GOAL,
    HOLES,
    LETTER,
    NUMBER,
    NUMBERED,
    NUMBERED_INSIDE,
    PALMS,
    SHORTCUTS,
    HoundsAndJackalsBoard,
    row_of,
)
from render.games.hounds_and_jackals.palm import draw_palm

_HOUSE: Final = (222.0, 376.0)
"""The walls of the hounds' house, in a picture 800 wide."""
_TRUNK: Final = 22.0
_HOLE: Final = 9.0
_LEG: Final = (
    (-0.46, 0.0), (0.46, 0.0), (0.44, 0.24), (0.3, 0.46), (0.2, 0.62), (0.26, 0.76), (0.36, 0.86),
    (-0.36, 0.86), (-0.26, 0.76), (-0.2, 0.62), (-0.3, 0.46), (-0.44, 0.24),
)  # fmt: skip
"""The leg of a bull without its hoof, in fractions of its width and height."""


def draw_board(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the empty board."""
    _draw_floor(canvas, board)
    _draw_legs(canvas, board)
    _draw_slab(canvas, board)
    _draw_sun(canvas, board)
    scale, middle = board.scale, board.width / 2
    draw_palm(canvas, (middle, board.row(6.5)), board.pitch, board.slab[3] - 8 * scale, _TRUNK * scale)
    for hole in NUMBERED_INSIDE:
        spot = middle, board.row(row_of(hole))
        canvas.text(spot, str(hole), READABLE * board.width, "number-light")
    for seat in (0, 1):
        draw_house(canvas, board, seat)
        _engrave(canvas, board.groove(seat), 4.0 * scale, scale)
        for start, _ in SHORTCUTS:
            _draw_canal(canvas, board, seat, start)
        canvas.text(board.place(seat, LETTER, 1), "AB"[seat], READABLE * board.width, "figure")
        for hole in HOLES:
            _draw_number(canvas, board, seat, hole)
            draw_hole(canvas, board, hole, board.spot(seat, hole))


def _draw_floor(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the floor only around the slab: filling the whole picture takes milliseconds."""
    left, top, right, bottom = _shrunk(board.slab, 30 * board.scale)
    for box in (
        (0, 0, board.width, top),
        (0, top, left, bottom),
        (right, top, board.width, bottom),
        (0, bottom, board.width, board.height),
    ):
        canvas.rectangle(box, "floor")


def _draw_legs(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the front legs, in the shape of a bull's, and the shadow of the table."""
    left, _, right, bottom = board.slab
    scale = board.scale
    for step in range(3):
        reach = (12 - 5 * step) * scale
        middle = (left + right) / 2, bottom + 36 * scale
        canvas.polygon(
            ellipse(middle, (right - left) / 2 - 40 * scale + 2 * reach, 10 * scale + reach),
            f"floor-{step + 1}",
        )
    high, broad, thin = 52 * scale, 58 * scale, 2 * scale
    for side in (-1, 1):
        x = left + 88 * scale if side < 0 else right - 88 * scale
        spots = [(x + across * broad, bottom + down * high) for across, down in smooth(_LEG)]
        canvas.outline(spots, 2 * thin, "wood-edge")
        canvas.polygon(spots, "wood")
        lit = [(x + (0.24 * across - 0.17) * broad, bottom + down * high) for across, down in smooth(_LEG)]
        canvas.polygon(lit, "wood-high")
        for half in (-1, 1):
            hoof = (
                (x, bottom + 0.8 * high), (x + half * 0.34 * broad, bottom + 0.8 * high),
                (x + half * 0.47 * broad, bottom + high), (x, bottom + high),
            )  # fmt: skip
            canvas.outline(hoof, thin, "wood-edge")
            canvas.polygon(hoof, "hoof")


def _draw_slab(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the slab with its front edge below, and the veneer around it, in gold on the viewer's side."""
    left, _, right, bottom = board.slab
    scale = board.scale
    front = (left, bottom - 40 * scale, right, bottom + 13 * scale)
    canvas.rectangle(front, "wood", rounded=16 * scale)
    canvas.frame(front, 2 * scale, "wood-edge", rounded=16 * scale)
    inner = _shrunk(board.slab, 10 * scale)
    canvas.rectangle(inner, "slab", rounded=18 * scale)
    canvas.frame(board.slab, 11 * scale, "wood-high", rounded=26 * scale)
    if board.own is not None:
        outer, within = (
            _half(board.slab, inset * scale, (26 - inset) * scale, board.own) for inset in (0, 10)
        )
        canvas.polygon([*outer, *reversed(within)], "gold")
    canvas.frame(board.slab, 2 * scale, "wood-edge", rounded=26 * scale)
    canvas.frame(_shrunk(board.slab, 9 * scale), 2 * scale, "wood-edge", rounded=20 * scale)
    _draw_grain(canvas, board, inner)


def _half(box: Box, inset: float, radius: float, seat: int) -> list[Spot]:
    """Return the edge of the left or right half of a rounded box, from the top to the bottom."""
    left, top, right, bottom = _shrunk(box, inset)
    middle = (left + right) / 2
    near = arc((left + radius, top + radius), radius, radius, 270, 180)
    far = arc((left + radius, bottom - radius), radius, radius, 180, 90)
    spots = [(middle, top), *near, *far, (middle, bottom)]
    return [(left + right - x, y) for x, y in spots] if seat else spots


def _shrunk(box: Box, inset: float) -> Box:
    left, top, right, bottom = box
    return left + inset, top + inset, right - inset, bottom - inset


def _draw_grain(canvas: Canvas, board: HoundsAndJackalsBoard, box: Box) -> None:
    """Draw the grain of ivory along rows of pixels, which compress very well."""
    chance, thin = TextureChance(7), max(1, round(board.scale))
    left, top, right, bottom = (round(edge) for edge in box)
    y = top + 18
    while y < bottom - 18:
        start = left + thin * chance.whole(0, 300)
        while start < right - 4:
            end = min(right - 2, start + thin * chance.whole(90, 420))
            canvas.rectangle((start, y, end, y + thin), "grain")
            start = end + thin * chance.whole(60, 300)
        y += thin * chance.whole(5, 13)


def _engrave(canvas: Canvas, spots: Sequence[Spot], broad: float, scale: float, ink: str = "groove") -> None:
    """Draw a line cut into the slab, with its lower edge lit."""
    canvas.line([(x + scale, y + 1.3 * scale) for x, y in spots], broad, "slab-high")
    canvas.line(spots, broad, ink)


def _draw_sun(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the winged sun above the palm."""
    x, y, pitch = board.width / 2, board.row(0.85), board.pitch
    for row, (ink, reach) in enumerate((("lapis", 3.3), ("brick", 2.5), ("lapis", 1.6))):
        top = y - 0.3 * pitch + row * 0.21 * pitch
        for way in (-1, 1):
            tip = x + way * reach * pitch
            canvas.polygon(
                ((x + way * 0.5 * pitch, top), (tip, top - 0.05 * pitch),
                 (tip - way * 0.25 * pitch, top + 0.15 * pitch), (x + way * 0.5 * pitch, top + 0.15 * pitch)),
                ink,
            )  # fmt: skip
    canvas.disc((x, y), 0.46 * pitch, "gold-edge")
    canvas.disc((x, y), 0.4 * pitch, "gold")


def house_box(board: HoundsAndJackalsBoard, seat: int) -> Box:
    """Return the walls of a house, from its ceiling to its floor."""
    near, far = (edge * board.scale for edge in _HOUSE)
    top, bottom = board.row(9.5), board.row(14.5)
    return (board.width - far, top, board.width - near, bottom) if seat else (near, top, far, bottom)


def draw_house(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int) -> None:
    """Draw the goal: a house with five storeys, whose red roof warns that filling it first loses."""
    left, top, right, bottom = house_box(board, seat)
    scale, thin = board.scale, max(1.0, 2 * board.scale)
    eaves = 9 * scale
    roof = (
        (left - eaves, top), (left + 12 * scale, top - 30 * scale),
        (right - 12 * scale, top - 30 * scale), (right + eaves, top),
    )  # fmt: skip
    canvas.rectangle((left - thin, top, right + thin, bottom + thin), "groove")
    canvas.rectangle((left, top, right, bottom), "house")
    for row in range(1, 5):
        y = top + row * (bottom - top) / 5
        canvas.rectangle((left, y - thin / 2, right, y + thin / 2), "house-line")
    canvas.outline(roof, 3 * scale, "seal-edge")
    canvas.polygon(roof, "seal")
    draw_cross(canvas, ((left + right) / 2, top - 15 * scale), 10 * scale)


def draw_cross(canvas: Canvas, centre: Spot, reach: float) -> None:
    """Draw the cross that marks the goal as losing."""
    x, y = centre
    for way in (-1, 1):
        canvas.line(
            ((x - 0.9 * reach, y - 0.75 * way * reach), (x + 0.9 * reach, y + 0.75 * way * reach)),
            0.55 * reach,
            "white",
        )


def _draw_canal(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int, start: int) -> None:
    """Draw a shortcut: a canal inlaid with lapis."""
    spots, scale = board.canal(seat, start), board.scale
    canvas.line(spots, 11 * scale, "groove")
    canvas.line(spots, 8 * scale, "lapis")


def _draw_number(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int, hole: int) -> None:
    if hole not in NUMBERED:
        return
    x, y = board.place(seat, NUMBER, hole)
    # Beside the hole, above the start of a canal.
    spot = x, y - 23 * board.scale
    canvas.text(spot, str(hole), READABLE * board.width, "palm" if hole in PALMS else "figure")


def draw_hole(canvas: Canvas, board: HoundsAndJackalsBoard, hole: int, spot: Spot) -> None:
    """Draw a drilled hole, its upper side in shadow, its lower edge lit; its rim shows its purpose."""
    (x, y), scale = spot, board.scale
    rim = rim_of(hole)
    if rim is not None:
        canvas.disc(spot, (_HOLE + 8) * scale, "groove")
        canvas.disc(spot, (_HOLE + 6.5) * scale, rim)
    canvas.disc((x, y + 1.4 * scale), (_HOLE + 1.2) * scale, "slab-high")
    canvas.disc(spot, (_HOLE + 0.6) * scale, "groove")
    canvas.disc(spot, _HOLE * scale, "hole")
    canvas.polygon(ellipse((x, y + 3.4 * scale), 0.66 * _HOLE * scale, 0.42 * _HOLE * scale), "hole-lit")


def rim_of(hole: int) -> str | None:
    """Return the ink of the rim of a special hole, None for an ordinary one."""
    if hole in PALMS:
        return "sprig"
    if hole in GOAL:
        return "gold"
    return "lapis" if any(hole in ends for ends in SHORTCUTS) else None

"""The palm board: where the holes of both tracks lie in a picture, and the board without pieces."""

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.frame import draw_frame, draw_opening
from render.canvas.materials.papyrus import Papyrus
from render.contract.layout import Area, Areas
from render.games.hounds_and_jackals.palm import draw_palm

HOLES = range(1, 30)
GOAL = range(25, 30)
PALMS = (5, 15)
SHORTCUTS = ((10, 24), (20, 22))
CANAL = 0.016
"""How broad a shortcut is, in parts of the width."""

_ROWS = 19
# The middles of what stands in a row of the hounds' side, in parts of the width; the jackals' mirrors it.
_NUMBER, _CANAL, _LETTER, _DITCH = 0.08, 0.293, 0.33, 0.377
# Holes stand to the left and to the right by turns, so that heads are broader than a row is high.
_OUTER: Final = {1: 0.162, 0: 0.25}
_INNER: Final = {1: 0.418, 0: 0.336}
_TRUNK = 0.04


@dataclass(frozen=True, slots=True)
class HoundsAndJackalsBoard:
    """Both tracks in a picture `width` pixels wide; `own` is the seat whose side stands out, if any."""

    width: int
    own: int | None = None

    @property
    def pitch(self) -> int:
        """The distance of two neighbouring rows in pixels."""
        return int(self.width * 0.05)

    @property
    def pixel(self) -> int:
        """The breadth of the finest lines: a pixel at 400."""
        return max(1, round(self.width / 400))

    @property
    def margin(self) -> int:
        """The frame's breadth in pixels."""
        return round(self.width * 0.02)

    @property
    def border(self) -> int:
        """The breadth of the painted border at both sides."""
        return round(self.width * 0.026)

    @property
    def height(self) -> int:
        """The picture's height in pixels."""
        return self._top + (_ROWS - 1) * self.pitch + round(0.74 * self.pitch) + self.margin

    @property
    def _top(self) -> int:
        return self.margin + round(1.3 * self.pitch)

    @property
    def seam(self) -> int:
        """Where the first gap between two rows lies."""
        return self._top + self.pitch // 2

    def place(self, seat: int, across: float, row: float) -> Spot:
        """Return a place on a seat's side by its column, in parts of the width, and its row (1 to 19)."""
        x = round(across * self.width)
        return self.width - x if seat else x, round(self._top + (row - 1) * self.pitch)

    def areas(self, seat: int) -> Areas:
        """Return the areas of the holes of a seat's track, by their numbers as moves name them."""
        return _areas(self, seat)

    def spot(self, seat: int, hole: int) -> Spot:
        """Return where a hole of a seat's track lies."""
        return self.areas(seat)[str(hole)].spot

    def canal(self, seat: int, start: int) -> tuple[Spot, ...]:
        """Return the way of the shortcut that begins at a hole."""
        goal = dict(SHORTCUTS)[start]
        across = _CANAL if start <= _ROWS else _DITCH
        bends = (self.place(seat, across, row_of(start)), self.place(seat, across, row_of(goal)))
        return (self.spot(seat, start), *bends, self.spot(seat, goal))


@lru_cache(maxsize=64)
def _areas(board: HoundsAndJackalsBoard, seat: int) -> Areas:
    across, down = 0.044 * board.width, board.pitch / 2
    spots = {
        str(hole): board.place(seat, (_OUTER if hole <= _ROWS else _INNER)[hole % 2], row_of(hole))
        for hole in HOLES
    }
    return MappingProxyType({hole: Area(*spot, across, down) for hole, spot in spots.items()})


def row_of(hole: int) -> int:
    """Return the row of a hole, from the top."""
    return hole if hole <= _ROWS else 2 * _ROWS + 1 - hole


def draw_board(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the board before the first piece is set."""
    margin, border = board.margin, board.border
    draw_frame(canvas, board.width, board.height)
    box = (margin, margin, board.width - margin, board.height - margin)
    draw_opening(canvas, box, board.pixel, "papyrus")
    sheet = (box[0] + border, box[1], box[2] - border, box[3])
    thin = max(1, round(board.width / 800))
    paper = Papyrus("papyrus", "strip", "fibre", "fibre-light", board.seam, board.pitch, thin, 11)
    paper.draw(canvas, sheet)
    for seat in (0, 1):
        _draw_border(canvas, board, seat)
    _draw_sun(canvas, board)
    draw_palm(canvas, board.place(0, 0.5, 9.55), board.pitch, board.height - margin, _TRUNK * board.width)
    for row in range(10, _ROWS + 1):
        canvas.text(board.place(0, 0.5, row), str(2 * _ROWS + 1 - row), _type(board), "number-light")
    for seat in (0, 1):
        _draw_emblem(canvas, board, seat)
        _draw_turn(canvas, board, seat)
        for start, _ in SHORTCUTS:
            _draw_canal(canvas, board, seat, start)
        for hole in HOLES:
            _draw_hole(canvas, board, seat, hole)


def _type(board: HoundsAndJackalsBoard) -> float:
    return 0.05 * board.width


def _draw_emblem(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int) -> None:
    """Write the letter of a track."""
    canvas.text(board.place(seat, _LETTER, 1), "AB"[seat], _type(board), "figure")


def _draw_sun(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the winged sun above the palm."""
    x, y = board.place(0, 0.5, 1.5)
    high, gap = round(0.2 * board.pitch), board.pixel
    for row, (ink, reach) in enumerate((("lapis", 2.7), ("brick", 1.9))):
        top = y + (row - 1) * (high + gap)
        for way in (-1, 1):
            near, far = x + way * 0.72 * board.pitch, x + way * round(reach * board.pitch)
            canvas.rectangle((min(near, far), top, max(near, far), top + high), ink)
    canvas.disc((x, y), 0.56 * board.pitch, "gold")


def _draw_border(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int) -> None:
    """Paint the border along a side of the sheet in blocks; its owner sees their own in gold."""
    broad, thin = board.border, board.pixel
    left = board.margin if seat == 0 else board.width - board.margin - broad
    top, bottom = board.margin, board.height - board.margin
    canvas.rectangle((left, top, left + broad, bottom), "figure")
    inner = (left, left + broad - thin) if seat == 0 else (left + thin, left + broad)
    plain = ("lapis", "bone", "brick", "bone", "sprig", "bone")
    tints = ("gold", "bone", "gold", "bone", "gold", "bone") if board.own == seat else plain
    y, index = top, 0
    while y < bottom:
        high = round((1.3 if index % 2 == 0 else 0.2) * board.pitch)
        canvas.rectangle((inner[0], y, inner[1], min(bottom, y + high)), tints[index % len(tints)])
        y += high + thin
        index += 1


def _draw_turn(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int) -> None:
    """Draw the way from the outer column over to the inner one."""
    thick = max(1, round(0.0075 * board.width))
    (x, y), (to_x, _) = board.spot(seat, _ROWS), board.spot(seat, _ROWS + 1)
    canvas.rectangle((min(x, to_x), y - thick // 2, max(x, to_x), y + thick // 2), "groove")
    way = 1 if to_x > x else -1
    for share in (0.44, 0.54):
        tip, reach = x + share * (to_x - x), 0.2 * board.pitch
        canvas.line(
            ((tip - way * reach, y - reach), (tip, y), (tip - way * reach, y + reach)), thick * 0.8, "groove"
        )


def _draw_canal(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int, start: int) -> None:
    """Draw a shortcut: a canal, and the ripples of its water."""
    spots = board.canal(seat, start)
    broad = 2 * max(1, round(CANAL * board.width / 2))
    canvas.line(spots, broad, "lapis")


def _draw_hole(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int, hole: int) -> None:
    pitch, spot = board.pitch, board.spot(seat, hole)
    if hole <= _ROWS:
        number = board.place(seat, _NUMBER, hole)
        if hole in PALMS:
            x, y = number
            half, high = round(0.54 * pitch), round(0.44 * pitch)
            box = (x - half, y - high, x + half, y + high)
            canvas.rectangle(box, "sprig")
        canvas.text(number, str(hole), _type(board), "number-light" if hole in PALMS else "figure")
    ends = {end for shortcut in SHORTCUTS for end in shortcut}
    rim = "lapis" if hole in ends else "sprig" if hole in PALMS else "gold" if hole in GOAL else None
    if rim is not None:
        _draw_socket(canvas, spot, round(0.34 * pitch), 0.1 * pitch, rim)
    _draw_socket(canvas, spot, round(0.15 * pitch), 0.1 * pitch, "hole")


def _draw_socket(canvas: Canvas, spot: Spot, half: int, rounded: float, ink: str) -> None:
    """Draw a hole or its rim: nearly round, yet with straight sides, which pack well."""
    x, y = spot
    canvas.stepped((x - half, y - half, x + half, y + half), rounded, ink)

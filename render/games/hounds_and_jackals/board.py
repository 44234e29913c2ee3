"""The palm board: where the holes of both tracks lie in a picture, and the board without pieces."""

from dataclasses import dataclass
from itertools import pairwise

from render.canvas.canvas import Canvas, Spot, regular
from render.canvas.curves import bow, smooth
from render.canvas.frame import draw_frame, draw_opening
from render.games.hounds_and_jackals.pieces import hound, jackal

HOLES = range(1, 30)
GOAL = range(25, 30)
PALMS = (5, 15)
SHORTCUTS = ((10, 24), (20, 22))

_ROWS = 19
# Where the columns lie, in parts of the width: A outer, A inner, B inner, B outer.
_COLUMNS = (0.185, 0.385, 0.615, 0.815)


@dataclass(frozen=True, slots=True)
class HoundsAndJackalsBoard:
    """Both tracks in a picture `width` pixels wide; `own` is the seat whose side stands out, if any."""

    width: int
    own: int | None = None

    @property
    def pitch(self) -> int:
        """The distance of two neighbouring rows in pixels.

        Forty at 800: just so little that packing finds one row again in the next.
        """
        return int(self.width * 0.05)

    @property
    def margin(self) -> int:
        """The frame's breadth in pixels."""
        return round(self.width * 0.045)

    @property
    def height(self) -> int:
        """The picture's height in pixels."""
        return self._top + (_ROWS - 1) * self.pitch + round(0.75 * self.pitch) + self.margin

    @property
    def _top(self) -> int:
        return self.margin + round(1.0 * self.pitch)

    def place(self, column: float, row: float) -> Spot:
        """Return a place by column (0 to 1 over the picture's width) and row (1 to 19)."""
        return round(column * self.width), round(self._top + (row - 1) * self.pitch)

    def spot(self, seat: int, hole: int) -> Spot:
        """Return where a hole of a seat's track lies."""
        row = hole if hole <= _ROWS else 2 * _ROWS + 1 - hole
        return self.place(_COLUMNS[_column(seat, hole)], row)

    def beside(self, seat: int, hole: int, reach: float) -> Spot:
        """Return the spot `reach` rows beside a hole: outwards on outer columns, else to the palm."""
        x, y = self.spot(seat, hole)
        left = (seat == 0) == (hole <= _ROWS)
        return x + (-reach if left else reach) * self.pitch, y


def _column(seat: int, hole: int) -> int:
    return (0 if hole <= _ROWS else 1) if seat == 0 else (3 if hole <= _ROWS else 2)


def draw_board(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the board before the first piece is set."""
    draw_frame(canvas, board.width, board.height)
    margin = board.margin
    box = (margin, margin, board.width - margin, board.height - margin)
    draw_opening(canvas, box, max(1.0, board.width / 400), "sand")
    _draw_palm(canvas, board)
    for seat, head in enumerate((hound, jackal)):
        x, y = board.place((0.315, 0.685)[seat], 2.2)
        head(canvas, (x, y), 1.4 * board.pitch)
        canvas.text((x, y + 1.2 * board.pitch), "AB"[seat], 0.8 * board.pitch, "figure")
        _draw_frieze(canvas, board, seat)
        _draw_grooves(canvas, board, seat)
        for hole in HOLES:
            _draw_hole(canvas, board, seat, hole)


def _draw_frieze(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int) -> None:
    """Draw the band along a side of the board; its owner sees their own in gold."""
    pitch, broad = board.pitch, 2 * round(0.31 * board.pitch)
    left = board.margin if seat == 0 else board.width - board.margin - broad
    top, bottom = board.margin, board.height - board.margin
    own = board.own == seat
    canvas.rectangle((left, top, left + broad, bottom), "gold" if own else "sand-two")
    thin = max(1, round(0.06 * pitch))
    inner = left + broad if seat == 0 else left
    canvas.rectangle((inner - thin, top, inner + thin, bottom), "gold-edge" if own else "groove")
    middle = left + broad // 2
    canvas.rectangle(
        (middle - 2 * thin, top, middle + 2 * thin, bottom), "gold-edge" if own else ("lapis", "brick")[seat]
    )


def _draw_grooves(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int) -> None:
    """Draw the way of a track and its two shortcuts."""
    pitch = board.pitch
    thick = max(2, 2 * round(0.05 * pitch))
    for start, end in ((1, _ROWS), (_ROWS + 1, 29)):
        (x, y), (_, to_y) = board.spot(seat, start), board.spot(seat, end)
        canvas.rectangle((x - thick / 2, min(y, to_y), x + thick / 2, max(y, to_y)), "groove")
    (x, y), (to_x, _) = board.spot(seat, _ROWS), board.spot(seat, _ROWS + 1)
    canvas.rectangle((min(x, to_x), y - thick / 2, max(x, to_x), y + thick / 2), "groove")
    middle = (x + to_x) / 2
    reach = 0.17 * pitch if to_x > x else -0.17 * pitch
    canvas.line(
        ((middle - reach, y - 0.24 * pitch), (middle + reach, y), (middle - reach, y + 0.24 * pitch)),
        thick,
        "groove",
    )
    for shortcut in SHORTCUTS:
        for stretch in pairwise(_shortcut(board, seat, shortcut)):
            canvas.line(stretch, 0.1 * pitch, "lapis")


def _shortcut(board: HoundsAndJackalsBoard, seat: int, ends: tuple[int, int]) -> list[Spot]:
    start, end = (board.spot(seat, hole) for hole in ends)
    if start[0] != end[0]:
        return [start, end]
    out = -1.05 * board.pitch if seat == 0 else 1.05 * board.pitch
    return bow((start, (start[0] + out, (start[1] + end[1]) / 2), end))


def _draw_hole(canvas: Canvas, board: HoundsAndJackalsBoard, seat: int, hole: int) -> None:
    pitch, spot = board.pitch, board.spot(seat, hole)
    if hole in PALMS:
        for leaf in regular(spot, 0.28 * pitch, 6):
            canvas.disc(leaf, 0.17 * pitch, "sprig")
        _draw_sprig(canvas, board.beside(seat, hole, -1.0), pitch)
    canvas.disc(spot, 0.31 * pitch, "hole")
    canvas.disc(spot, 0.26 * pitch, "gold" if hole in GOAL else "bone")
    canvas.disc(spot, 0.16 * pitch, "hole")
    canvas.text(board.beside(seat, hole, 1.14), str(hole), 0.64 * pitch, "figure")


def _draw_sprig(canvas: Canvas, centre: Spot, pitch: float) -> None:
    """Draw the small palm beside a hole on which steps are doubled."""
    x, y = centre
    canvas.line(((x, y - 0.1 * pitch), (x, y + 0.36 * pitch)), 0.11 * pitch, "trunk-two")
    for across, down in ((-0.42, 0.06), (-0.32, -0.3), (0.0, -0.44), (0.32, -0.3), (0.42, 0.06)):
        tip = (x + across * pitch, y + down * pitch)
        bend = (x + 0.55 * across * pitch, y + (0.5 * down - 0.16) * pitch)
        canvas.line(((x, y - 0.08 * pitch), bend, tip), 0.1 * pitch, "sprig")


def _draw_palm(canvas: Canvas, board: HoundsAndJackalsBoard) -> None:
    """Draw the palm between the tracks: a trunk to row 14, its crown around the goal."""
    pitch = board.pitch
    x, top = board.place(0.5, 12.4)
    bottom = board.height - board.margin
    canvas.disc(board.place(0.5, 2.4), 1.15 * pitch, "gold")
    for ink, tip, bend in _LEAVES:
        for side in (-1, 1):
            reach, middle = ((side * across * pitch, down * pitch) for across, down in (tip, bend))
            _draw_leaf(canvas, (x, top), reach, middle, ink)
    half = round(0.5 * pitch)
    canvas.rectangle((x - half, round(top), x + half, bottom), "trunk")
    for row in range(14, _ROWS + 1):
        # In step with the rows, which packs well.
        _, y = board.place(0.5, row)
        notch = ((x - half, y - 0.14 * pitch), (x, y + 0.12 * pitch), (x + half, y - 0.14 * pitch))
        canvas.line(notch, 0.09 * pitch, "trunk-two")
    for across, down in _DATES:
        canvas.disc((x + across * pitch, top + down * pitch), 0.24 * pitch, "brick")


def _draw_leaf(canvas: Canvas, root: Spot, tip: Spot, bend: Spot, ink: str) -> None:
    """Draw a leaf from `root`; tip and bend are measured from there."""
    x, y = root
    broad = 0.2 * (abs(tip[0]) + abs(tip[1])) / 2.2
    length = (tip[0] ** 2 + tip[1] ** 2) ** 0.5
    across, down = -tip[1] / length * broad, tip[0] / length * broad
    over = (x + bend[0] + across, y + bend[1] + down)
    under = (x + bend[0] - across, y + bend[1] - down)
    end = (x + tip[0], y + tip[1])
    canvas.polygon(smooth([root, over, end, under]), ink)


# Ink, tip and bend of each leaf of the right half, in rows from the top of the trunk.
_LEAVES = (
    ("leaf-two", (4.3, 1.2), (2.6, -0.9)),
    ("leaf", (4.5, -2.6), (2.2, -2.2)),
    ("leaf-two", (1.7, -6.0), (1.1, -3.2)),
)
_DATES = ((-0.55, 0.25), (0.55, 0.25), (-0.2, 0.45), (0.2, 0.45), (0.0, 0.1))

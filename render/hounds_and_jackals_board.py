"""The palm board: where the holes of both tracks lie in a picture, and the board without pieces."""

from dataclasses import dataclass
from itertools import pairwise

from render.curves import bow, smooth
from render.frame import draw_frame, draw_opening
from render.hounds_and_jackals_figures import hound, jackal
from render.sheet import Sheet, Spot, regular

HOLES = range(1, 30)
GOAL = range(25, 30)
PALMS = (5, 15)
SHORTCUTS = ((10, 24), (20, 22))

_ROWS = 19
# Where the columns lie, in parts of the width: A outer, A inner, B inner, B outer.
_COLUMNS = (0.185, 0.385, 0.615, 0.815)


@dataclass(frozen=True, slots=True)
class Course:
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


def draw_board(sheet: Sheet, course: Course) -> None:
    """Draw the board before the first piece is set."""
    draw_frame(sheet, course.width, course.height)
    margin = course.margin
    box = (margin, margin, course.width - margin, course.height - margin)
    draw_opening(sheet, box, max(1.0, course.width / 400), "sand")
    _draw_palm(sheet, course)
    for seat, head in enumerate((hound, jackal)):
        x, y = course.place((0.315, 0.685)[seat], 2.2)
        head(sheet, (x, y), 1.4 * course.pitch)
        sheet.letters((x, y + 1.2 * course.pitch), "AB"[seat], 0.8 * course.pitch, "figure")
        _draw_frieze(sheet, course, seat)
        _draw_grooves(sheet, course, seat)
        for hole in HOLES:
            _draw_hole(sheet, course, seat, hole)


def _draw_frieze(sheet: Sheet, course: Course, seat: int) -> None:
    """Draw the band along a side of the board; its owner sees his own in gold."""
    pitch, broad = course.pitch, 2 * round(0.31 * course.pitch)
    left = course.margin if seat == 0 else course.width - course.margin - broad
    top, bottom = course.margin, course.height - course.margin
    own = course.own == seat
    sheet.rectangle((left, top, left + broad, bottom), "gold" if own else "sand-two")
    thin = max(1, round(0.06 * pitch))
    inner = left + broad if seat == 0 else left
    sheet.rectangle((inner - thin, top, inner + thin, bottom), "gold-edge" if own else "groove")
    middle = left + broad // 2
    sheet.rectangle(
        (middle - 2 * thin, top, middle + 2 * thin, bottom), "gold-edge" if own else ("lapis", "brick")[seat]
    )


def _draw_grooves(sheet: Sheet, course: Course, seat: int) -> None:
    """Draw the way of a track and its two shortcuts."""
    pitch = course.pitch
    thick = max(2, 2 * round(0.05 * pitch))
    for start, end in ((1, _ROWS), (_ROWS + 1, 29)):
        (x, y), (_, to_y) = course.spot(seat, start), course.spot(seat, end)
        sheet.rectangle((x - thick / 2, min(y, to_y), x + thick / 2, max(y, to_y)), "groove")
    (x, y), (to_x, _) = course.spot(seat, _ROWS), course.spot(seat, _ROWS + 1)
    sheet.rectangle((min(x, to_x), y - thick / 2, max(x, to_x), y + thick / 2), "groove")
    middle = (x + to_x) / 2
    reach = 0.17 * pitch if to_x > x else -0.17 * pitch
    sheet.line(
        ((middle - reach, y - 0.24 * pitch), (middle + reach, y), (middle - reach, y + 0.24 * pitch)),
        thick,
        "groove",
    )
    for shortcut in SHORTCUTS:
        for stretch in pairwise(_shortcut(course, seat, shortcut)):
            sheet.line(stretch, 0.1 * pitch, "lapis")


def _shortcut(course: Course, seat: int, ends: tuple[int, int]) -> list[Spot]:
    start, end = (course.spot(seat, hole) for hole in ends)
    if start[0] != end[0]:
        return [start, end]
    out = -1.05 * course.pitch if seat == 0 else 1.05 * course.pitch
    return bow((start, (start[0] + out, (start[1] + end[1]) / 2), end))


def _draw_hole(sheet: Sheet, course: Course, seat: int, hole: int) -> None:
    pitch, spot = course.pitch, course.spot(seat, hole)
    if hole in PALMS:
        for leaf in regular(spot, 0.28 * pitch, 6):
            sheet.disc(leaf, 0.17 * pitch, "sprig")
        _draw_sprig(sheet, course.beside(seat, hole, -1.0), pitch)
    sheet.disc(spot, 0.31 * pitch, "hole")
    sheet.disc(spot, 0.26 * pitch, "gold" if hole in GOAL else "bone")
    sheet.disc(spot, 0.16 * pitch, "hole")
    sheet.letters(course.beside(seat, hole, 1.14), str(hole), 0.64 * pitch, "figure")


def _draw_sprig(sheet: Sheet, centre: Spot, pitch: float) -> None:
    """Draw the small palm beside a hole on which steps are doubled."""
    x, y = centre
    sheet.line(((x, y - 0.1 * pitch), (x, y + 0.36 * pitch)), 0.11 * pitch, "trunk-two")
    for across, down in ((-0.42, 0.06), (-0.32, -0.3), (0.0, -0.44), (0.32, -0.3), (0.42, 0.06)):
        tip = (x + across * pitch, y + down * pitch)
        bend = (x + 0.55 * across * pitch, y + (0.5 * down - 0.16) * pitch)
        sheet.line(((x, y - 0.08 * pitch), bend, tip), 0.1 * pitch, "sprig")


def _draw_palm(sheet: Sheet, course: Course) -> None:
    """Draw the palm between the tracks: a trunk to row 14, its crown around the goal."""
    pitch = course.pitch
    x, top = course.place(0.5, 12.4)
    bottom = course.height - course.margin
    sheet.disc(course.place(0.5, 2.4), 1.15 * pitch, "gold")
    for ink, tip, bend in _LEAVES:
        for side in (-1, 1):
            reach, middle = ((side * across * pitch, down * pitch) for across, down in (tip, bend))
            _draw_leaf(sheet, (x, top), reach, middle, ink)
    half = round(0.5 * pitch)
    sheet.rectangle((x - half, round(top), x + half, bottom), "trunk")
    for row in range(14, _ROWS + 1):
        # In step with the rows, which packs well.
        _, y = course.place(0.5, row)
        notch = ((x - half, y - 0.14 * pitch), (x, y + 0.12 * pitch), (x + half, y - 0.14 * pitch))
        sheet.line(notch, 0.09 * pitch, "trunk-two")
    for across, down in _DATES:
        sheet.disc((x + across * pitch, top + down * pitch), 0.24 * pitch, "brick")


def _draw_leaf(sheet: Sheet, root: Spot, tip: Spot, bend: Spot, ink: str) -> None:
    """Draw a leaf from `root`; tip and bend are measured from there."""
    x, y = root
    broad = 0.2 * (abs(tip[0]) + abs(tip[1])) / 2.2
    length = (tip[0] ** 2 + tip[1] ** 2) ** 0.5
    across, down = -tip[1] / length * broad, tip[0] / length * broad
    over = (x + bend[0] + across, y + bend[1] + down)
    under = (x + bend[0] - across, y + bend[1] - down)
    end = (x + tip[0], y + tip[1])
    sheet.polygon(smooth([root, over, end, under]), ink)


# Ink, tip and bend of each leaf of the right half, in rows from the top of the trunk.
_LEAVES = (
    ("leaf-two", (4.3, 1.2), (2.6, -0.9)),
    ("leaf", (4.5, -2.6), (2.2, -2.2)),
    ("leaf-two", (1.7, -6.0), (1.1, -3.2)),
)
_DATES = ((-0.55, 0.25), (0.55, 0.25), (-0.2, 0.45), (0.2, 0.45), (0.0, 0.1))

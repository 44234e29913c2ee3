"""The farmyard: where the points of Fox and Hens lie in a picture, and the board without animals."""

from collections.abc import Iterator
from dataclasses import dataclass

from render.canvas.canvas import Box, Canvas, Spot, regular
from render.canvas.curves import placed
from render.canvas.frame import draw_frame, draw_opening

_FILES = "abcdefg"
_LAST = 6
HOUSE = frozenset(f"{file}{rank}" for file in "cde" for rank in (5, 6, 7))
"""The nine points of the hen house."""

# Level with the entrance hens may go sideways, towards the house only.
_ARCS = (("a5", "b5"), ("b5", "c5"), ("g5", "f5"), ("f5", "e5"))


@dataclass(frozen=True, slots=True)
class FoxAndHensBoard:
    """The cross-shaped board in a picture `width` pixels wide; `turned` shows it from the foxes' side."""

    width: int
    turned: bool = False

    @property
    def unit(self) -> int:
        """The distance of two neighbouring points in pixels."""
        return int(self.width * 0.12)

    @property
    def margin(self) -> int:
        """The frame's breadth in pixels."""
        return round(self.width * 0.05)

    @property
    def height(self) -> int:
        """The picture's height in pixels; there is room for the roof behind the house."""
        return 2 * self.margin + round(7.72 * self.unit)

    @property
    def reach(self) -> float:
        """How far the ground reaches beyond the outermost points, in units."""
        return 0.46

    def place(self, x: float, y: float) -> Spot:
        """Return where a place lies; (0, 0) is a1 and (6, 6) would be g7."""
        roof = 0.94 * self.unit + self.margin
        left = (self.width - _LAST * self.unit) / 2
        if self.turned:
            return round(left + (_LAST - x) * self.unit), round(self.height - roof - (_LAST - y) * self.unit)
        return round(left + x * self.unit), round(roof + (_LAST - y) * self.unit)

    def spot(self, point: str) -> Spot:
        """Return where a point lies."""
        return self.place(_FILES.index(point[0]), int(point[1:]) - 1)

    def corner(self, index: int) -> Spot:
        """Return the middle of a corner of the meadow: two beside the near arm, two beside the house."""
        x, y = ((0.7, 1.0), (5.3, 1.0), (0.7, 5.0), (5.3, 5.0))[index]
        if self.turned:
            x, y = _LAST - x, _LAST - y
        return self.place(x, y)


def draw_board(canvas: Canvas, board: FoxAndHensBoard, *, diagonals: bool) -> None:
    """Draw the board before the first animal comes."""
    draw_frame(canvas, board.width, board.height)
    thin, margin = max(1.0, board.width / 400), board.margin
    draw_opening(canvas, (margin, margin, board.width - margin, board.height - margin), thin, "meadow")
    _draw_meadow(canvas, board)
    _draw_ground(canvas, board)
    _draw_house(canvas, board)
    _draw_lines(canvas, board, diagonals=diagonals)
    _draw_arcs(canvas, board)
    for point in _points():
        _draw_point(canvas, board, point)
    _draw_coordinates(canvas, board)


def _points() -> Iterator[str]:
    for x, file in enumerate(_FILES):
        for y in range(_LAST + 1):
            if 2 <= x <= 4 or 2 <= y <= 4:
                yield f"{file}{y + 1}"


def _lines(*, diagonals: bool) -> Iterator[tuple[str, str]]:
    known = set(_points())
    for point in known:
        x, y = _FILES.index(point[0]), int(point[1:])
        slanted = diagonals and (x + 1 + y) % 2 == 0
        for aboard, up in ((1, 0), (0, 1), (1, 1), (1, -1)) if slanted else ((1, 0), (0, 1)):
            other = f"{_FILES[min(x + aboard, _LAST)]}{y + up}"
            if x + aboard <= _LAST and other in known:
                yield point, other


def _draw_lines(canvas: Canvas, board: FoxAndHensBoard, *, diagonals: bool) -> None:
    # Straight lines lie on whole pixels: crisp, and cheap to pack.
    low = max(1, round(0.016 * board.unit))
    high = max(1, round(0.032 * board.unit) - low)
    for start, end in _lines(diagonals=diagonals):
        (x, y), (to_x, to_y) = board.spot(start), board.spot(end)
        if x != to_x and y != to_y:
            canvas.line(((x, y), (to_x, to_y)), float(low + high), "way")
        else:
            box = (min(x, to_x) - low, min(y, to_y) - low, max(x, to_x) + high, max(y, to_y) + high)
            canvas.rectangle(box, "way")


def _draw_ground(canvas: Canvas, board: FoxAndHensBoard) -> None:
    edge = max(1.5, 0.03 * board.unit)
    for grown, ink in ((edge, "path-edge"), (0.0, "path")):
        for left, bottom, right, top in ((2, 0, 4, 6), (0, 2, 6, 4)):
            box = _box(board, (left, bottom, right, top), board.reach * board.unit + grown)
            canvas.rectangle(box, ink, rounded=0.2 * board.unit + grown)


def _box(board: FoxAndHensBoard, places: tuple[float, float, float, float], grown: float) -> Box:
    (x, y), (to_x, to_y) = board.place(*places[:2]), board.place(*places[2:])
    return min(x, to_x) - grown, min(y, to_y) - grown, max(x, to_x) + grown, max(y, to_y) + grown


def _draw_house(canvas: Canvas, board: FoxAndHensBoard) -> None:
    """Draw a stable seen from above: straw between plank walls, open to the board, a roof at the back."""
    unit, away = board.unit, 1 if board.turned else -1
    left, top, right, bottom = _box(board, (2, 4, 4, 6), board.reach * unit)
    canvas.rectangle((left, top, right, bottom), "straw")
    for aboard, down, lean in _STRAWS:
        x, y = left + aboard * (right - left), top + down * (bottom - top)
        reach = 0.11 * unit
        canvas.line(((x - reach, y - lean * reach), (x + reach, y + lean * reach)), 0.022 * unit, "straw-two")
    back, front = (bottom, top) if board.turned else (top, bottom)
    thick, thin = 0.11 * unit, max(1.0, 0.022 * unit)
    for wall in (left, right):
        box = (wall - thick / 2, min(back, front), wall + thick / 2, max(back, front))
        _plank(canvas, box, thin)
        for post in (back, front):
            canvas.disc((wall, post), 0.1 * unit, "plank-edge")
            canvas.disc((wall, post), 0.1 * unit - thin, "plank")
    _draw_roof(canvas, (left - 0.2 * unit, right + 0.2 * unit), back, away * 0.42 * unit, thin)


def _plank(canvas: Canvas, box: Box, thin: float) -> None:
    canvas.rectangle(box, "plank-edge")
    canvas.rectangle((box[0] + thin, box[1] + thin, box[2] - thin, box[3] - thin), "plank")


def _draw_roof(canvas: Canvas, sides: tuple[float, float], eave: float, rise: float, thin: float) -> None:
    """Draw shingles in rows; `rise` is the way from the eave to the ridge."""
    left, right = sides
    eave -= 0.12 * rise
    slope = abs(rise) * 0.5
    ridge = ((left + slope, eave + rise), (right - slope, eave + rise))
    whole = [(left, eave), *ridge, (right, eave)]
    canvas.polygon(whole, "roof")

    def shingles(within: Canvas) -> None:
        rows, pitch = 3, abs(rise) * 0.62
        for row in range(rows):
            y = eave + rise * row / rows
            next_y = eave + rise * (row + 1) / rows
            within.line(((left, y), (right, y)), thin * 1.4, "roof-two")
            start = left + (pitch / 2 if row % 2 else 0.0)
            for step in range(int((right - left) / pitch) + 1):
                x = start + step * pitch
                within.line(((x, y), (x, next_y)), thin, "roof-two")

    canvas.inside(whole, shingles)
    canvas.outline(whole, 1.6 * thin, "plank-edge")
    canvas.line(ridge, 3.2 * thin, "plank-edge")


def _draw_arcs(canvas: Canvas, board: FoxAndHensBoard) -> None:
    """Draw arrow heads on the four lines that hens may take sideways."""
    reach = 0.1 * board.unit
    for start, end in _ARCS:
        (x, y), (to_x, _) = board.spot(start), board.spot(end)
        way = 1 if to_x > x else -1
        middle = (x + to_x) / 2
        for back in (-0.1, 0.06):
            tip = middle + way * (back * board.unit + reach)
            head = ((tip - way * reach, y - reach * 1.15), (tip, y), (tip - way * reach, y + reach * 1.15))
            canvas.line(head, 0.05 * board.unit, "roof-two")


def _draw_point(canvas: Canvas, board: FoxAndHensBoard, point: str) -> None:
    unit, spot = board.unit, board.spot(point)
    if point not in HOUSE:
        canvas.disc(spot, 0.1 * unit, "way")
        return
    # A nest.
    canvas.disc(spot, 0.27 * unit, "way")
    canvas.disc(spot, 0.245 * unit, "straw-two")
    canvas.disc(spot, 0.17 * unit, "straw")
    canvas.disc(spot, 0.085 * unit, "way")


def _draw_meadow(canvas: Canvas, board: FoxAndHensBoard) -> None:
    unit = board.unit
    for corner in range(4):
        middle = board.corner(corner)
        for spot in placed(_TUFTS, middle, unit):
            for lean in (-0.055, 0.0, 0.055):
                blade = (spot, (spot[0] + lean * unit, spot[1] - 0.1 * unit))
                canvas.line(blade, 0.022 * unit, "meadow-two")
        for spot in placed(_FLOWERS[corner % 2], middle, unit):
            for petal in regular(spot, 0.05 * unit, 5):
                canvas.disc(petal, 0.036 * unit, "petal")
            canvas.disc(spot, 0.034 * unit, "gold")


def _draw_coordinates(canvas: Canvas, board: FoxAndHensBoard) -> None:
    size, margin = board.margin * 0.66, board.margin
    for index, letter in enumerate(_FILES):
        x, _ = board.place(index, 0)
        _, y = board.place(0, index)
        for edge in (board.height - margin * 0.48,):
            canvas.text((x, edge), letter, size, "letter")
        for edge in (margin * 0.48,):
            canvas.text((edge, y), str(index + 1), size, "letter")


# Straws on the floor of the house, as (aboard, down, lean) in parts of it.
_STRAWS = (
    (0.1, 0.3, 0.6), (0.33, 0.08, -0.3), (0.68, 0.33, 0.4), (0.9, 0.68, -0.7), (0.3, 0.66, 0.2),
    (0.68, 0.9, 0.5),
)  # fmt: skip
# Around the middle of a corner of the meadow, in units.
_TUFTS = ((-0.6, -0.5), (0.5, -0.7))
_FLOWERS = (((-0.1, -0.85),), ((0.1, -0.72),))

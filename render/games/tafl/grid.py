"""The geometry of boards of squares."""

from dataclasses import dataclass, field
from string import ascii_lowercase
from types import MappingProxyType

from render.canvas.canvas import Box, Spot
from render.contract.layout import Area, Areas


@dataclass(frozen=True, slots=True)
class _Margins:
    """The widths of the frame as fractions of the picture's width: left, bottom, and other sides."""

    digits: float
    letters: float
    rim: float


_SMALL = _Margins(0.0475, 0.056, 0.0165)
_TWO_DIGITS = _Margins(0.0675, 0.056, 0.0165)
_LARGE = _Margins(0.042, 0.05, 0.008)
_MAX_SMALL, _MAX_NAMED = 9, 13
"""The maximum number of ranks with single-digit names, and with every name shown."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `columns` x `rows` squares in a picture `width` pixels wide; squares are whole pixels.

    `turned` shows the board from its far side. Points are named by file letter and rank; unturned, a1 is at
    the bottom left. Rank names are at the left, file names at the bottom. A border, `around` as a fraction of
    the width, surrounds the squares.

    `square` is the side of a square, `border` the width of the border, `left` and `top` the start of the
    squares, all in pixels; `areas` are the areas of all squares.
    """

    columns: int
    rows: int
    width: int
    turned: bool = False
    around: float = 0.0
    square: int = field(init=False)
    border: int = field(init=False)
    left: int = field(init=False)
    top: int = field(init=False)
    areas: Areas = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        margins = self._margins
        share = 1.0 - margins.digits - margins.rim - 2 * self.around
        square = max(1, int(self.width * share) // self.columns)
        spare = self.width * share - self.columns * square
        border = round(self.around * self.width)
        for name, value in (
            ("square", square),
            ("border", border),
            ("left", round((margins.digits + self.around) * self.width + spare / 2)),
            ("top", round(margins.rim * self.width) + border),
        ):
            object.__setattr__(self, name, value)
        areas = {point: Area.of_box(self._box(point)) for point in self.points()}
        object.__setattr__(self, "areas", MappingProxyType(areas))

    @property
    def large(self) -> bool:
        """Whether the board has too many squares to name every rank and file."""
        return self.rows > _MAX_NAMED

    @property
    def _margins(self) -> _Margins:
        return _LARGE if self.large else _TWO_DIGITS if self.rows > _MAX_SMALL else _SMALL

    @property
    def right(self) -> int:
        """The first pixel to the right of the squares."""
        return self.left + self.columns * self.square

    @property
    def bottom(self) -> int:
        """The first pixel below the squares."""
        return self.top + self.rows * self.square

    @property
    def height(self) -> int:
        """The picture's height in pixels."""
        return self.bottom + self.border + round(self._margins.letters * self.width)

    @property
    def box(self) -> Box:
        """The box of all squares."""
        return self.left, self.top, self.right, self.bottom

    @property
    def opening(self) -> Box:
        """The box of the squares and the border around them."""
        border = self.border
        return self.left - border, self.top - border, self.right + border, self.bottom + border

    def corner(self, point: str) -> tuple[int, int]:
        """Return the upper left pixel of a square."""
        left, top, _, _ = self.areas[point].box
        return int(left), int(top)

    def middle(self, point: str) -> Spot:
        """Return the middle of a square."""
        return self.areas[point].spot

    def _box(self, point: str) -> Box:
        column, rank = ascii_lowercase.index(point[0]), int(point[1:]) - 1
        across = self.columns - 1 - column if self.turned else column
        down = rank if self.turned else self.rows - 1 - rank
        left, top = self.left + across * self.square, self.top + down * self.square
        return left, top, left + self.square, top + self.square

    def points(self) -> tuple[str, ...]:
        """Return all points, file by file."""
        return tuple(
            f"{letter}{rank}"
            for letter in ascii_lowercase[: self.columns]
            for rank in range(1, self.rows + 1)
        )

    def between(self, start: str, end: str) -> tuple[str, ...]:
        """Return the points strictly between two points on a line; empty if they share no line."""
        file, rank = ascii_lowercase.index(start[0]), int(start[1:])
        to_file, to_rank = ascii_lowercase.index(end[0]), int(end[1:])
        if file != to_file and rank != to_rank:
            return ()
        step = ((to_file > file) - (to_file < file), (to_rank > rank) - (to_rank < rank))
        distance = max(abs(to_file - file), abs(to_rank - rank))
        return tuple(f"{ascii_lowercase[file + step[0] * i]}{rank + step[1] * i}" for i in range(1, distance))

    def heading(self, start: str, end: str) -> Spot:
        """Return the displayed direction from a square to another on its line, one step long."""
        x, y = self.corner(start)
        to_x, to_y = self.corner(end)
        return float((to_x > x) - (to_x < x)), float((to_y > y) - (to_y < y))

"""Boards of squares: where everything lies."""

from dataclasses import dataclass
from string import ascii_lowercase

from render.canvas.canvas import Spot


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `columns` x `rows` squares in a picture `width` pixels wide; squares are whole pixels.

    `turned` shows the board from its far side. Points are named by file letter and rank; unturned, a1 lies at
    the bottom left.
    """

    columns: int
    rows: int
    width: int
    turned: bool = False

    @property
    def square(self) -> int:
        """The side of a square in pixels."""
        return int(self.width * 0.9) // self.columns

    @property
    def margin(self) -> int:
        """The frame's breadth in pixels."""
        return (self.width - self.columns * self.square) // 2

    @property
    def height(self) -> int:
        """The picture's height in pixels."""
        return self.rows * self.square + 2 * self.margin

    def corner(self, point: str) -> tuple[int, int]:
        """Return the pixel at the upper left of a square."""
        column, rank = ascii_lowercase.index(point[0]), int(point[1:]) - 1
        across = self.columns - 1 - column if self.turned else column
        down = rank if self.turned else self.rows - 1 - rank
        return self.margin + across * self.square, self.margin + down * self.square

    def middle(self, point: str) -> Spot:
        """Return the middle of a square."""
        x, y = self.corner(point)
        return x + self.square / 2, y + self.square / 2

    def shaded(self, point: str) -> bool:
        """Tell whether a square is one of the darker half."""
        return (ascii_lowercase.index(point[0]) + int(point[1:])) % 2 == 1

    def points(self) -> tuple[str, ...]:
        """Return all points, file by file."""
        return tuple(
            f"{letter}{rank}"
            for letter in ascii_lowercase[: self.columns]
            for rank in range(1, self.rows + 1)
        )

    def between(self, start: str, end: str) -> tuple[str, ...]:
        """Return the points strictly between two points of one line; none when they share no line."""
        file, rank = ascii_lowercase.index(start[0]), int(start[1:])
        to_file, to_rank = ascii_lowercase.index(end[0]), int(end[1:])
        if file != to_file and rank != to_rank:
            return ()
        step = ((to_file > file) - (to_file < file), (to_rank > rank) - (to_rank < rank))
        far = max(abs(to_file - file), abs(to_rank - rank))
        return tuple(f"{ascii_lowercase[file + step[0] * i]}{rank + step[1] * i}" for i in range(1, far))

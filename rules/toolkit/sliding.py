"""Boards of squares on which pieces slide like rooks: geometry, interned moves, lanes.

A board is a `bytes` of cells, row by row from rank 1, framed by a ring of BORDER cells, so that adding a step
gives a neighbour without a range check. Zero is an empty cell; the game defines all other codes.
"""

from dataclasses import dataclass
from functools import cache

from rules.contract import Move

EMPTY = 0
BORDER = 7
NOBODY = 2  # the owner of neutral pieces

OPEN = 0  # a piece may stop here
CLOSED = 1  # a piece may neither stop here nor cross
CROSSED = 2  # a piece may cross while the square is empty, but never stop

FILES = "abcdefghijklmnopqrstuvwxyz"

MovesBySeat = tuple[tuple[Move, ...], tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column: its place on a board, its squares, and per square the moves to all others.

    `reach` is empty at a place until `moves_from` fills it: all moves of a large board take megabytes.
    """

    cut: slice
    names: tuple[str, ...]
    reach: list[tuple[Move, ...]]

    def moves_from(self, place: int) -> tuple[Move, ...]:
        """Return the moves from a place to every place, including itself."""
        moves = self.reach[place]
        if not moves:
            origin = self.names[place]
            moves = tuple(Move(f"{origin}-{target}", (origin, target)) for target in self.names)
            self.reach[place] = moves
        return moves


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `columns` x `rows` squares.

    `names` and `crossing` (the numbers of the row and the column through a cell) are indexed by cell, `lines`
    by number (rows from rank 1, then columns from file a).
    """

    columns: int
    rows: int
    stride: int
    names: tuple[str, ...]
    cells: dict[str, int]
    crossing: tuple[tuple[int, int], ...]
    lines: tuple[Line, ...]

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """The differences between a cell and its neighbours: right, left, up, down."""
        return (1, -1, self.stride, -self.stride)

    def empty(self) -> bytearray:
        board = bytearray([BORDER]) * len(self.names)
        for cell in self.cells.values():
            board[cell] = EMPTY
        return board

    def ply(self, origin: int, target: int) -> Move:
        """Return the move between two cells. Raises LookupError if no piece could ever make it."""
        row, column = self.crossing[origin]
        other_row, other_column = self.crossing[target]
        if (row == other_row) is (column == other_column):
            raise LookupError(f"from {self.names[origin]} to {self.names[target]}")
        if row == other_row:
            return self.lines[row].moves_from(column - self.rows)[other_column - self.rows]
        return self.lines[column].moves_from(row)[other_row]


@cache
def grid(columns: int, rows: int) -> Grid:
    """Return the board of that size; every board is created once and shared."""
    stride = columns + 2
    names = [""] * (stride * (rows + 2))
    crossing = [(0, 0)] * len(names)
    for row in range(rows):
        for column in range(columns):
            cell = (row + 1) * stride + column + 1
            names[cell] = f"{FILES[column]}{row + 1}"
            crossing[cell] = (row, rows + column)
    lines: list[Line] = []
    for row in range(rows):
        start = (row + 1) * stride + 1
        lines.append(_line(slice(start, start + columns), names))
    for column in range(columns):
        start = stride + column + 1
        lines.append(_line(slice(start, start + stride * rows, stride), names))
    return Grid(
        columns,
        rows,
        stride,
        tuple(names),
        {name: cell for cell, name in enumerate(names) if name},
        tuple(crossing),
        tuple(lines),
    )


def _line(cut: slice, names: list[str]) -> Line:
    squares = tuple(names[cut])
    return Line(cut, squares, [()] * len(squares))


@dataclass(frozen=True, slots=True)
class Lane:
    """A line with the restrictions of one game's pieces.

    `wards` marks, by piece code and place, squares as OPEN, CLOSED or CROSSED; it is empty if all are open.
    """

    line: Line
    cut: slice
    wards: tuple[bytes, ...]


def lanes(board: Grid, wards: tuple[bytes, ...]) -> tuple[Lane, ...]:
    """Return the lanes of a board, given the wards by piece code and cell."""
    result: list[Lane] = []
    for line in board.lines:
        parts = tuple(ward[line.cut] for ward in wards)
        guarded = any(any(part) for part in parts)
        result.append(Lane(line, line.cut, parts if guarded else ()))
    return tuple(result)


def lane_moves(lane: Lane, content: bytes, owners: bytes) -> MovesBySeat:
    """Return the moves of each seat's pieces along a lane holding `content`.

    `owners` gives the seat by piece code.
    """
    if lane.wards:
        return _guarded_moves(lane, content, owners)
    first: list[Move] = []
    second: list[Move] = []
    mine = first
    line = lane.line
    known = line.reach
    reach = known[0]
    place = -1
    free = 0
    for here, piece in enumerate(content):
        if piece:
            if place >= 0:
                mine += reach[free:here]
            mine = second if owners[piece] else first
            reach = known[here] or line.moves_from(here)
            mine += reach[free:here]
            place = here
            free = here + 1
    if place >= 0:
        mine += reach[free:]
    return tuple(first), tuple(second)


def _guarded_moves(lane: Lane, content: bytes, owners: bytes) -> MovesBySeat:
    first: list[Move] = []
    second: list[Move] = []
    for place, piece in enumerate(content):
        if piece:
            mine = second if owners[piece] else first
            reach = lane.line.moves_from(place)
            ward = lane.wards[piece]
            for step, end in ((-1, -1), (1, len(content))):
                for here in range(place + step, end, step):
                    if content[here] or ward[here] == CLOSED:
                        break
                    if ward[here] == OPEN:
                        mine.append(reach[here])
    return tuple(first), tuple(second)


def flank_captures(
    board: bytearray, cell: int, steps: tuple[int, ...], prey: int, hammers: bytes, hostile: bytes
) -> list[int]:
    """Return the cells of the enemy men caught between the piece just moved to `cell` and an anvil.

    `prey` is the code of the enemy's men; `hammers` marks by code the mover's capturing pieces, `hostile` by
    cell the squares that serve as an anvil while empty. Source: Hnefatafl rule 4; Ludus latrunculorum,
    custodial capture.
    """
    caught: list[int] = []
    for step in steps:
        if board[cell + step] == prey:
            behind = cell + step + step
            anvil = board[behind]
            if hammers[anvil] or (anvil == EMPTY and hostile[behind]):
                caught.append(cell + step)
    return caught

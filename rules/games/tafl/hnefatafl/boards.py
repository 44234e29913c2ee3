"""The boards with their start positions, and everything else an option decides."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.contract import Option
from rules.games.tafl.text import Script
from rules.toolkit.sliding import BORDER, CLOSED, CROSSED, NOBODY, Grid, grid

ATTACKERS, DEFENDERS = 0, 1
ATTACKER, DEFENDER, KING = 1, 2, 3

SCRIPT = Script(pieces=".adk", sides="ad")
LARGEST = 19

# Source: the drawings of the published setups; the attackers begin on all of them (ruling T21).
STARTS: Mapping[str, str] = {
    "hnefatafl-13": (
        "4aaaaa4/6a6/13/13/a5d5a/a4ddd4a/aa2ddkdd2aa/a4ddd4a/a5d5a/13/13/6a6/4aaaaa4 a"  # ruling T1
    ),
    "hnefatafl-11": "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a",
    "hnefatafl-9": "3aaa3/4a4/9/a2ddd2a/aa1dkd1aa/a2ddd2a/9/4a4/3aaa3 a",
    "tablut-9": "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a",
    "brandubh-7": "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a",
    "alea-evangelii-19": (
        "2a2a7a2a2/19/a4a7a4a/7a1a1a7/6a1d1d1a6/a1a2a7a2a1a/4a4d4a4/3a4d1d4a3/4d2d1d1d2d4/3a2d1dkd1d2a3/"
        "4d2d1d1d2d4/3a4d1d4a3/4a4d4a4/a1a2a7a2a1a/6a1d1d1a6/7a1a1a7/a4a7a4a/19/2a2a7a2a2 a"
    ),
}

OPTIONS = (
    Option("board", tuple(STARTS), "hnefatafl-13"),
    Option("shieldwall", ("off", "on"), "off"),
    Option("throne_pass", ("none", "defenders", "attackers", "both"), "none"),
    Option("repetition", ("draw", "mover-loses"), "draw"),
    Option("encirclement", ("off", "on"), "off"),
)


@dataclass(frozen=True, slots=True)
class Field:
    """The squares of one board and what is special about some.

    By code: `owners` the seat, `friends` per seat which pieces are its own. By cell: `refuges` marks throne
    and corners. `edges` are the sides of the board: its cells, the step along it and the step inwards.
    """

    grid: Grid
    throne: int
    corners: tuple[int, ...]
    refuges: bytes
    owners: bytes
    friends: tuple[bytes, bytes]
    edges: tuple[tuple[frozenset[int], int, int], ...]

    def wards(self, throne_pass: str) -> tuple[bytes, ...]:
        """Return by piece code and cell where men may not stop or cross (rule 3, rulings T2 and T14)."""
        free = bytes(len(self.refuges))
        marks = []
        for side in ("attackers", "defenders"):
            ward = bytearray(free)
            for corner in self.corners:
                ward[corner] = CLOSED
            ward[self.throne] = CROSSED if throne_pass in {side, "both"} else CLOSED
            marks.append(bytes(ward))
        return (free, marks[ATTACKERS], marks[DEFENDERS], free)


@cache
def field(board: str) -> Field:
    """Return the squares of a board by its option value."""
    size = STARTS[board].count("/") + 1
    squares = grid(size, size)
    stride = squares.stride
    low, high = stride + 1, stride * size + size
    corners = (low, stride + size, stride * size + 1, high)
    throne = (low + high) // 2
    refuges = bytearray(len(squares.names))
    for cell in (throne, *corners):
        refuges[cell] = 1
    owners = bytearray([NOBODY]) * (BORDER + 1)
    owners[ATTACKER], owners[DEFENDER], owners[KING] = ATTACKERS, DEFENDERS, DEFENDERS
    sides = (
        (range(low, stride + size + 1), 1, stride),
        (range(corners[2], high + 1), 1, -stride),
        (range(low, corners[2] + 1, stride), stride, 1),
        (range(corners[1], high + 1, stride), stride, -1),
    )
    return Field(
        squares,
        throne,
        corners,
        bytes(refuges),
        bytes(owners),
        (bytes(owner == ATTACKERS for owner in owners), bytes(owner == DEFENDERS for owner in owners)),
        tuple((frozenset(cells), along, inwards) for cells, along, inwards in sides),
    )

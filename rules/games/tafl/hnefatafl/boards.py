"""The squares of a board under the rules in force."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.games.tafl.hnefatafl.options import in_force
from rules.games.tafl.hnefatafl.starts import STARTS
from rules.games.tafl.text import Script
from rules.toolkit.sliding import BORDER, CLOSED, CROSSED, NOBODY, Grid, grid

ATTACKERS, DEFENDERS = 0, 1
ATTACKER, DEFENDER, KING = 1, 2, 3

SCRIPT = Script(pieces=".adk", sides="ad")
LARGEST = 19


@dataclass(frozen=True, slots=True)
class Field:
    """The squares of a board, with its special squares.

    By piece code: `owners` is the seat, `friends` marks per seat its own pieces, `hammers` those of them that
    capture, `wards` (also by cell) where a piece may stop and cross. By cell: `refuges` marks squares that
    confine the king while empty, `hostile` squares against which men are captured while empty, `goals` the
    squares where the king has escaped, `court` the squares where two attackers do not capture him. `corners`
    are the corners that are refuges. `edges` are the sides of the board: their cells, the step along them and
    the step inwards.
    """

    grid: Grid
    throne: int
    corners: tuple[int, ...]
    refuges: bytes
    hostile: bytes
    goals: bytes
    court: bytes
    owners: bytes
    friends: tuple[bytes, bytes]
    hammers: tuple[bytes, bytes]
    wards: tuple[bytes, ...]
    edges: tuple[tuple[frozenset[int], int, int], ...]

    @property
    def at_edge(self) -> bool:
        """Whether the king escapes on every square of the edge."""
        return not self.corners


def field(options: Mapping[str, str]) -> Field:
    """Return the squares of a game with these options."""
    rules = in_force(options)
    return _field(rules["board"], tuple((key, rules[key]) for key in _DECISIVE))


_DECISIVE = ("escape", "king_arms", "king_capture", "throne_hostile", "throne_pass", "throne_return")


@cache
def _field(board: str, chosen: tuple[tuple[str, str], ...]) -> Field:
    rules = dict(chosen)
    size = STARTS[board].count("/") + 1
    squares = grid(size, size)
    stride = squares.stride
    low, high = stride + 1, stride * size + size
    outer = (low, stride + size, stride * size + 1, high)
    throne = (low + high) // 2
    sides = (
        (range(low, stride + size + 1), 1, stride),
        (range(outer[2], high + 1), 1, -stride),
        (range(low, outer[2] + 1, stride), stride, 1),
        (range(outer[1], high + 1, stride), stride, -1),
    )
    # Ruling T27: if the king escapes on the whole edge, corners are ordinary squares.
    at_edge = rules["escape"] == "edge"
    corners = () if at_edge else outer
    goals = [cell for cells, _, _ in sides for cell in cells] if at_edge else corners
    courts = {
        "four": tuple(squares.cells.values()),
        "two-away": (throne, *(throne + step for step in squares.steps)),
        "two": (),
    }
    owners = bytearray([NOBODY]) * (BORDER + 1)
    owners[ATTACKER], owners[DEFENDER], owners[KING] = ATTACKERS, DEFENDERS, DEFENDERS
    attackers, defenders = (bytes(owner == seat for owner in owners) for seat in (ATTACKERS, DEFENDERS))
    hammers = bytearray(defenders)
    # Ruling T26: a weaponless king is neither hammer nor anvil.
    hammers[KING] = rules["king_arms"] == "armed"
    # Ruling T28: a throne that is not an anvil still confines the king.
    anvils = (throne, *corners) if rules["throne_hostile"] == "on" else corners
    return Field(
        squares,
        throne,
        corners,
        _marks(squares, (throne, *corners)),
        _marks(squares, anvils),
        _marks(squares, goals),
        _marks(squares, courts[rules["king_capture"]]),
        bytes(owners),
        (attackers, defenders),
        (attackers, bytes(hammers)),
        _wards(squares, throne, corners, rules),
        tuple((frozenset(cells), along, inwards) for cells, along, inwards in sides),
    )


def _marks(squares: Grid, cells: tuple[int, ...] | list[int]) -> bytes:
    marks = bytearray(len(squares.names))
    for cell in cells:
        marks[cell] = 1
    return bytes(marks)


def _wards(
    squares: Grid, throne: int, corners: tuple[int, ...], rules: Mapping[str, str]
) -> tuple[bytes, ...]:
    """Return by piece code and cell where pieces may not stop or cross (rule 3, rulings T2, T14 and T29)."""
    free = bytes(len(squares.names))
    wards = []
    for side in ("attackers", "defenders"):
        ward = bytearray(free)
        for corner in corners:
            ward[corner] = CLOSED
        ward[throne] = CROSSED if rules["throne_pass"] in {side, "both"} else CLOSED
        wards.append(bytes(ward))
    king = bytearray(free)
    if rules["throne_return"] == "off":
        king[throne] = CLOSED
    return (free, *wards, bytes(king))

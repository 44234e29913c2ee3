"""The holes of both tracks in a picture of the palm board, and the lean of the pegs."""

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from render.canvas.canvas import Box, Spot
from render.canvas.curves import bow
from render.contract.layout import Area, Areas

HOLES = range(1, 30)
GOAL = range(25, 30)
PALMS = (5, 15)
SHORTCUTS = ((10, 24), (20, 22))
NUMBERED: Final = (1, 5, 10, 15)
NUMBERED_INSIDE: Final = (20, 25, 29)
"""Holes with a number next to them, and holes whose numbers on the trunk apply to both tracks."""

ROWS = 19
_BASE: Final = 800.0
_TOP: Final = 62.0
_FOOT: Final = 94.0
# The columns of the hounds' side, in a picture 800 wide; the jackals' side mirrors it.
_OUTER, _INNER = 154.0, 298.0
_CANAL, _DITCH = 212.0, 274.0
_TOUCH_OUTER, _TOUCH_INNER = 56.0, 78.0
NUMBER: Final = 185.0
LETTER: Final = 250.0

_NEAR, _FAR, _SIDE = 49.0, 98.0, 52.0
_UP: Final = 15.0
"""The offsets of a peg's head from its hole, sideways and upwards."""


@dataclass(frozen=True, slots=True)
class HoundsAndJackalsBoard:
    """Both tracks in a picture `width` pixels wide; `own` is the seat of the highlighted side, if any."""

    width: int
    own: int | None = None

    @property
    def scale(self) -> float:
        """Pixels per unit of the plan."""
        return self.width / _BASE

    @property
    def pitch(self) -> int:
        """The distance between two adjacent rows in pixels."""
        return int(self.width * 0.05)

    @property
    def height(self) -> int:
        """The picture's height in pixels."""
        return round(_TOP * self.scale) + (ROWS - 1) * self.pitch + round(_FOOT * self.scale)

    @property
    def slab(self) -> Box:
        """The top of the slab."""
        edge = round(9 * self.scale)
        return edge, edge, self.width - edge, round(self.row(ROWS) + 36 * self.scale)

    def row(self, row: float) -> float:
        """Return the distance of a row (1 to 19) from the top."""
        return round(_TOP * self.scale) + (row - 1) * self.pitch

    def place(self, seat: int, across: float, row: float) -> Spot:
        """Return a place on a seat's side by its column, in a picture 800 wide, and its row."""
        x = round(across * self.scale)
        return self.width - x if seat else x, round(self.row(row))

    def areas(self, seat: int) -> Areas:
        """Return the areas of the holes of a seat's track, by their numbers in moves."""
        return _areas(self, seat)

    def spot(self, seat: int, hole: int) -> Spot:
        """Return the place of a hole of a seat's track."""
        return self.areas(seat)[str(hole)].spot

    def head(self, seat: int, hole: int) -> Spot:
        """Return the offset of a peg's head from its hole; it leans towards the side without holes.

        On the outer path heads are alternately near and far, on the inner path left and right, so that they
        can be wider than a row is high.
        """
        across = lean(hole) * (-1 if seat else 1) * self.scale
        return across, -_UP * self.scale

    def groove(self, seat: int) -> tuple[Spot, ...]:
        """Return the engraved path from the first hole to the last."""
        out = [self.spot(seat, hole) for hole in HOLES]
        turn, (x, y), (to_x, _) = out.index(self.spot(seat, ROWS)) + 1, out[ROWS - 1], out[ROWS]
        middle = (x + to_x) / 2, y + 20 * self.scale
        return (*out[:turn], *bow([(x, y), middle, (to_x, y)])[1:-1], *out[turn:])

    def canal(self, seat: int, start: int) -> tuple[Spot, ...]:
        """Return the path of the shortcut that begins at a hole."""
        goal = dict(SHORTCUTS)[start]
        across = _CANAL if start <= ROWS else _DITCH
        bends = (self.place(seat, across, row_of(start)), self.place(seat, across, row_of(goal)))
        return (self.spot(seat, start), *bends, self.spot(seat, goal))


def lean(hole: int) -> float:
    """Return the horizontal offset of a hound's head from its hole, in a picture 800 wide."""
    if hole <= ROWS:
        return -_NEAR if hole % 2 else -_FAR
    return -_SIDE if hole % 2 else _SIDE


@lru_cache(maxsize=64)
def _areas(board: HoundsAndJackalsBoard, seat: int) -> Areas:
    areas: dict[str, Area] = {}
    for hole in HOLES:
        outer = hole <= ROWS
        spot = board.place(seat, _OUTER if outer else _INNER, row_of(hole))
        across = (_TOUCH_OUTER if outer else _TOUCH_INNER) * board.scale
        areas[str(hole)] = Area(*spot, across, board.pitch / 2)
    return MappingProxyType(areas)


def row_of(hole: int) -> int:
    return hole if hole <= ROWS else 2 * ROWS + 1 - hole

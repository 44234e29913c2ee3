"""How Hnefatafl looks: wood, dark round shields around light hexagons and their crowned king."""

from collections.abc import Sequence
from typing import Protocol, cast

from render.men import hexagon_ghost, ivory_hexagon, king, octagon_ghost, round_ghost, round_shield
from render.studio import Studio
from render.tafl import Look, SquarePainter
from render.tafl_board import WOOD, Ornaments, draw_refuge, draw_throne
from rules import State


class _Refuges(Protocol):
    @property
    def throne(self) -> str: ...
    @property
    def corners(self) -> Sequence[str]: ...


def _ornaments(state: State) -> Ornaments:
    board = cast("_Refuges", state)
    return ((board.throne, draw_throne), *((corner, draw_refuge) for corner in board.corners))


_LOOK = Look(
    ground=WOOD,
    figures={"k": king, "d": ivory_hexagon, "a": round_shield},
    ghosts={"k": octagon_ghost, "d": hexagon_ghost, "a": round_ghost},
    losses={("capture", 0): "a", ("capture", 1): "d", ("king-captured", 1): "k"},
    ornaments=_ornaments,
)


def painter(studio: Studio) -> SquarePainter:
    """Return the painter of Hnefatafl. The board has no sides, so everyone sees it alike."""
    return SquarePainter(studio, _LOOK)

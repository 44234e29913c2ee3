"""How Ludus latrunculorum looks: stone, dark round counters against light square ones."""

from render.men import dark_counter, dark_king, light_king, light_tessera, round_ghost, square_ghost
from render.studio import Studio
from render.tafl import Look, SquarePainter
from render.tafl_board import STONE, Ornaments
from rules import State


def _ornaments(_state: State) -> Ornaments:
    return ()


_LOOK = Look(
    ground=STONE,
    figures={"B": dark_king, "b": dark_counter, "W": light_king, "w": light_tessera},
    ghosts={"b": round_ghost, "w": square_ghost},
    losses={("capture", 0): "b", ("capture", 1): "w"},
    ornaments=_ornaments,
    turned_for=0,
)


def painter(studio: Studio) -> SquarePainter:
    """Return the painter of Ludus latrunculorum. Each player sees his own ranks at the bottom."""
    return SquarePainter(studio, _LOOK)

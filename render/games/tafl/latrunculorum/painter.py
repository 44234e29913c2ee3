"""The painter of Ludus latrunculorum. Each player sees their own ranks at the bottom."""

from functools import partial

from render.canvas.past_way import WayInks
from render.contract.painter import GamePainter
from render.games.tafl.latrunculorum.board import board_of
from render.games.tafl.latrunculorum.colours import INKS
from render.games.tafl.latrunculorum.pieces import (
    dark_counter,
    dark_king,
    light_king,
    light_tessera,
    square_ghost,
)
from render.games.tafl.painter import TaflPainter, TaflStyle
from render.games.tafl.pieces import round_ghost
from rules.games.tafl.latrunculorum import GAME, LatrunculorumState

_STYLE = TaflStyle(
    pieces={"B": dark_king, "b": dark_counter, "W": light_king, "w": light_tessera},
    ghosts={"b": round_ghost, "w": square_ghost},
    losses={("capture", 0): "b", ("capture", 1): "w"},
    marks=("b", "w"),
    men=("b", "w"),
    kings=("B", "W"),
    board=board_of,
    ways=(WayInks("glass", "bone"), WayInks("bone", "bone-edge")),
    ground="marble",
    turned_for=0,
)

PAINTER = GamePainter(GAME.key, LatrunculorumState, INKS, partial(TaflPainter, _STYLE))

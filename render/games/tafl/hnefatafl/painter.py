"""The painter of Hnefatafl, with the same view for everyone."""

from functools import partial

from render.canvas.past_way import WayInks
from render.contract.painter import GamePainter
from render.games.tafl.hnefatafl.board import board_of
from render.games.tafl.hnefatafl.colours import INKS
from render.games.tafl.hnefatafl.pieces import hexagon_ghost, ivory_hexagon, king, octagon_ghost, round_shield
from render.games.tafl.painter import TaflPainter, TaflStyle
from render.games.tafl.pieces import round_ghost
from rules.games.tafl.hnefatafl import GAME, HnefataflState

_STYLE = TaflStyle(
    pieces={"k": king, "d": ivory_hexagon, "a": round_shield},
    ghosts={"k": octagon_ghost, "d": hexagon_ghost, "a": round_ghost},
    losses={("capture", 0): "a", ("capture", 1): "d", ("king-captured", 1): "k"},
    marks=("a", "k"),
    men=("a", "d"),
    kings=("", "k"),
    board=board_of,
    ways=(WayInks("oxblood", "ivory"), WayInks("ivory", "ivory-edge")),
    ground="oak",
)

PAINTER = GamePainter(GAME.key, HnefataflState, INKS, partial(TaflPainter, _STYLE))

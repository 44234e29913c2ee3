"""The painter of Hnefatafl. The board has no sides, so everyone sees it alike."""

from functools import partial

from render.canvas.themes import CLASSIC
from render.contract.painter import GamePainter
from render.games.tafl.board import Ornaments
from render.games.tafl.hnefatafl.board import WOOD, draw_refuge, draw_throne
from render.games.tafl.hnefatafl.pieces import hexagon_ghost, ivory_hexagon, king, octagon_ghost, round_shield
from render.games.tafl.painter import TaflPainter, TaflStyle
from render.games.tafl.pieces import round_ghost
from rules.games.tafl.hnefatafl import GAME, HnefataflState


def _ornaments(state: HnefataflState) -> Ornaments:
    return ((state.throne, draw_throne), *((corner, draw_refuge) for corner in state.corners))


_STYLE = TaflStyle(
    inks=WOOD,
    pieces={"k": king, "d": ivory_hexagon, "a": round_shield},
    ghosts={"k": octagon_ghost, "d": hexagon_ghost, "a": round_ghost},
    losses={("capture", 0): "a", ("capture", 1): "d", ("king-captured", 1): "k"},
    marks=("a", "k"),
    ornaments=_ornaments,
)

PAINTER = GamePainter(GAME.key, HnefataflState, CLASSIC, partial(TaflPainter, _STYLE))

"""Hnefatafl on several boards, with options: alpha-beta on its own board."""

from engines.contract import Level
from engines.games.tafl.hnefatafl.position import begin
from engines.search.engine import ALPHA_BETA_LEVELS, AlphaBetaEngine

# Random moves free the king or lose men: losing to them takes more mistakes than in other games.
LEVELS = (Level(1, nodes=400, depth=1, exchanges=0, margin=400, attention=30), *ALPHA_BETA_LEVELS[1:])
# On small boards a king reaches a corner even by chance, so beginning defenders overlook captures there.
_BEGINNING_DEFENDERS = Level(1, nodes=400, depth=1, exchanges=0, margin=3_000, attention=45, loud_attention=0)
BEGINNERS = {(board, "defenders"): _BEGINNING_DEFENDERS for board in ("brandubh-7", "tablut-9")}
NODES_ON = {
    "hnefatafl-11": 70_000,
    "hnefatafl-11-balanced": 70_000,
    "hnefatafl-9": 80_000,
    "tablut-9": 80_000,
    "tablut-9-balanced": 80_000,
    "brandubh-7": 105_000,
    "brandubh-7-balanced": 105_000,
    "alea-evangelii-19": 50_000,
}
ENGINE = AlphaBetaEngine(
    "hnefatafl", begin, LEVELS, spread=500, nodes=55_000, nodes_on=NODES_ON, beginners=BEGINNERS
)

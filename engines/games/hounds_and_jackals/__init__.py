"""Hounds and Jackals with all its options: alpha-beta on its own bit sets."""

from engines.games.hounds_and_jackals.levels import LEVELS
from engines.games.hounds_and_jackals.position import begin
from engines.games.hounds_and_jackals.solved import HoundsOracle
from engines.search.engine import AlphaBetaEngine

ENGINE = AlphaBetaEngine(
    "hounds-and-jackals", begin, LEVELS, spread=800, nodes=160_000, oracle=HoundsOracle()
)

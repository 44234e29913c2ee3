"""Ludus latrunculorum with both armies: alpha-beta on its own board."""

from engines.contract import Level
from engines.games.tafl.latrunculorum.position import begin
from engines.search.engine import ALPHA_BETA_LEVELS, AlphaBetaEngine

# Capturing everything in reach is most of this game, so a beginner hardly prefers captures.
LEVELS = (Level(1, nodes=400, depth=1, exchanges=0, margin=2_000, attention=60), *ALPHA_BETA_LEVELS[1:])
ENGINE = AlphaBetaEngine("ludus-latrunculorum", begin, LEVELS, spread=700, nodes=90_000)

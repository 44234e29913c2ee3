"""Nine Men's Morris and its variants: alpha-beta on bit sets, and tables of solved positions."""

from engines.contract import Level
from engines.games.nine_mens_morris.position import begin
from engines.games.nine_mens_morris.solved import MorrisOracle
from engines.search.engine import ALPHA_BETA_LEVELS, AlphaBetaEngine

# A player who never misses a mill nearly always beats random play: a beginner notices most moves, but judges
# them poorly.
LEVELS = (Level(1, nodes=400, depth=1, exchanges=0, margin=400, attention=70), *ALPHA_BETA_LEVELS[1:])
ENGINE = AlphaBetaEngine("nine-mens-morris", begin, LEVELS, spread=150, nodes=95_000, oracle=MorrisOracle())

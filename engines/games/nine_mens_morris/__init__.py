"""Nine Men's Morris and its kin: alpha-beta on bit sets."""

from engines.games.nine_mens_morris.position import begin
from engines.search.engine import AlphaBetaEngine

ENGINE = AlphaBetaEngine("nine-mens-morris", begin, spread=150)

"""Ludus latrunculorum with both armies: alpha-beta on a board of its own."""

from engines.games.tafl.latrunculorum.position import begin
from engines.search.engine import AlphaBetaEngine

ENGINE = AlphaBetaEngine("ludus-latrunculorum", begin)

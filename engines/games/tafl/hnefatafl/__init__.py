"""Hnefatafl on six boards, with its options: alpha-beta on a board of its own."""

from engines.games.tafl.hnefatafl.position import begin
from engines.search.engine import AlphaBetaEngine

ENGINE = AlphaBetaEngine("hnefatafl", begin)

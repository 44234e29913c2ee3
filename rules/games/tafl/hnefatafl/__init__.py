"""Hnefatafl on its boards, with its options."""

from rules.games.tafl.hnefatafl.game import GAME, Hnefatafl, HnefataflState

__all__ = ["GAME", "Hnefatafl", "HnefataflState"]

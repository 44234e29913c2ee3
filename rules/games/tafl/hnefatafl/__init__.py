"""Hnefatafl on several boards, with options."""

from rules.games.tafl.hnefatafl.game import GAME, Hnefatafl, HnefataflState

__all__ = ["GAME", "Hnefatafl", "HnefataflState"]

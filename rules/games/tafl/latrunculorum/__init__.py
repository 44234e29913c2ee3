"""Ludus latrunculorum: two armies of men on 9 x 10 squares."""

from rules.games.tafl.latrunculorum.game import GAME, Latrunculorum, LatrunculorumState

__all__ = ["GAME", "Latrunculorum", "LatrunculorumState"]

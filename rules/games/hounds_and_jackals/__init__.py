"""Hounds and Jackals: two packs run side by side and drive each other home; the first pack home loses."""

from rules.games.hounds_and_jackals.board import RETREATS, SHORTCUTS, row
from rules.games.hounds_and_jackals.game import GAME, HoundsAndJackals, HoundsState
from rules.games.hounds_and_jackals.obligations import Obligation

__all__ = ["GAME", "RETREATS", "SHORTCUTS", "HoundsAndJackals", "HoundsState", "Obligation", "row"]

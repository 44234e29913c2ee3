"""Balance: shipped results of variants between engines of equal level."""

from engines.balance.measured import measured, strongest
from engines.balance.self_play import SelfPlay, SelfPlayError, self_play, shipped_self_play

__all__ = ["SelfPlay", "SelfPlayError", "measured", "self_play", "shipped_self_play", "strongest"]

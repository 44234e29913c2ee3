"""How strong an opponent is, as data."""

from dataclasses import dataclass
from typing import Final

NAMES: Final = ("beginner", "casual", "steady", "sharp", "merciless")
"""The names of the levels, from level 1 on."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level of an engine: its search depth, and its human-like weaknesses.

    `nodes` bounds the work of an answer (None: the asker does, by default with the engine's `full_nodes`),
    `depth` the plies looked ahead, `exchanges` the plies that captures are followed beyond that. Moves less
    than `margin` worse than the best may be chosen, measured in hundredths of what the engine counts in.
    `attention` is the chance in percent to think of a move that captures nothing, one's own or the answer,
    `loud_attention` that to think of one that may capture.
    """

    number: int
    nodes: int | None
    depth: int = 64
    exchanges: int = 6
    margin: int = 0
    attention: int = 100
    loud_attention: int = 100

    @property
    def name(self) -> str:
        """The level's name."""
        return NAMES[self.number - 1]

    @property
    def sees_win(self) -> bool:
        """Whether it never misses a win in one."""
        return self.number > 1

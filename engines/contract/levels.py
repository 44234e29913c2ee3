"""The strength of an opponent, as data."""

from dataclasses import dataclass
from typing import Final

NAMES: Final = ("beginner", "casual", "steady", "sharp", "merciless")
"""The names of the levels, starting with level 1."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of an engine: its search depth and its human-like weaknesses.

    `nodes` limits the work for an answer (None: the caller does, by default with the engine's `full_nodes`),
    `depth` is the number of plies searched, `exchanges` the number of plies that captures are followed beyond
    it. Moves less than `margin` (in hundredths of the engine's unit) worse than the best may be chosen.
    `attention` is the chance in percent to notice a quiet move, one's own or a reply; `loud_attention` the
    chance to notice a possible capture.
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
        return NAMES[self.number - 1]

    @property
    def sees_win(self) -> bool:
        """Whether it never misses a win in one."""
        return self.number > 1

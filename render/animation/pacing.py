"""Which positions of a game an animation shows, and for how long."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from render.contract.view import View
from rules import State

ANIMATION_WIDTH: Final = 560
"""Of an animation, in pixels: sixty plies of any game stay under 250 kB."""
MOST_FRAMES: Final = 150
_WHOLE: Final = 6000
_SLOWEST, _FASTEST = 100, 40
_AT_FIRST, _AT_LAST = 150, 500
"""Hundredths of a second: what all of it is to take, and what one position takes at most and at least."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position as it is to be drawn in an animation."""

    state: State
    view: View


def plies_shown(plies: int, most: int = MOST_FRAMES) -> tuple[int, ...]:
    """Return after which numbers of plies a game is shown: after all, or evenly after at most so many.

    The first position (0) and the last are always among them.
    """
    frames = min(plies + 1, most)
    return tuple(round(frame * plies / max(frames - 1, 1)) for frame in range(frames))


def durations(frames: int) -> Iterator[int]:
    """Yield how many hundredths of a second each position stands; the ends longer than the rest."""
    each = min(_SLOWEST, max(_FASTEST, _WHOLE // max(frames, 1)))
    for frame in range(frames):
        if frame == frames - 1:
            yield _AT_LAST
        else:
            yield each if frame else _AT_FIRST

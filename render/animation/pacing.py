"""The positions in an animation, and their durations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from render.contract.view import NARROWEST, View
from rules import State

ANIMATION_WIDTH: Final = 560
"""The width of an animation in pixels; a smaller width is used if the file would be too large."""
_MAX_BYTES: Final = 500_000
_FRAMES_IN_LIMIT: Final = 61
_WIDTH_EXPONENT: Final = 1.7
"""Measured: animations grow with about this power of their width."""
_SAFETY_FACTOR: Final = 0.97
_WIDTH_STEP: Final = 20
"""Widths are rounded to this step, as boards are cached by size."""
MAX_FRAMES: Final = 150
_MAX_DURATION: Final = 4000
_MAX_FRAME_DURATION: Final = 120
_FIRST_DURATION, _LAST_DURATION = 150, 500
"""In hundredths of a second: the maximum for the animation and for a position, and both ends' durations."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position in an animation."""

    state: State
    view: View


def plies_shown(states: Sequence[State], most: int = MAX_FRAMES) -> tuple[int, ...]:
    """Return the numbers of the plies to show: all, if there are not too many.

    In a longer game positions are omitted evenly, but never the first, the last, or a position after a
    decisive ply, however many these are.
    """
    plies = len(states) - 1
    required = {0, plies, *(number for number, state in enumerate(states) if _is_decisive(state))}
    others = [number for number in range(plies + 1) if number not in required]
    room = min(max(0, most - len(required)), len(others))
    chosen = (others[round((place + 1) * (len(others) + 1) / (room + 1)) - 1] for place in range(room))
    return tuple(sorted(required.union(chosen)))


def _is_decisive(state: State) -> bool:
    decisive = state.game.vocabulary.decisive
    return any(event.kind in decisive for event in state.events)


def most_animated(frames: int) -> float:
    """Return an animation's maximum size in bytes: 500 kB up to sixty plies, then in proportion."""
    return _MAX_BYTES * max(1.0, frames / _FRAMES_IN_LIMIT)


def animated_width(width: int, excess: float) -> int:
    """Return the new width of an animation whose file exceeded its limit by a factor at the old width."""
    fitting = min(width - 1, int(width / excess ** (1 / _WIDTH_EXPONENT) * _SAFETY_FACTOR))
    return max(NARROWEST, fitting // _WIDTH_STEP * _WIDTH_STEP)


def durations(frames: int) -> Iterator[int]:
    """Yield the duration of each position in hundredths of a second; the first and last are longer."""
    each = min(_MAX_FRAME_DURATION, (_MAX_DURATION - _FIRST_DURATION - _LAST_DURATION) // max(frames - 2, 1))
    for frame in range(frames):
        if frame == frames - 1:
            yield _LAST_DURATION
        else:
            yield each if frame else _FIRST_DURATION

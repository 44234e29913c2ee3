"""The positions in an animation, and their durations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from render.contract.view import NARROWEST, View
from rules import State

ANIMATION_WIDTH: Final = 560
"""The width of an animation in pixels; a smaller width is used if the file would be too large."""
_MAX_BYTES: Final = 500_000
_OF_FRAMES: Final = 61
_WITH_WIDTH: Final = 1.7
"""Measured: animations grow with about this power of their width."""
_A_LITTLE_LESS: Final = 0.97
_WIDTH_STEP: Final = 20
"""Few distinct widths are drawn, as boards are cached by size."""
MAX_FRAMES: Final = 150
_WHOLE: Final = 4000
_SLOWEST: Final = 120
_AT_FIRST, _AT_LAST = 150, 500
"""Hundredths of a second: the maximum for the whole animation and for one position, and the ends."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position in an animation."""

    state: State
    view: View


def plies_shown(states: Sequence[State], most: int = MAX_FRAMES) -> tuple[int, ...]:
    """Return the ply numbers at which a game is shown: all of them, if there are not too many.

    In a longer game positions are omitted evenly, but never the first, the last, or a position after a
    decisive ply, however many these are.
    """
    plies = len(states) - 1
    kept = {0, plies, *(number for number, state in enumerate(states) if _is_decisive(state))}
    others = [number for number in range(plies + 1) if number not in kept]
    room = min(max(0, most - len(kept)), len(others))
    chosen = (others[round((place + 1) * (len(others) + 1) / (room + 1)) - 1] for place in range(room))
    return tuple(sorted(kept.union(chosen)))


def _is_decisive(state: State) -> bool:
    decisive = state.game.vocabulary.decisive
    return any(event.kind in decisive for event in state.events)


def most_animated(frames: int) -> float:
    """Return the maximum bytes of an animation: 500 kB for sixty plies, more for longer games."""
    return _MAX_BYTES * max(1.0, frames / _OF_FRAMES)


def animated_width(width: int, excess: float) -> int:
    """Return the new width of an animation whose file exceeded its limit by a factor at the old width."""
    fitting = min(width - 1, int(width / excess ** (1 / _WITH_WIDTH) * _A_LITTLE_LESS))
    return max(NARROWEST, fitting // _WIDTH_STEP * _WIDTH_STEP)


def durations(frames: int) -> Iterator[int]:
    """Yield the hundredths of a second of each position; the ends last longer."""
    each = min(_SLOWEST, (_WHOLE - _AT_FIRST - _AT_LAST) // max(frames - 2, 1))
    for frame in range(frames):
        if frame == frames - 1:
            yield _AT_LAST
        else:
            yield each if frame else _AT_FIRST

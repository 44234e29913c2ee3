"""Choice of the positions in an animation, and their durations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from render.contract.view import NARROWEST, View
from rules import State

ANIMATION_WIDTH: Final = 560
"""Of an animation, in pixels; a file that would be too large gets a smaller width."""
_MOST_BYTES: Final = 500_000
_OF_FRAMES: Final = 61
_WITH_WIDTH: Final = 1.7
"""Measured: animations grow with about this power of their width."""
_A_LITTLE_LESS: Final = 0.97
_WIDTH_STEP: Final = 20
"""Few widths are drawn: boards are cached by size."""
MOST_FRAMES: Final = 150
_WHOLE: Final = 4000
_SLOWEST: Final = 120
_AT_FIRST, _AT_LAST = 150, 500
"""Hundredths of a second: the most for the whole animation, for one position, and for the ends."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position for an animation."""

    state: State
    view: View


def plies_shown(states: Sequence[State], most: int = MOST_FRAMES) -> tuple[int, ...]:
    """Return after which numbers of plies a game is shown, by its states: after all, if not too many.

    Of a longer one positions are left out evenly, but neither the first, nor the last, nor any that a
    decisive ply has led to, however many these are.
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
    """Return the most bytes of an animation: 500 kB for sixty plies, more for longer games."""
    return _MOST_BYTES * max(1.0, frames / _OF_FRAMES)


def animated_width(width: int, excess: float) -> int:
    """Return the new width of an animation whose file was too large by a factor at the old width."""
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

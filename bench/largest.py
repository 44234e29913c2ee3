"""The largest pictures: ends on every board, in every theme and language, with short and long names.

Cold times are measured for the largest of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from bench.stage.ends import LONG, SHORT, Board, boards, end_view, walk
from bot.locale import LANGUAGES, Texts
from render import THEMES, Gallery, View
from rules import State

GOAL = 100_000
COLD_GOAL = 200.0
"""The maximum milliseconds for the first picture by an empty gallery."""
COLD_RUNS = 5
PLIES = (40, 80, 140, 200, 260, 320)
SEEDS = (0, 1)


@dataclass(frozen=True, slots=True)
class _DrawnEnd:
    """A picture of an end: its view and its bytes."""

    view: View
    size: int


def run() -> None:
    """Draw the end of each board from its most crowded position; print the pictures' size and time."""
    texts, gallery = Texts.load(), Gallery()
    print(f"{'board':<58}{'names':>7}{'bytes':>8}{'cold':>7}  goals")
    for board in boards():
        state = _most_crowded(board, gallery)
        for title, names in (("short", SHORT), ("long", LONG)):
            views = [
                end_view(state, theme, names, texts.language(language))
                for theme in THEMES
                for language in LANGUAGES
            ]
            pictures = [_DrawnEnd(view, len(gallery.picture(state, view))) for view in views]
            label = " ".join([board.key, *board.options.values(), str(board.players or "")])
            print(f"{label:<58}{title:>7}{_row(state, pictures)}")
    print(
        f"Goals: at most {GOAL} bytes, cold at most {COLD_GOAL:.0f} ms (median of {COLD_RUNS} new galleries)."
    )


def _row(state: State, pictures: Sequence[_DrawnEnd]) -> str:
    largest = max(pictures, key=lambda picture: picture.size)
    cold = median(_cold(state, largest.view) for _ in range(COLD_RUNS))
    reached = largest.size <= GOAL and cold <= COLD_GOAL
    return f"{largest.size:>8}{cold:>7.0f}  {'reached' if reached else 'missed'}"


def _cold(state: State, view: View) -> float:
    gallery = Gallery()
    start = perf_counter()
    gallery.picture(state, view)
    return (perf_counter() - start) * 1000


def _most_crowded(board: Board, gallery: Gallery) -> State:
    return max(_walk(board), key=lambda state: len(gallery.picture(state, View(over=True))))


def _walk(board: Board) -> Iterator[State]:
    for seed in SEEDS:
        for plies in PLIES:
            state = walk(board, plies, seed)
            yield state
            if state.outcome is not None:
                break

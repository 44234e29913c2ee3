"""The largest pictures: ends of every board, in every theme and language, with short and with long names.

Cold times are those of whichever of them is drawn most often, and is the largest among those.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from statistics import median
from time import perf_counter

from PIL import Image

from bench.stage.ends import LONG, SHORT, Board, boards, ended, walked
from bot.locale import LANGUAGES, Texts
from render import THEMES, Gallery, View
from rules import State

GOAL = 30_000
LEAST_WIDTH = 640
"""Pictures that would be too large are drawn narrower, but no narrower than that."""
COLD_GOAL = 200.0
"""Milliseconds of the first picture of a gallery in which nothing is drawn yet."""
COLD_RUNS = 5
PLIES = (40, 80, 140, 200, 260, 320)
SEEDS = (0, 1)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A picture of an end: its view, how often a board was drawn for it, its bytes and its width."""

    view: View
    times: int
    size: int
    width: int


def run() -> None:
    """Draw the end of each board from its most crowded position, and print how large and slow that is."""
    texts, gallery = Texts.load(), Gallery()
    print(f"{'board':<58}{'names':>7}{'bytes':>8}{'width':>7}{'drawn':>7}{'cold':>7}  goals")
    for board in boards():
        state = _most_crowded(board, gallery)
        for called, names in (("short", SHORT), ("long", LONG)):
            drawn = [
                _draw(gallery, state, ended(state, theme, names, texts.language(language)))
                for theme in THEMES
                for language in LANGUAGES
            ]
            told = " ".join([board.key, *board.options.values(), str(board.players or "")])
            print(f"{told:<58}{called:>7}{_row(state, drawn)}")
    print(f"Goals: at most {GOAL} bytes, at least {LEAST_WIDTH} of 800 pixels wide, drawn once,")
    print(f"cold at most {COLD_GOAL:.0f} ms (median of {COLD_RUNS} new galleries).")


def _row(state: State, drawn: Sequence[_Drawn]) -> str:
    size, width = max(one.size for one in drawn), min(one.width for one in drawn)
    slowest = max(drawn, key=lambda one: (one.times, one.size))
    cold = median(_cold(state, slowest.view) for _ in range(COLD_RUNS))
    checks = (size <= GOAL, width >= LEAST_WIDTH, slowest.times == 1, cold <= COLD_GOAL)
    return f"{size:>8}{width:>7}{slowest.times:>7}{cold:>7.0f}  {'reached' if all(checks) else 'missed'}"


def _draw(gallery: Gallery, state: State, view: View) -> _Drawn:
    before = gallery.lookups.wanted
    data = gallery.picture(state, view)
    return _Drawn(view, gallery.lookups.wanted - before, len(data), _width(data))


def _cold(state: State, view: View) -> float:
    gallery = Gallery()
    start = perf_counter()
    gallery.picture(state, view)
    return (perf_counter() - start) * 1000


def _most_crowded(board: Board, gallery: Gallery) -> State:
    return max(_walked(board), key=lambda state: len(gallery.picture(state, View(over=True))))


def _walked(board: Board) -> Iterator[State]:
    for seed in SEEDS:
        for plies in PLIES:
            state = walked(board, plies, seed)
            yield state
            if state.outcome is not None:
                break


def _width(data: bytes) -> int:
    with Image.open(BytesIO(data)) as picture:
        return picture.width

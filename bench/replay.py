"""The animation of a game beside the drawing of its boards: what it takes beyond that, and its bytes."""

from collections.abc import Iterator, Sequence
from statistics import median
from time import perf_counter

from bench.stage.gauges import RUNS
from render import ANIMATION_WIDTH, Frame, Gallery, View
from render.sample import midgame
from rules import GAMES, State

PLIES = 60
BEYOND_GOAL = 100.0
"""Milliseconds that the animation may take beyond the drawing of its boards."""

BYTES_GOAL = 250_000


def run() -> None:
    """Measure a game of each kind and print the table with the goals reached."""
    print(f"Animations of {PLIES} plies, {ANIMATION_WIDTH} pixels wide (milliseconds, bytes), {RUNS} runs")
    print(f"{'game':<22}{'boards':>8}{'all':>8}{'beyond':>8}{'bytes':>9}  goals")
    for key in GAMES:
        print(_line(key))


def _line(key: str) -> str:
    states, gallery = tuple(_game(key)), Gallery()
    boards, whole, beyond, size = [], [], [], 0
    for _ in range(RUNS):
        drawn = _boards(gallery, states)
        start = perf_counter()
        size = len(gallery.animation([Frame(state, _VIEW) for state in states]))
        took = (perf_counter() - start) * 1000
        boards.append(drawn)
        whole.append(took)
        beyond.append(took - drawn)
    more = median(beyond)
    checks = {f"beyond <= {BEYOND_GOAL:.0f}": more <= BEYOND_GOAL, f"bytes < {BYTES_GOAL}": size < BYTES_GOAL}
    missed = [check for check, reached in checks.items() if not reached]
    verdict = f"missed: {', '.join(missed)}" if missed else "reached"
    return f"{key:<22}{median(boards):>8.1f}{median(whole):>8.1f}{more:>8.1f}{size:>9}  {verdict}"


_VIEW = View(width=ANIMATION_WIDTH)


def _boards(gallery: Gallery, states: Sequence[State]) -> float:
    """Return how long the boards take by themselves, once all that is kept of them is there."""
    gallery.prepare(states[0], _VIEW)
    start = perf_counter()
    for state in states:
        gallery.prepare(state, _VIEW)
    return (perf_counter() - start) * 1000


def _game(key: str) -> Iterator[State]:
    return (midgame(key, {}, ply, GAMES[key].seats[-1]) for ply in range(PLIES + 1))

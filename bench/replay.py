"""The animation of a game beside the drawing of its boards: what it takes beyond that, and its bytes.

Times are those of this process alone, so that what else the machine does counts little.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time

from bench.stage.gauges import RUNS
from render import ANIMATION_WIDTH, Frame, Gallery, PlayerLine, Scoreboard, View
from render.sample import midgame
from rules import GAMES

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
    frames, gallery = tuple(_game(key)), Gallery()
    boards, whole, beyond, size = [], [], [], 0
    for _ in range(RUNS):
        drawn = _boards(gallery, frames)
        start = process_time()
        size = len(gallery.animation(frames))
        took = (process_time() - start) * 1000
        boards.append(drawn)
        whole.append(took)
        beyond.append(took - drawn)
    more = median(beyond)
    checks = {f"beyond <= {BEYOND_GOAL:.0f}": more <= BEYOND_GOAL, f"bytes < {BYTES_GOAL}": size < BYTES_GOAL}
    missed = [check for check, reached in checks.items() if not reached]
    verdict = f"missed: {', '.join(missed)}" if missed else "reached"
    return f"{key:<22}{median(boards):>8.1f}{median(whole):>8.1f}{more:>8.1f}{size:>9}  {verdict}"


def _boards(gallery: Gallery, frames: Sequence[Frame]) -> float:
    """Return how long the boards take by themselves, once all that is kept of them is there."""
    gallery.prepare(frames[0].state, frames[0].view)
    start = process_time()
    for frame in frames:
        gallery.prepare(frame.state, frame.view)
    return (process_time() - start) * 1000


def _game(key: str) -> Iterator[Frame]:
    """Yield the positions of a game with its players' names, the last one with the result."""
    players = GAMES[key].seats[-1]
    lines = tuple(PlayerLine(f"Annabella {seat}", "side") for seat in range(players))
    for ply in range(PLIES + 1):
        result = ("Annabella 1 wins",) if ply == PLIES else ()
        scoreboard = Scoreboard(lines, f"{ply}/{PLIES}", result)
        yield Frame(midgame(key, {}, ply, players), View(width=ANIMATION_WIDTH, scoreboard=scoreboard))

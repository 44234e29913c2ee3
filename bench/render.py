"""The speed and size of pictures against the encoding floor and python-chess's SVG through cairosvg.

Pictures are drawn as players get them, with names, counts and the result card around the board. Times are CPU
time of the process, so other work on the machine does not count.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from statistics import median
from time import process_time

import cairosvg
import chess
import chess.svg
from PIL import Image

from bench.stage.gauges import RUNS
from render import Gallery, View
from render.canvas.png import encode
from render.sample import midgame, scoreboard
from rules import State

WIDTH = 800
LAST = 2000
"""More than the plies of any sample game: the end of the game."""
HOW = "Eine ununterbrochene Kette von Feldern verbindet beide Seiten."
"""A result sentence about as long as the longest real one."""
WARM_ROUNDS = 7
PEER_ROUNDS = 2
PEER = "chess.svg + cairosvg"
PEER_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/2N1PN2/PPB2PPP/R1BQ1RK1 w - - 4 9"

FLOOR_GOAL = 1.5
"""The maximum time of a warm picture, as a multiple of encoding the finished image."""

BYTES_GOAL = 100_000
PEER_GOAL = 10.0
"""The minimal speed, as a multiple of the peer's."""

COLD_GOAL = 200.0
"""The maximum milliseconds for the first picture of a board."""


@dataclass(frozen=True, slots=True)
class RenderSubject:
    name: str
    game: str
    plies: int
    options: Mapping[str, str] = field(default_factory=dict)
    players: int | None = None


SUBJECTS = (
    RenderSubject("hnefatafl 13x13", "hnefatafl", 12),
    RenderSubject("hnefatafl 13x13, end", "hnefatafl", LAST),
    RenderSubject("hnefatafl 11x11", "hnefatafl", 12, {"board": "hnefatafl-11"}),
    RenderSubject("brandubh 7x7", "hnefatafl", 6, {"board": "brandubh-7"}),
    RenderSubject("alea evangelii 19x19", "hnefatafl", 12, {"board": "alea-evangelii-19"}),
    RenderSubject("alea evangelii, late", "hnefatafl", 60, {"board": "alea-evangelii-19"}),
    RenderSubject("alea evangelii, end", "hnefatafl", LAST, {"board": "alea-evangelii-19"}),
    RenderSubject("ludus latrunculorum", "ludus-latrunculorum", 12),
    RenderSubject("latrunculorum, late", "ludus-latrunculorum", 30),
    RenderSubject("latrunculorum, end", "ludus-latrunculorum", LAST),
    RenderSubject("conhex, opening", "conhex", 6),
    RenderSubject("conhex, late", "conhex", 43, {"swap": "off"}),
    RenderSubject("conhex, end", "conhex", LAST, {"swap": "off"}),
    RenderSubject("fox and hens", "fox-and-hens", 14, {"missed_capture": "enforced"}),
    RenderSubject("fox and hens, end", "fox-and-hens", LAST, {"missed_capture": "enforced"}),
    RenderSubject("hounds and jackals", "hounds-and-jackals", 30),
    RenderSubject("hounds and jackals, end", "hounds-and-jackals", LAST),
    RenderSubject("catch the hat, front", "catch-the-hat", 30, players=4),
    RenderSubject("catch the hat, front late", "catch-the-hat", 300, players=4),
    RenderSubject("catch the hat, back", "catch-the-hat", 120, players=6),
    RenderSubject("catch the hat, back end", "catch-the-hat", LAST, players=6),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """The costs of a picture in a run: milliseconds warm, cold and for its encoding alone, and bytes.

    `peer` is the peer's time in the same run.
    """

    warm: float
    cold: float
    floor: float
    size: int
    peer: float


def run() -> None:
    """Measure every board and the peer, and print the table with the goals reached."""
    states = {
        subject.name: midgame(subject.game, subject.options, subject.plies, subject.players)
        for subject in SUBJECTS
    }
    costs: dict[str, list[Cost]] = {name: [] for name in states}
    for _ in range(RUNS):
        peer, peer_size = _peer()
        for subject in SUBJECTS:
            name, state = subject.name, states[subject.name]
            costs[name].append(_measure(subject, state, peer))
    print("\n".join(_table(costs, peer_size)))


def _measure(subject: RenderSubject, state: State, peer: float) -> Cost:
    # A new gallery each time, so that no part of the board is cached.
    view, gallery = View(width=WIDTH, scoreboard=scoreboard(state, subject.plies, HOW)), Gallery()
    cold = _milliseconds(partial(gallery.picture, state, view))
    data = gallery.picture(state, view)
    image = Image.open(BytesIO(data))
    image.load()
    warm, floor = [], []
    for _ in range(WARM_ROUNDS):
        # Alternate, so that a busy machine slows both equally.
        warm.append(_milliseconds(partial(gallery.picture, state, view)))
        floor.append(_milliseconds(partial(encode, image)))
    return Cost(median(warm), cold, median(floor), len(data), peer)


def _peer() -> tuple[float, int]:
    """Return the peer's median milliseconds and bytes; its first picture does not count."""
    board = chess.Board(PEER_GAME)
    sizes = []

    def draw() -> None:
        svg = chess.svg.board(board, size=WIDTH, lastmove=chess.Move.from_uci("f3e5"))
        sizes.append(len(cairosvg.svg2png(bytestring=svg.encode())))

    draw()
    return median(_milliseconds(draw) for _ in range(PEER_ROUNDS)), sizes[0]


def _milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1000


def _middle(runs: Sequence[Cost], figure: Callable[[Cost], float]) -> float:
    return median(map(figure, runs))


def _table(costs: Mapping[str, Sequence[Cost]], peer_size: int) -> Iterator[str]:
    yield f"Pictures, {WIDTH} pixels wide (milliseconds, bytes), medians of {RUNS} runs"
    yield f"{'board':<26}{'cold':>8}{'warm':>8}{'floor':>8}{'x floor':>9}{'bytes':>9}{'x faster':>10}  goals"
    for name, runs in costs.items():
        warm, cold = _middle(runs, lambda cost: cost.warm), _middle(runs, lambda cost: cost.cold)
        floor, size = _middle(runs, lambda cost: cost.floor), runs[0].size
        ratio = _middle(runs, lambda cost: cost.warm / cost.floor)
        faster = _middle(runs, lambda cost: cost.peer / cost.warm)
        checks = {
            f"floor <= {FLOOR_GOAL}": ratio <= FLOOR_GOAL,
            f"bytes < {BYTES_GOAL}": size < BYTES_GOAL,
            f"peer >= {PEER_GOAL:.0f}": faster >= PEER_GOAL,
            f"cold < {COLD_GOAL:.0f}": cold < COLD_GOAL,
        }
        failures = [check for check, reached in checks.items() if not reached]
        verdict = f"missed: {', '.join(failures)}" if failures else "reached"
        yield (
            f"{name:<26}{cold:>8.1f}{warm:>8.2f}{floor:>8.2f}{ratio:>9.2f}{size:>9}{faster:>10.1f}  {verdict}"
        )
    peer = _middle(next(iter(costs.values())), lambda cost: cost.peer)
    yield f"{PEER:<26}{'':>8}{peer:>8.2f}{'':>17}{peer_size:>9}"
    yield (
        f"Goals: warm at most {FLOOR_GOAL} x floor (encoding the finished picture alone), "
        f"under {BYTES_GOAL} bytes, at least {PEER_GOAL:.0f} x faster than {PEER}, "
        f"cold under {COLD_GOAL:.0f} ms."
    )

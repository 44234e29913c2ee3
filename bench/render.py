"""The speed and size of pictures beside the encoding floor and beside python-chess's SVG through cairosvg."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from statistics import median
from time import perf_counter

import cairosvg
import chess
import chess.svg
from PIL import Image

from render import Gallery, View
from render.png import encode
from render.sample import midgame
from rules import Game, State
from rules.games.catch_the_hat import GAME as CATCH_THE_HAT
from rules.games.fox_and_hens import GAME as FOX_AND_HENS
from rules.games.hounds_and_jackals import GAME as HOUNDS_AND_JACKALS

WIDTH = 800
WARM_ROUNDS = 15
COLD_ROUNDS = 3
PEER_ROUNDS = 7
PEER = "chess.svg + cairosvg"
PEER_GAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/2N1PN2/PPB2PPP/R1BQ1RK1 w - - 4 9"

FLOOR_GOAL = 1.5
"""Warm picture, at most so many times the encoding of the finished image alone."""

BYTES_GOAL = 30_000
PEER_GOAL = 10.0
"""At least so many times faster than the peer."""

COLD_GOAL = 200.0
"""Milliseconds of the first picture of a board."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A position to draw."""

    name: str
    game: str | Game
    plies: int
    options: Mapping[str, str] = field(default_factory=dict)
    players: int | None = None


SUBJECTS = (
    Subject("hnefatafl 13x13", "hnefatafl", 12),
    Subject("hnefatafl 11x11", "hnefatafl", 12, {"board": "hnefatafl-11"}),
    Subject("brandubh 7x7", "hnefatafl", 6, {"board": "brandubh-7"}),
    Subject("alea evangelii 19x19", "hnefatafl", 12, {"board": "alea-evangelii-19"}),
    Subject("ludus latrunculorum", "ludus-latrunculorum", 12),
    Subject("conhex, opening", "conhex", 6),
    Subject("conhex, last move", "conhex", 99, {"swap": "off"}),
    Subject("fox and hens", FOX_AND_HENS, 14, {"missed_capture": "enforced"}),
    Subject("hounds and jackals", HOUNDS_AND_JACKALS, 20),
    Subject("catch the hat, front", CATCH_THE_HAT, 60, players=4),
    Subject("catch the hat, back", CATCH_THE_HAT, 60, players=6),
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a picture costs: milliseconds warm, cold and of its encoding alone, and bytes."""

    warm: float
    cold: float
    floor: float
    size: int


def run() -> None:
    """Measure every board and the peer, and print the table with the goals reached."""
    states = {
        subject.name: midgame(subject.game, subject.options, subject.plies, subject.players)
        for subject in SUBJECTS
    }
    peer, peer_size = _peer()
    costs = {name: _measure(state) for name, state in states.items()}
    print("\n".join(_table(costs, peer, peer_size)))


def _measure(state: State) -> Cost:
    view = View(width=WIDTH)
    # A new gallery each time, so that nothing of the board is there yet.
    cold = [_milliseconds(partial(gallery.picture, state, view)) for gallery in _galleries(COLD_ROUNDS)]
    gallery = Gallery()
    data = gallery.picture(state, view)
    finished = Image.open(BytesIO(data))
    finished.load()
    warm, floor = [], []
    for _ in range(WARM_ROUNDS):
        # Taking turns, so that a busy machine slows both alike.
        warm.append(_milliseconds(partial(gallery.picture, state, view)))
        floor.append(_milliseconds(partial(encode, finished)))
    return Cost(median(warm), median(cold), median(floor), len(data))


def _galleries(number: int) -> Iterator[Gallery]:
    return (Gallery() for _ in range(number))


def _peer() -> tuple[float, int]:
    """Return the peer's median milliseconds and bytes; its first picture is not counted."""
    board = chess.Board(PEER_GAME)
    sizes = []

    def draw() -> None:
        svg = chess.svg.board(board, size=WIDTH, lastmove=chess.Move.from_uci("f3e5"))
        sizes.append(len(cairosvg.svg2png(bytestring=svg.encode())))

    draw()
    return median(_milliseconds(draw) for _ in range(PEER_ROUNDS)), sizes[0]


def _milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def _table(costs: Mapping[str, Cost], peer: float, peer_size: int) -> Iterator[str]:
    yield f"Pictures, {WIDTH} pixels wide (milliseconds, bytes)"
    yield f"{'board':<22}{'cold':>8}{'warm':>8}{'floor':>8}{'x floor':>9}{'bytes':>9}{'x faster':>10}  goals"
    for name, cost in costs.items():
        checks = {
            f"floor <= {FLOOR_GOAL}": cost.warm <= FLOOR_GOAL * cost.floor,
            f"bytes < {BYTES_GOAL}": cost.size < BYTES_GOAL,
            f"peer >= {PEER_GOAL:.0f}": peer >= PEER_GOAL * cost.warm,
            f"cold < {COLD_GOAL:.0f}": cost.cold < COLD_GOAL,
        }
        missed = [check for check, reached in checks.items() if not reached]
        verdict = f"missed: {', '.join(missed)}" if missed else "reached"
        yield (
            f"{name:<22}{cost.cold:>8.1f}{cost.warm:>8.2f}{cost.floor:>8.2f}{cost.warm / cost.floor:>9.2f}"
            f"{cost.size:>9}{peer / cost.warm:>10.1f}  {verdict}"
        )
    yield f"{PEER:<22}{'':>8}{peer:>8.2f}{'':>17}{peer_size:>9}"
    yield (
        f"Goals: warm at most {FLOOR_GOAL} x floor (encoding the finished picture alone), "
        f"under {BYTES_GOAL} bytes, at least {PEER_GOAL:.0f} x faster than {PEER}, "
        f"cold under {COLD_GOAL:.0f} ms."
    )

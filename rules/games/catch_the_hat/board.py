"""The two sides of the board and the walks on them (rulings H1-H4, H36).

Internally a place is an index: homes, ring, spokes, centre, in ascending order, as in position texts. Walks
never reverse and never pass through a home.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Final

from rules.contract import Move
from rules.games.catch_the_hat.points import BACK as BACK_POINTS
from rules.games.catch_the_hat.points import FRONT as FRONT_POINTS

FACES: Final = 6
"""The highest roll."""

COLOURS: Final = ("red", "yellow", "green", "blue", "white", "black")
"""The colours by corner."""

LETTERS: Final = "rygbwk*"
"""The letter of each hat by its code: its colour's corner; the golden hat comes last."""

GOLDEN: Final = LETTERS.index("*")
_BENCH_DISTANCE: Final = 3

Walk = tuple[tuple[int, Move], ...]
"""The possible ends of a walk, ascending, each with its move."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A way to reverse once: the turning place, the place where the walk ends, and the move (ruling H31)."""

    turning: int
    end: int
    move: Move


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the board, by names for people and by indices for the rules.

    `fields` are the places except the homes; `points` are (x, y) within `EXTENT`. All other fields are by
    index: `bench_places`, `onward` (neighbours other than homes), and `walks[place]` by number of steps, 0 to
    6. `homeward[corner]` has the steps from a place into that home.
    """

    name: str
    corners: int
    hats: int
    homes: tuple[str, ...]
    fields: tuple[str, ...]
    benches: frozenset[str]
    edges: tuple[tuple[str, str], ...]
    points: Mapping[str, tuple[int, int]]
    places: tuple[str, ...] = field(repr=False)
    index: Mapping[str, int] = field(repr=False)
    bench_places: frozenset[int] = field(repr=False)
    onward: tuple[tuple[int, ...], ...] = field(repr=False)
    walks: tuple[tuple[Walk, ...], ...] = field(repr=False)
    homeward: tuple[Mapping[int, int], ...] = field(repr=False)


def _make_side(
    name: str, *, corners: int, hats: int, ring: int, spoke: int, points: tuple[tuple[int, int], ...]
) -> Side:
    homes = tuple(f"H{corner}" for corner in range(corners))
    spokes = tuple(f"S{corner}.{step}" for corner in range(corners) for step in range(1, spoke + 1))
    fields = (*(f"R{i}" for i in range(ring)), *spokes, "C")
    places = homes + fields
    index = {place: i for i, place in enumerate(places)}
    gap = ring // corners
    edges = tuple(_edges(corners, ring, spoke))
    # On the back, the third fields from both junctions of a stretch coincide.
    ringside = {
        corner * gap + way for corner in range(corners) for way in (_BENCH_DISTANCE, -_BENCH_DISTANCE)
    }
    benches = frozenset(f"R{i % ring}" for i in ringside) | {
        f"S{k}.{_BENCH_DISTANCE}" for k in range(corners)
    }
    onward = tuple(_onward(place, edges, index) for place in places)
    steps = tuple(tuple(_ends(onward, place, n) for n in range(FACES + 1)) for place in range(len(places)))
    return Side(
        name,
        corners,
        hats,
        homes,
        fields,
        benches,
        edges,
        dict(zip(places, points, strict=True)),
        places,
        index,
        frozenset(index[bench] for bench in benches),
        onward,
        tuple(
            tuple(
                tuple((end, Move(f"{origin}-{places[end]}", (origin, places[end]))) for end in ends)
                for ends in row
            )
            for origin, row in zip(places, steps, strict=True)
        ),
        tuple({end: n for n in range(1, FACES + 1) for end in steps[home][n]} for home in range(corners)),
    )


def _edges(corners: int, ring: int, spoke: int) -> Iterator[tuple[str, str]]:
    for i in range(ring):
        yield f"R{i}", f"R{(i + 1) % ring}"
    for corner in range(corners):
        junction = f"R{corner * ring // corners}"
        yield f"H{corner}", junction
        way = (junction, *(f"S{corner}.{step}" for step in range(1, spoke + 1)), "C")
        yield from pairwise(way)


def _onward(place: str, edges: tuple[tuple[str, str], ...], index: Mapping[str, int]) -> tuple[int, ...]:
    others = [b if a == place else a for a, b in edges if place in {a, b}]
    return tuple(sorted(index[other] for other in others if not other.startswith("H")))


def _walk(onward: tuple[tuple[int, ...], ...], at: int, before: int, steps: int) -> set[tuple[int, int]]:
    """Return the possible ends of `steps` steps, each with the previous place; the first avoids `before`."""
    reached = {(at, before)}
    for _ in range(steps):
        reached = {(then, here) for here, there in reached for then in onward[here] if then != there}
    return reached


def _ends(onward: tuple[tuple[int, ...], ...], origin: int, steps: int) -> tuple[int, ...]:
    return tuple(sorted({end for end, _ in _walk(onward, origin, -1, steps)})) if steps else ()


FRONT: Final = _make_side("front", corners=4, hats=6, ring=52, spoke=6, points=FRONT_POINTS)
BACK: Final = _make_side("back", corners=6, hats=4, ring=36, spoke=5, points=BACK_POINTS)
SIDES: Final[Mapping[str, Side]] = {side.name: side for side in (FRONT, BACK)}


@cache
def turns(side: str, origin: int, steps: int) -> tuple[Turn, ...]:
    """Return the walks of `steps` steps that reverse once, by turning place and end (ruling H31).

    The step after the turn retraces the last edge, so a turn directly outside a home is excluded.
    """
    board = SIDES[side]
    pairs: set[tuple[int, int]] = set()
    for out in range(1, steps):
        for turning, before in _walk(board.onward, origin, -1, out):
            if before >= board.corners:
                back = _walk(board.onward, before, turning, steps - out - 1)
                pairs.update((turning, end) for end, _ in back)
    places = board.places
    return tuple(
        Turn(turning, end, Move("-".join(path), path))
        for turning, end in sorted(pairs)
        for path in [(places[origin], places[turning], places[end])]
    )

"""Which moves there are: setting, moving and flying, and what is taken with a mill."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.contract import Meaning, Move
from rules.games.nine_mens_morris.board import Board
from rules.games.nine_mens_morris.setup import Setup
from rules.games.nine_mens_morris.text import Layout
from rules.toolkit.bits import bits, members

FEWEST: Final = 3
"""So many men make a mill: who has no more may fly, who has fewer has lost (rules 5 and 6)."""


@dataclass(frozen=True, slots=True)
class Ply:
    """What a move does: the mover's men after it, the mills it closes, and what it takes."""

    move: Move
    own: int
    mills: tuple[int, ...]
    taken: int

    @property
    def way(self) -> tuple[str, ...]:
        """Where a man is set, or from where to where one goes."""
        return self.move.path[: len(self.move.path) - self.taken.bit_count()]


def plies(setup: Setup, layout: Layout) -> Iterator[Ply]:
    """Yield what the mover can do, by the points in the order of their names."""
    for way in ways(setup, layout):
        yield from _with_mills(setup, layout, way)


def can_move(setup: Setup, layout: Layout) -> bool:
    """Return whether the mover can do anything."""
    return next(ways(setup, layout), None) is not None


def ways(setup: Setup, layout: Layout) -> Iterator[tuple[int, ...]]:
    """Yield where the mover can set a man, or from where to where one can go."""
    board, own = setup.board, layout.men[layout.mover]
    empty = board.full & ~(layout.men[0] | layout.men[1])
    if layout.hands[layout.mover]:
        yield from ((point,) for point in members(empty))
        return
    flying = flies(setup, layout)
    for origin in members(own):
        for target in members(empty if flying else empty & board.around[origin]):
            yield origin, target


def flies(setup: Setup, layout: Layout) -> bool:
    """Return whether the mover's men may go to any empty point (rule 5, ruling M8)."""
    seat = layout.mover
    return setup.flying and not layout.hands[seat] and layout.men[seat].bit_count() == FEWEST


def settled(layout: Layout, way: tuple[int, ...]) -> int:
    """Return the mover's men once one of them is set, or has gone."""
    own = layout.men[layout.mover]
    return own ^ bits(way)


def open_men(setup: Setup, theirs: int) -> int:
    """Return which of some men may be taken: those in no mill, and where all are in one any (ruling M5)."""
    outside = theirs & ~setup.board.in_mills(theirs)
    return outside if outside or setup.spares_all else theirs


def takings(setup: Setup, theirs: int, number: int) -> frozenset[int]:
    """Return the sets of men that can be taken one by one: so many, or all that may be (ruling M6)."""
    choices = open_men(setup, theirs) if number else 0
    if not choices:
        return frozenset((0,))
    return frozenset(
        1 << man | more for man in members(choices) for more in takings(setup, theirs ^ 1 << man, number - 1)
    )


def worth(setup: Setup, mills: tuple[int, ...]) -> int:
    """Return how many men may be taken with some mills closed at once (rule 3, ruling M4)."""
    return len(mills) if setup.each_mill_takes else min(1, len(mills))


def _with_mills(setup: Setup, layout: Layout, way: tuple[int, ...]) -> Iterator[Ply]:
    own = settled(layout, way)
    mills = setup.board.closed(own, way[-1])
    found = takings(setup, layout.men[1 - layout.mover], worth(setup, mills))
    for taken in sorted(tuple(members(some)) for some in found):
        yield Ply(written(setup.board, way, taken), own, mills, bits(taken))


def written(board: Board, way: tuple[int, ...], taken: tuple[int, ...]) -> Move:
    """Return the move that goes a way and takes some men."""
    names, gone = board.names(way), board.names(taken)
    meanings = (Meaning.PLACED,) if len(way) == 1 else (Meaning.FROM, Meaning.TO)
    text = "x".join(("-".join(names), *gone))
    return Move(text, (*names, *gone), meanings=(*meanings, *(Meaning.TAKEN for _ in gone)))

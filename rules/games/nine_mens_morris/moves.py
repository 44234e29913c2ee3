"""The moves: setting, moving and flying, with the men captured by a mill."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.contract import Meaning, Move
from rules.games.nine_mens_morris.board import Board, settings, steps
from rules.games.nine_mens_morris.setup import Setup
from rules.games.nine_mens_morris.text import Layout
from rules.toolkit.bits import bits, members

FEWEST: Final = 3
"""The men of a mill: with no more men a player may fly, with fewer they have lost (rules 5 and 6)."""


@dataclass(frozen=True, slots=True)
class Ply:
    """The effects of a move: the mover's men after it, the mills it closes, and the men it captures."""

    move: Move
    own: int
    mills: tuple[int, ...]
    taken: int

    @property
    def way(self) -> tuple[str, ...]:
        """The point of a set man, or the start and end of a move."""
        return self.move.path[: len(self.move.path) - self.taken.bit_count()]


def plies(setup: Setup, layout: Layout) -> Iterator[Ply]:
    """Yield the mover's plies, ordered by point."""
    for way in ways(setup, layout):
        yield from _with_mills(setup, layout, way)


def legal(setup: Setup, layout: Layout) -> list[Move]:
    return _legal_settings(setup, layout) if layout.hands[layout.mover] else _legal_steps(setup, layout)


def _legal_settings(setup: Setup, layout: Layout) -> list[Move]:
    board, options = setup.board, list[Move]()
    own, theirs = layout.men[layout.mover], layout.men[1 - layout.mover]
    taken, moves = own | theirs, settings(board.points)
    for target, pairs in enumerate(board.partners):
        if taken >> target & 1:
            continue
        closes = 0
        for pair in pairs:
            closes += pair & own == pair
        if closes:
            options += _taking(setup, theirs, closes, (target,))
        else:
            options.append(moves[target])
    return options


def _legal_steps(setup: Setup, layout: Layout) -> list[Move]:
    board, options = setup.board, list[Move]()
    own, theirs = layout.men[layout.mover], layout.men[1 - layout.mover]
    empty, partners = board.full & ~(own | theirs), board.partners
    ways = (tuple(members(empty)),) * len(board.points) if flies(setup, layout) else board.near
    for origin, moves in enumerate(steps(board.points)):
        if not own >> origin & 1:
            continue
        left = own ^ 1 << origin
        for target in ways[origin]:
            if not empty >> target & 1:
                continue
            closes = 0
            for pair in partners[target]:
                closes += pair & left == pair
            if closes:
                options += _taking(setup, theirs, closes, (origin, target))
            else:
                options.append(moves[target])
    return options


def ply_of(setup: Setup, layout: Layout, move: Move) -> Ply | None:
    """Return a move's ply without generating others; None if it is illegal."""
    board, mover = setup.board, layout.mover
    own, theirs = layout.men[mover], layout.men[1 - mover]
    try:
        places = [board.index[point] for point in move.path]
    except KeyError:
        return None
    length = 1 if layout.hands[mover] else 2
    way, taken = tuple(places[:length]), tuple(places[length:])
    if len(way) < length or (own | theirs) >> way[-1] & 1:
        return None
    if length == 2 and not _leads(setup, layout, *way):
        return None
    after = own ^ bits(way)
    mills = board.mills_with(after, way[-1])
    gone = bits(taken)
    if mills:
        if gone not in takings(setup, theirs, worth(setup, mills)):
            return None
    elif taken:
        return None
    canonical = write_move(board, way, taken)
    return Ply(canonical, after, mills, gone) if canonical == move else None


def _leads(setup: Setup, layout: Layout, origin: int, target: int) -> bool:
    """Return whether the mover has a man on `origin` that can move to `target`, an empty point."""
    if not layout.men[layout.mover] >> origin & 1:
        return False
    return bool(setup.board.around[origin] >> target & 1) or flies(setup, layout)


def can_move(setup: Setup, layout: Layout) -> bool:
    """Return whether the mover has a legal move."""
    board, own = setup.board, layout.men[layout.mover]
    empty = board.full & ~(layout.men[0] | layout.men[1])
    if layout.hands[layout.mover] or flies(setup, layout):
        return bool(empty)
    return any(empty & board.around[origin] for origin in members(own))


def ways(setup: Setup, layout: Layout) -> Iterator[tuple[int, ...]]:
    """Yield the points where the mover can set a man, or the starts and ends of possible moves."""
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
    """Return whether the mover's men may move to any empty point (rule 5, ruling M8)."""
    seat = layout.mover
    return setup.flying and not layout.hands[seat] and layout.men[seat].bit_count() == FEWEST


def men_after(layout: Layout, way: tuple[int, ...]) -> int:
    """Return the mover's men after setting or moving one."""
    own = layout.men[layout.mover]
    return own ^ bits(way)


def open_men(setup: Setup, theirs: int) -> int:
    """Return the men that may be captured: those in no mill, or all if all are in mills (ruling M5)."""
    outside = theirs & ~setup.board.in_mills(theirs)
    return outside if outside or setup.spares_all else theirs


def takings(setup: Setup, theirs: int, number: int) -> frozenset[int]:
    """Return the sets of `number` men that can be captured together, fewer if need be (ruling M6)."""
    choices = open_men(setup, theirs) if number else 0
    if not choices:
        return frozenset((0,))
    return frozenset(
        1 << man | more for man in members(choices) for more in takings(setup, theirs ^ 1 << man, number - 1)
    )


def worth(setup: Setup, mills: tuple[int, ...]) -> int:
    """Return how many men may be captured for closing these mills (rule 3, ruling M4)."""
    return len(mills) if setup.each_mill_takes else min(1, len(mills))


def _with_mills(setup: Setup, layout: Layout, way: tuple[int, ...]) -> Iterator[Ply]:
    own = men_after(layout, way)
    mills = setup.board.mills_with(own, way[-1])
    for taken in _choices(setup, layout.men[1 - layout.mover], worth(setup, mills)):
        yield Ply(write_move(setup.board, way, taken), own, mills, bits(taken))


def _choices(setup: Setup, theirs: int, number: int) -> list[tuple[int, ...]]:
    """Return the sets of men to capture, ordered by point."""
    return sorted(tuple(members(some)) for some in takings(setup, theirs, number))


def _taking(setup: Setup, theirs: int, closes: int, way: tuple[int, ...]) -> list[Move]:
    """Return the moves along a way that closes mills, one per set of men to capture."""
    number = closes if setup.each_mill_takes else 1
    return [write_move(setup.board, way, taken) for taken in _choices(setup, theirs, number)]


def write_move(board: Board, way: tuple[int, ...], taken: tuple[int, ...]) -> Move:
    """Return the move along a way that captures these men."""
    if not taken:
        return settings(board.points)[way[0]] if len(way) == 1 else steps(board.points)[way[0]][way[1]]
    names, gone = board.names(way), board.names(taken)
    meanings = (Meaning.PLACED,) if len(way) == 1 else (Meaning.FROM, Meaning.TO)
    text = "x".join(("-".join(names), *gone))
    return Move(text, (*names, *gone), meanings=(*meanings, *(Meaning.TAKEN for _ in gone)))

"""Positions of Nine Men's Morris for the search: every board and option."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from engines.contract import DRAW, UNCLEAR
from rules import State
from rules.games.nine_mens_morris.moves import FEWEST
from rules.games.nine_mens_morris.setup import Setup, agree
from rules.games.nine_mens_morris.text import Layout, read_layout
from rules.toolkit.bits import bits, members

_MAN: Final = 100
_OPEN_MILL: Final = 22
"""The value of a line with two own men and an empty point."""
_MILL: Final = 12
_WAY: Final = 4
"""The value of a possible step of an own man."""
_SIGHTS: Final = 3
_PLACE_BITS: Final = 5
_PLACE_MASK: Final = (1 << _PLACE_BITS) - 1

_Past = tuple[int, tuple[int, int], tuple[int, int], int, dict[int, int], int]


def begin(path: Sequence[State]) -> "MorrisPosition":
    """Return the position at the end of a path of states."""
    first = path[0]
    setup = agree(first.options, first.players)
    position = MorrisPosition(setup, read_layout(first.position, setup.board))
    for state in path[1:]:
        if state.last is not None:
            position.make(position.read(state.last.text))
    return position


class MorrisPosition:
    """A position of Nine Men's Morris.

    A move contains a man's origin (0: the hand) and target, with points counted from 1, and the captured men.
    """

    __slots__ = (
        "_board",
        "_keys",
        "_past",
        "_seen",
        "_setup",
        "hands",
        "key",
        "men",
        "quiet",
        "turn",
        "winner",
    )

    def __init__(self, setup: Setup, layout: Layout) -> None:
        self._setup: Final = setup
        self._board: Final = setup.board
        self.men = layout.men
        self.hands = layout.hands
        self.turn = layout.mover
        self.winner: int | None = None
        # Any fixed numbers will do: by seat and point, by seat and men in hand, and one for the seat to act.
        chance = Random("morris")
        self._keys: Final = [[chance.getrandbits(60) for _ in range(64)] for _ in (0, 1)]
        self.key = 0
        for seat in (0, 1):
            for place in members(layout.men[seat]):
                self.key ^= self._keys[seat][place]
            self.key ^= self._keys[seat][32 + layout.hands[seat]]
        if self.turn:
            self.key ^= self._keys[1][63]
        self.quiet = 0
        """The number of successive moves without a mill."""
        # The number of occurrences of each position since a man was last set or captured.
        self._seen: dict[int, int] = {self.key: 1}
        self._past: list[_Past] = []

    def moves(self) -> Sequence[int]:
        """Return the legal moves, ordered by point."""
        return list(self._moves())

    def loud(self) -> Sequence[int]:
        """Return the moves that close a mill."""
        return [move for origin, target in self._ways() for move in self._closing(origin, target)]

    def _moves(self) -> Iterator[int]:
        for origin, target in self._ways():
            closing = self._closing(origin, target)
            if closing:
                yield from closing
            else:
                yield target + 1 << _PLACE_BITS | origin + 1

    def _ways(self) -> Iterator[tuple[int, int]]:
        """Yield the origins of men, -1 for the hand, and their targets."""
        own = self.men[self.turn]
        empty = self._board.full & ~(self.men[0] | self.men[1])
        if self.hands[self.turn]:
            for target in members(empty):
                yield -1, target
            return
        around = self._board.around
        flying = self._setup.flying and own.bit_count() == FEWEST
        for origin in members(own):
            for target in members(empty if flying else empty & around[origin]):
                yield origin, target

    def _closing(self, origin: int, target: int) -> Sequence[int]:
        """Return the moves along a way that closes a mill, one per choice of men to capture."""
        own = self.men[self.turn] | 1 << target
        if origin >= 0:
            own ^= 1 << origin
        mills = sum(mill & own == mill for mill in self._board.through[target])
        if not mills:
            return ()
        number = mills if self._setup.each_mill_takes else 1
        way = target + 1 << _PLACE_BITS | origin + 1
        takings = sorted(self._takings(self.men[1 - self.turn], number), key=members_of)
        return [taken << 2 * _PLACE_BITS | way for taken in takings]

    def _takings(self, theirs: int, number: int) -> set[int]:
        """Return the sets of `number` men that can be captured together, or of fewer if no more can be."""
        outside = theirs & ~self._board.in_mills(theirs)
        choices = outside if outside or self._setup.spares_all else theirs
        if not number or not choices:
            return {0}
        return {
            1 << man | more
            for man in members(choices)
            for more in self._takings(theirs ^ 1 << man, number - 1)
        }

    def make(self, move: int) -> None:
        """Play a legal move."""
        seat, keys = self.turn, self._keys
        self._past.append((self.key, self.men, self.hands, self.quiet, self._seen, seat))
        origin, target = (move & _PLACE_MASK) - 1, (move >> _PLACE_BITS & _PLACE_MASK) - 1
        taken = move >> 2 * _PLACE_BITS
        own, theirs, hand = self.men[seat] | 1 << target, self.men[1 - seat] & ~taken, self.hands[seat]
        key = self.key ^ keys[1][63] ^ keys[seat][target]
        if origin >= 0:
            own ^= 1 << origin
            key ^= keys[seat][origin]
        else:
            key ^= keys[seat][32 + hand] ^ keys[seat][31 + hand]
            self.hands = (hand - 1, self.hands[1]) if seat == 0 else (self.hands[0], hand - 1)
        for man in members(taken):
            key ^= keys[1 - seat][man]
        self.men = (own, theirs) if seat == 0 else (theirs, own)
        self.turn, self.key = 1 - seat, key
        if origin < 0 or taken:
            self._seen, self.quiet = {key: 1}, 0
        else:
            self._seen = {**self._seen, key: self._seen.get(key, 0) + 1}
            closed = any(mill & own == mill for mill in self._board.through[target])
            self.quiet = 0 if closed else self.quiet + 1
        self.winner = self._score_of_end()

    def _score_of_end(self) -> int | None:
        """Return the winner or DRAW, None if the game continues: few men, no move, repetition, no mill."""
        mover = self.turn
        if self.men[mover].bit_count() + self.hands[mover] < FEWEST:
            return 1 - mover
        if next(self._ways(), None) is None:
            return DRAW if self.men[0] | self.men[1] == self._board.full else 1 - mover
        limit = self._setup.limit
        if self._seen[self.key] >= _SIGHTS or (limit is not None and self.quiet >= limit):
            return DRAW
        return None

    def unmake(self) -> None:
        self.key, self.men, self.hands, self.quiet, self._seen, self.turn = self._past.pop()
        self.winner = None

    def evaluate(self) -> int:
        return self._strength(self.turn) - self._strength(1 - self.turn)

    def _strength(self, seat: int) -> int:
        own, theirs = self.men[seat], self.men[1 - seat]
        board = self._board
        score = _MAN * (own.bit_count() + self.hands[seat])
        for mill in board.mills:
            held = mill & own
            if held == mill:
                score += _MILL
            elif not mill & theirs and held.bit_count() == FEWEST - 1:
                score += _OPEN_MILL
        empty = board.full & ~(own | theirs)
        around = board.around
        for place in members(own):
            score += _WAY * (around[place] & empty).bit_count()
        return score

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move as UNCLEAR."""
        return [(UNCLEAR, move) for move in self._moves()]

    def read(self, text: str) -> int:
        """Return the move with a canonical text such as `d6`, `d6-d5` or `d6-d5xb4`."""
        index = self._board.index
        way, *taken = text.split("x")
        origin, _, target = way.rpartition("-")
        gone = bits(index[point] for point in taken)
        come = index[origin] + 1 if origin else 0
        return gone << 2 * _PLACE_BITS | index[target] + 1 << _PLACE_BITS | come

    def write(self, move: int) -> str:
        points = self._board.points
        origin, target = move & _PLACE_MASK, move >> _PLACE_BITS & _PLACE_MASK
        way = points[target - 1] if not origin else f"{points[origin - 1]}-{points[target - 1]}"
        return "x".join((way, *(points[man] for man in members(move >> 2 * _PLACE_BITS))))


def members_of(taken: int) -> tuple[int, ...]:
    """Return the members of a set, as a sort key."""
    return tuple(members(taken))

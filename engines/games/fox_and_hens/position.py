"""Positions of Fox and Hens for the search, with every option.

Moves are numbers: the lowest bits are the kind, followed by the points, six bits each, and a leading 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engines.contract import DRAW, UNCLEAR
from engines.games.fox_and_hens.ground import WORTH, Ground, ground
from rules import State
from rules.games.fox_and_hens.board import HOUSE, POINT_INDEX, POINTS
from rules.games.fox_and_hens.endings import FEWEST_HENS
from rules.games.fox_and_hens.setup import FOXES, HENS, Setup, agree
from rules.games.fox_and_hens.text import (
    CLAIM,
    MUST_CAPTURE,
    NOTHING,
    PLACE,
    REMOVE,
    Layout,
    Miss,
    read_layout,
)
from rules.toolkit.bits import bits, members

_STEP, _CAPTURE, _CLAIM, _PLACE, _REMOVE = range(5)
_KIND_BITS: Final = 3
_KIND: Final = (1 << _KIND_BITS) - 1
_POINT_BITS: Final = 6
_POINT: Final = (1 << _POINT_BITS) - 1
_WORDS: Final = {_CLAIM: CLAIM, _PLACE: PLACE, _REMOVE: REMOVE}
_KINDS: Final = {word: kind for kind, word in _WORDS.items()}

_NONE: Final = (NOTHING, MUST_CAPTURE, PLACE, REMOVE, CLAIM)
_CODES: Final = {pending: code for code, pending in enumerate(_NONE)}

_FOX: Final = 500
"""The gain of the hens by removing a fox."""
_WAY: Final = 6
"""The value to a fox of an adjacent free point."""
_IN_DANGER: Final = 30
"""The loss in value of a hen that can be captured."""
_EVEN: Final = 2650
"""The total value of an even position."""
_ENOUGH_WAYS: Final = 3
"""With more free points than this next to the foxes, no step of a hen can shut them in."""

_SPREAD: Final = 0x9E3779B97F4A7C15

_Past = tuple[int, tuple[int, ...], int, str, Miss | None, int, int]


def _pack(kind: int, points: Iterable[int]) -> int:
    code = 1
    for point in points:
        code = code << _POINT_BITS | point
    return code << _KIND_BITS | kind


def _points(move: int) -> list[int]:
    code = move >> _KIND_BITS
    points: list[int] = []
    while code > 1:
        points.append(code & _POINT)
        code >>= _POINT_BITS
    return points[::-1]


def begin(path: Sequence[State], attention: int = 100, salt: int = 0) -> "FoxPosition":
    """Return the position at the end of a path of states, with a level's attention in percent."""
    # The history does not matter, as positions do not recur.
    state = path[-1]
    layout = read_layout(state.position)
    position = FoxPosition(agree(state.options, state.players), layout, attention, salt)
    if state.outcome is not None:
        position.winner = state.outcome.winners[0] if state.outcome.winners else DRAW
    return position


class FoxPosition:
    """A position of Fox and Hens. `pending` and `miss` are as in the rules."""

    __slots__ = (
        "_attention",
        "_balance",
        "_ground",
        "_past",
        "_salt",
        "_setup",
        "foxes",
        "hens",
        "key",
        "miss",
        "pending",
        "turn",
        "winner",
    )

    def __init__(self, setup: Setup, layout: Layout, attention: int, salt: int) -> None:
        self._setup: Final = setup
        self._ground: Final[Ground] = ground(setup.board)
        self._attention: Final = attention
        self._salt: Final = salt
        self.hens = layout.hens
        self.foxes = layout.foxes
        self.turn = layout.mover
        self.pending = layout.pending
        self.miss = layout.miss
        self.winner: int | None = None
        self._balance = sum(WORTH[hen] for hen in members(layout.hens))
        self._past: list[_Past] = []
        self.key = self._key()

    def _key(self) -> int:
        foxes = 0
        for fox in self.foxes:
            foxes = foxes << _POINT_BITS | fox + 1
        code = _CODES[self.pending] << 1 | self.turn
        if self.miss is not None:
            code |= _pack(0, (*self.miss.culprits, self.miss.origin, self.miss.target)) << 4
        return (code << 2 * _POINT_BITS | foxes) << len(POINTS) | self.hens

    def layout(self) -> Layout:
        """Return the position as a layout of the rules."""
        return Layout(self.hens, self.foxes, self.turn, self.pending, self.miss)

    def moves(self) -> Sequence[int]:
        """Return the legal moves: captures and words last."""
        hens = self.hens
        occupied = self._occupied_points()
        if self.pending == PLACE:
            return [_pack(_PLACE, (point,)) for point in members(self._setup.return_zone & ~occupied)]
        if self.pending == REMOVE:
            return [_pack(_REMOVE, (fox,)) for fox in self.foxes]
        moves: list[int] = []
        if self.turn == HENS:
            targets = self._ground.hen_targets
            left = hens
            while left:
                low = left & -left
                left ^= low
                origin = low.bit_length() - 1
                goals = targets[origin] & ~occupied
                while goals:
                    goal = goals & -goals
                    goals ^= goal
                    moves.append(_step(origin, goal.bit_length() - 1))
            moves += self._claims()
            return moves
        captures = self._captures()
        if captures and (not self._setup.has_claims or self.pending == MUST_CAPTURE):
            return captures
        for fox in self.foxes:
            goals = self._ground.around[fox] & ~occupied
            while goals:
                goal = goals & -goals
                goals ^= goal
                moves.append(_step(fox, goal.bit_length() - 1))
        return moves + captures

    def _occupied_points(self) -> int:
        return self.hens | bits(self.foxes)

    def _claims(self) -> list[int]:
        miss, setup = self.miss, self._setup
        if miss is None:
            return []
        if setup.penalty == "remove-fox" and (len(miss.culprits) == 1 or setup.both == "hens-choose"):
            return [_pack(_CLAIM, (fox,)) for fox in miss.culprits]
        return [_pack(_CLAIM, ())]

    def _captures(self) -> list[int]:
        captures: list[int] = []
        occupied = self._occupied_points()
        around = self._ground.around
        for fox in self.foxes:
            if around[fox] & self.hens:
                ways = self._chains(fox, self.hens, occupied & ~(1 << fox))
                captures += [_pack(_CAPTURE, (fox, *way)) for way in ways]
        return captures

    def _chains(self, fox: int, hens: int, others: int) -> Iterator[tuple[int, ...]]:
        """Yield the landing points of each complete capture."""
        for hen, landing, target in self._ground.jumps[fox]:
            if hens & hen and not others & landing:
                more = False
                for tail in self._chains(target, hens ^ hen, others ^ hen):
                    more = True
                    yield (target, *tail)
                if not more:
                    yield (target,)

    def _culprits(self) -> list[int]:
        """Return the foxes that can capture."""
        occupied, hens, jumps = self._occupied_points(), self.hens, self._ground.jumps
        return [
            fox
            for fox in self.foxes
            if any(hens & hen and not occupied & landing for hen, landing, _ in jumps[fox])
        ]

    def loud(self) -> Sequence[int]:
        """Return the noticed captures and claims."""
        if self.pending in {PLACE, REMOVE}:
            return ()
        moves = self._captures() if self.turn == FOXES else self._claims()
        if moves and self._attention < 100:
            here = self.key ^ self._salt
            return [
                move for move in moves if ((here ^ move * _SPREAD) * _SPREAD >> 40) % 100 < self._attention
            ]
        return moves

    def make(self, move: int) -> None:
        """Play a legal move."""
        self._past.append(
            (self.hens, self.foxes, self.turn, self.pending, self.miss, self._balance, self.key)
        )
        kind = move & _KIND
        self.pending, miss, self.miss = NOTHING, self.miss, None
        if kind == _STEP:
            self._step(move >> _KIND_BITS + _POINT_BITS & _POINT, move >> _KIND_BITS & _POINT)
        elif kind == _CAPTURE:
            self._capture(_points(move))
        elif kind == _PLACE:
            self.foxes = tuple(sorted((*self.foxes, move >> _KIND_BITS & _POINT)))
            self.turn = HENS
        elif kind == _REMOVE:
            self._take_off((move >> _KIND_BITS & _POINT,))
        elif miss is not None:
            self._claim(_points(move), miss)
        self._judge()
        if self.winner is not None:
            self.pending, self.miss = NOTHING, None
        self.key = self._key()

    def _step(self, origin: int, target: int) -> None:
        if self.turn == HENS:
            self.hens ^= 1 << origin | 1 << target
            self._balance += WORTH[target] - WORTH[origin]
            self.turn = FOXES
            return
        culprits = self._culprits() if self._setup.has_claims else []
        self._move_fox(origin, target)
        if culprits:
            missed = sorted(target if fox == origin else fox for fox in culprits)
            self.pending, self.miss = CLAIM, Miss(tuple(missed), origin, target)
        self.turn = HENS

    def _move_fox(self, origin: int, target: int) -> None:
        self.foxes = tuple(sorted(target if fox == origin else fox for fox in self.foxes))

    def _capture(self, way: Sequence[int]) -> None:
        over = self._ground.over
        fox = way[0]
        for target in way[1:]:
            hen = over[fox, target]
            self.hens ^= hen
            self._balance -= WORTH[hen.bit_length() - 1]
            fox = target
        self._move_fox(way[0], fox)
        self.turn = HENS
        if len(self.foxes) == 1 and self.hens.bit_count() >= FEWEST_HENS:
            self.turn, self.pending = self._setup.return_seat, PLACE

    def _take_off(self, gone: Iterable[int]) -> None:
        self.foxes = tuple(fox for fox in self.foxes if fox not in gone)
        self.turn = HENS

    def _claim(self, named: Sequence[int], miss: Miss) -> None:
        setup = self._setup
        if named:
            self._take_off(named)
        elif setup.penalty == "takeback" or setup.both == "takeback":
            self._move_fox(miss.target, miss.origin)
            self.turn, self.pending = FOXES, MUST_CAPTURE
        elif setup.both == "foxes-choose":
            self.turn, self.pending = FOXES, REMOVE
        else:
            self._take_off((miss.target,) if setup.both == "moved-fox" else self.foxes)

    def _judge(self) -> None:
        """Set the winner, if the game is over."""
        hens = self.hens
        if hens.bit_count() < FEWEST_HENS:
            self.winner = FOXES
        elif not self.foxes or hens & HOUSE == HOUSE:
            self.winner = HENS
        elif not self.pending:
            if self.turn == HENS:
                if not self._hens_can_move():
                    stuck = self._setup.hens_stuck.winners
                    self.winner = stuck[0] if stuck else DRAW
            elif not self._foxes_can_move():
                self.winner = HENS

    def _hens_can_move(self) -> bool:
        free = ~self._occupied_points()
        targets = self._ground.hen_targets
        return any(targets[hen] & free for hen in members(self.hens))

    def _foxes_can_move(self) -> bool:
        occupied = self._occupied_points()
        return any(self._ground.around[fox] & ~occupied for fox in self.foxes) or bool(self._culprits())

    def unmake(self) -> None:
        self.hens, self.foxes, self.turn, self.pending, self.miss, self._balance, self.key = self._past.pop()
        self.winner = None

    def evaluate(self) -> int:
        """Return the position's static value for the seat to act."""
        score = self._balance - _WAY * self._ways() - _IN_DANGER * self._in_danger()
        score += _FOX * (2 - len(self.foxes)) - _EVEN
        return score if self.turn == HENS else -score

    def _ways(self) -> int:
        free = ~self._occupied_points()
        around = self._ground.around
        return sum((around[fox] & free).bit_count() for fox in self.foxes)

    def _in_danger(self) -> int:
        """Return the number of hens that can be captured."""
        occupied, hens, jumps = self._occupied_points(), self.hens, self._ground.jumps
        mask = 0
        for fox in self.foxes:
            for hen, landing, _ in jumps[fox]:
                if hens & hen and not occupied & landing:
                    mask |= hen
        return mask.bit_count()

    def outlook(self) -> Sequence[tuple[int, int]]:
        """Return every legal move, preceded by an upper bound of its static value, or by UNCLEAR."""
        ways = self._ways()
        if (
            self.turn == FOXES
            or self.pending
            or ways <= _ENOUGH_WAYS
            or (self.hens & HOUSE).bit_count() >= HOUSE.bit_count() - 1
        ):
            return [(UNCLEAR, move) for move in self.moves()]
        most = self._balance + _FOX * (2 - len(self.foxes)) - _EVEN - _WAY * (ways - len(self.foxes))
        return [
            (
                most + WORTH[move >> _KIND_BITS & _POINT] - WORTH[move >> _KIND_BITS + _POINT_BITS & _POINT],
                move,
            )
            for move in self.moves()
        ]

    def read(self, text: str) -> int:
        """Return the move with a canonical text such as `c4-c5`, `c5xc3xe3` or `place d3`."""
        word, _, point = text.partition(" ")
        if word in _KINDS:
            return _pack(_KINDS[word], (POINT_INDEX[point],) if point else ())
        kind, sign = (_CAPTURE, "x") if "x" in text else (_STEP, "-")
        return _pack(kind, (POINT_INDEX[name] for name in text.split(sign)))

    def write(self, move: int) -> str:
        """Return the canonical text of a move."""
        kind, names = move & _KIND, [POINTS[point] for point in _points(move)]
        word = _WORDS.get(kind)
        if word is not None:
            return " ".join((word, *names))
        return ("-" if kind == _STEP else "x").join(names)


def _step(origin: int, target: int) -> int:
    return ((1 << _POINT_BITS | origin) << _POINT_BITS | target) << _KIND_BITS

"""The value of a position of Catch the Hat to a seat and its party."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from rules.games.catch_the_hat.board import FACES, GOLDEN, LETTERS, SIDES, Side
from rules.games.catch_the_hat.game import HatState
from rules.games.catch_the_hat.setup import NOBODY, Setup
from rules.toolkit.bits import bits

_CODES: Final = {letter: code for code, letter in enumerate(LETTERS)}
_FAR: Final = 24
"""The number of steps from home beyond which distance makes no difference."""


@dataclass(frozen=True, slots=True)
class Aims:
    """The scoring of a mode.

    In order: a secured hat; a prisoner under way, and its bonus near home; a free hat; an own hat under an
    own tower; the golden hat.
    """

    secured: float
    carried: float
    near: float
    free: float
    captive: float
    golden: float = 0


_AIMS: Final[Mapping[str, Aims]] = MappingProxyType(
    {
        "attack": Aims(secured=100, carried=65, near=30, free=60, captive=30),
        "defence": Aims(secured=60, carried=40, near=15, free=100, captive=60),
        "tower": Aims(secured=0, carried=30, near=0, free=100, captive=10),
        "owner": Aims(secured=50, carried=35, near=15, free=100, captive=50, golden=250),
        "prisoners": Aims(secured=100, carried=65, near=30, free=60, captive=30, golden=60),
    }
)

_CHASE: Final = 0.3
"""The weight of a chance to catch a hat on the next turn, as the hat may move away first."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The walks on a side of the board: their ends by face and place (bits), and the steps to each home."""

    ends: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]


@cache
def ways(name: str) -> Ways:
    side = SIDES[name]
    places = range(len(side.places))
    return Ways(
        tuple(
            tuple(bits(end for end, _ in side.walks[place][face]) for place in places)
            for face in range(1, FACES + 1)
        ),
        tuple(_steps(side, home) for home in range(side.corners)),
    )


def _steps(side: Side, home: int) -> tuple[int, ...]:
    """Return the number of steps to a home, by place."""
    far = [_FAR] * len(side.places)
    far[home] = 0
    layer, number = [*side.onward[home]], 1
    while layer:
        fresh = [place for place in dict.fromkeys(layer) if far[place] == _FAR and place >= side.corners]
        for place in fresh:
            far[place] = min(number, _FAR - 1)
        layer = [near for place in fresh for near in side.onward[place]]
        number += 1
    return tuple(far)


@dataclass(frozen=True, slots=True)
class Stack:
    """A hat and its prisoners: its place, owner and value, and whether it can be caught there."""

    at: int
    code: int
    party: int
    worth: float
    exposed: bool


class Judge:
    """Evaluates positions of one game. Without foresight it overlooks the next captures."""

    def __init__(self, setup: Setup, *, foresight: bool) -> None:
        self._setup: Final = setup
        self._aims: Final = _AIMS[setup.aim]
        self._ways: Final = ways(setup.side.name)
        self._foresight: Final = foresight

    def worth(self, state: HatState, seat: int) -> float:
        """Return a position's value to a seat: its party's lead over the others."""
        setup = self._setup
        mine = setup.parties[seat]
        totals = dict.fromkeys(setup.parties, 0.0)
        for keeper, hats in state.secured.items():
            totals[setup.parties[keeper]] += self._aims.secured * len(hats)
        stacks = self._stacks(state)
        for stack in stacks:
            if stack.party != NOBODY:
                totals[stack.party] += stack.worth
        if self._foresight:
            self._foresee(state, stacks, totals, mine)
        others = [total for party, total in totals.items() if party != mine]
        return totals[mine] - sum(others) / len(others)

    def _stacks(self, state: HatState) -> list[Stack]:
        setup, aims = self._setup, self._aims
        side = setup.side
        owner = state.golden_owner
        loyal = setup.loyalty(owner)
        piles: list[Stack] = []
        for place, stacks in state.stacks.items():
            at = side.index[place]
            exposed = at >= side.corners and at not in side.bench_places
            for letters in stacks:
                top = _CODES[letters[0]]
                party = loyal[top]
                worth = aims.golden if top == GOLDEN else aims.free
                if len(letters) > 1:
                    home = top if top != GOLDEN else setup.corners[owner] if owner is not None else 0
                    near = 1 - self._ways.steps[home][at] / _FAR
                    worth += sum(self._prisoner(_CODES[letter], party, loyal, near) for letter in letters[1:])
                piles.append(Stack(at, top, party, worth, exposed))
        return piles

    def _prisoner(self, code: int, party: int, loyal: bytes, near: float) -> float:
        """Return the value to a party of a prisoner in one of its stacks."""
        aims = self._aims
        if code == GOLDEN:
            return aims.golden * (0.7 + 0.2 * near)
        if loyal[code] == party:
            return aims.captive * near
        return aims.carried + aims.near * near

    def _foresee(self, state: HatState, stacks: Sequence[Stack], totals: dict[int, float], mine: int) -> None:
        """Count possible captures before and during a party's next turn."""
        setup = self._setup
        ends = self._ways.ends
        reach: list[tuple[int, list[int]]] = []
        for seat in range(setup.players):
            if seat in state.retired:
                continue
            hand = setup.hands[seat] | (1 << GOLDEN if state.golden_owner == seat else 0)
            origins = {stack.at for stack in stacks if hand >> stack.code & 1}
            if origins:
                reach.append((setup.parties[seat], [_union(face, origins) for face in ends]))
        for stack in stacks:
            if not stack.exposed or stack.party == NOBODY:
                continue
            for party, faces in reach:
                if party == stack.party:
                    continue
                chance = sum(ends >> stack.at & 1 for ends in faces) / FACES
                if stack.party != mine:
                    chance *= _CHASE if party == mine else 0
                elif setup.parties[state.mover] == mine:
                    chance *= _CHASE
                totals[stack.party] -= chance * stack.worth
                totals[party] += chance * (stack.worth - self._aims.free / 2)


def _union(face: Sequence[int], origins: set[int]) -> int:
    union = 0
    for origin in origins:
        union |= face[origin]
    return union

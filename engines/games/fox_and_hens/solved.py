"""The solved endings of Fox and Hens: proved results of positions without hens far back.

A table holds the positions with the hens to move and nothing pending, one bit each, 1 if the hens win; there
are no draws. All other positions are a few plies from these. Sets of hens are numbered in colexicographic
order; of two mirror images the smaller one is stored.
"""

from collections.abc import Mapping
from math import comb
from typing import Final

from engines.contract import Chance, Fact, GameValue, shuffle
from engines.games.fox_and_hens.position import FoxPosition, begin
from engines.tables import PackedTable, Tables, shipped_table
from rules import State
from rules.games.fox_and_hens.board import POINTS
from rules.games.fox_and_hens.endings import FEWEST_HENS
from rules.games.fox_and_hens.game import GAME, FoxState
from rules.games.fox_and_hens.setup import HENS, Setup
from rules.games.fox_and_hens.text import Layout, write_layout
from rules.toolkit.bits import bits, members

LOWEST_RANK: Final = 4
"""The lowest rank of hens in solved positions."""
MAX_HENS: Final = 19
"""With one more hen every point of the tables is occupied, and the house is full."""
PAIR_BYTES: Final = 66
SINGLE_BYTES: Final = 5
"""The bytes of a set of hens in a layer: a bit for each pair of foxes, or each place of a single fox."""

_ALONE: Final[Mapping[str, str]] = {
    "both_missed": "hens-choose",
    "return_zone": "anywhere",
    "return_by": "foxes",
    "diagonals": "alternating",
    "hens_stuck": "foxes-win",
}
"""Options of which only this value is solved; options of missed captures matter only if these can occur."""
_MAX_SAMPLED: Final = 16
_ONE_FOX: Final = 1 / 5

REGION: Final = tuple(point for point, name in enumerate(POINTS) if int(name[1]) >= LOWEST_RANK)
IMAGE: Final = tuple(POINTS.index("gfedcba"["abcdefg".index(name[0])] + name[1]) for name in POINTS)
"""The mirror image (left and right exchanged) of each point."""
_OUTSIDE: Final = ~bits(REGION)
_PLACE: Final = {point: place for place, point in enumerate(REGION)}
_CHOOSE: Final = tuple(tuple(comb(place, size) for size in range(len(REGION) + 1)) for place in range(34))


def table_name(setup: Setup) -> str | None:
    """Return the name of the table for a game's rules; None if they are unsolved."""
    options = setup.options
    if any(options.get(key, value) != value for key, value in _ALONE.items()):
        return None
    penalty = options["missed_capture"]
    return f"fox-and-hens-{penalty}" if penalty in {"remove-fox", "enforced"} else None


def is_enforced(setup: Setup) -> bool:
    """Return whether captures cannot be missed; then both foxes are always on the board."""
    return not setup.has_claims


def number_of(hens: int) -> int:
    """Return the rank of a set of hens on the tables' points among all sets of its size."""
    return sum(_CHOOSE[_PLACE[hen]][size] for size, hen in enumerate(members(hens), 1))


class FoxOracle:
    """An oracle over `tables`, by default the shipped tables."""

    milestone: Final = None

    def __init__(self, tables: Tables = shipped_table) -> None:
        self._tables = tables

    def may_know(self, state: State) -> bool:
        """Return whether no hen is too far back and the rules are solved."""
        return (
            isinstance(state, FoxState)
            and state.outcome is None
            and not state.hen_bits & _OUTSIDE
            and FEWEST_HENS <= state.hen_bits.bit_count() <= MAX_HENS
            and table_name(state.setup) is not None
            and (not state.off or not is_enforced(state.setup))
        )

    def fact(self, state: State) -> Fact | None:
        """Return the proved result for the seat to act; None if unknown. Distances are unknown."""
        if not isinstance(state, FoxState) or not self.may_know(state):
            return None
        table = self._table(state.setup)
        if table is None:
            return None
        hens_win = _hens_win(table, begin((state,)))
        return Fact(GameValue.WON if hens_win is (state.turn == HENS) else GameValue.LOST)

    def of_moves(self, state: State) -> Mapping[str, Fact | None]:
        """Return the result of each legal move for its mover; only a winning or losing end has a distance."""
        if not isinstance(state, FoxState):
            return {}
        return {move.text: self._of_move(state, state.play(move)) for move in state.legal_moves()}

    def sample(self, chance: Chance, options: Mapping[str, str]) -> State:
        """Return a random solved position with nothing pending.

        A fox is off the board in one of five, unless captures are enforced.
        """
        while True:
            points = shuffle(chance, REGION)
            hens = sorted(points[: FEWEST_HENS + int(chance.random() * (_MAX_SAMPLED - FEWEST_HENS + 1))])
            off = int(options.get("missed_capture") != "enforced" and chance.random() < _ONE_FOX)
            free = [point for point in range(len(POINTS)) if point not in hens]
            foxes = tuple(sorted(shuffle(chance, free)[: 2 - off]))
            layout = Layout(bits(hens), foxes, int(chance.random() * 2))
            state = GAME.from_position(write_layout(layout), options)
            if self.may_know(state):
                return state

    def _of_move(self, before: FoxState, after: FoxState) -> Fact | None:
        if after.outcome is not None:
            if not after.outcome.winners:
                return Fact(GameValue.DRAWN)
            return Fact(GameValue.WON if before.turn in after.outcome.winners else GameValue.LOST, 1)
        fact = self.fact(after)
        return fact if fact is None or after.turn == before.turn else fact.for_other

    def _table(self, setup: Setup) -> PackedTable | None:
        name = table_name(setup)
        return None if name is None else self._tables(name)


def _hens_win(table: PackedTable, position: FoxPosition) -> bool:
    """Return whether the hens win: by the table, or by searching to its positions."""
    if position.winner is not None:
        return position.winner == HENS
    if position.turn == HENS and not position.pending:
        return _is_stored(table, position.hens, position.foxes)
    seat_is_hens = position.turn == HENS
    if seat_is_hens and position.miss is not None and _is_stored(table, position.hens, position.foxes):
        # A claim is optional.
        return True
    moves = position.loud() if seat_is_hens else position.moves()
    for move in moves:
        position.make(move)
        hens_win = _hens_win(table, position)
        position.unmake()
        if hens_win is seat_is_hens:
            return seat_is_hens
    return not seat_is_hens


def _is_stored(table: PackedTable, hens: int, foxes: tuple[int, ...]) -> bool:
    image = bits(IMAGE[hen] for hen in members(hens))
    if image < hens:
        hens, foxes = image, tuple(IMAGE[fox] for fox in foxes)
    size, number = hens.bit_count(), number_of(hens)
    if len(foxes) == 1:
        layer, width, bit = f"single-{size}", SINGLE_BYTES, foxes[0]
    else:
        low, high = sorted(foxes)
        layer, width, bit = f"pairs-{size}", PAIR_BYTES, high * (high - 1) // 2 + low
    return bool(table.value(layer, number * width + (bit >> 3)) >> (bit & 7) & 1)

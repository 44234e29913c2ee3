"""A second, naive solver of small Morris endings: without symmetries, counters, or code of the tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from rules.games.nine_mens_morris import BOARDS

NaivePosition = tuple[int, int]
"""The men of the seat to act, and the other's, as bit sets of points."""


@dataclass(frozen=True, slots=True)
class NaiveValue:
    """A win or a loss for the seat to act, with the plies until the next capture or the end."""

    wins: bool
    plies: int


@dataclass(slots=True)
class _Open:
    """A position without a value yet: its quiet successors, and the worst result of its captures."""

    after: Sequence[NaivePosition]
    worst: int
    """The plies of a capture that loses: 1, or 0 without captures."""
    safe: bool
    """Whether a capture draws."""


class NaiveMorris:
    """Evaluates positions without men in hand on a board. None is a draw."""

    def __init__(self, men: str, *, flying: bool) -> None:
        board = BOARDS[men]
        self._points: Final = len(board.points)
        self._flying: Final = flying
        self._near: Final = board.around
        self._mills: Final = board.mills
        self._ways: Final[dict[int, list[tuple[int, int, bool]]]] = {}
        self.values: dict[NaivePosition, NaiveValue | None] = {}

    def solve(self, own: int, theirs: int) -> None:
        """Evaluate the positions with these numbers of men, for both movers; fewer men must be known."""
        values: dict[NaivePosition, NaiveValue] = {}
        open_nodes: dict[NaivePosition, _Open] = {}
        before: dict[NaivePosition, list[NaivePosition]] = {}
        pairs = sorted({(own, theirs), (theirs, own)})
        positions = [position for pair in pairs for position in self._positions(*pair)]
        for position in positions:
            taking, quiet = self._moves(*position)
            results = {self._after_taking(after) for after in taking}
            if any(value is not None and not value.wins for value in results):
                values[position] = NaiveValue(wins=True, plies=1)
            elif not quiet and None not in results:
                values[position] = NaiveValue(wins=False, plies=min(1, len(results)))
            else:
                open_nodes[position] = _Open(quiet, min(1, len(results)), None in results)
                for after in quiet:
                    before.setdefault(after, []).append(position)
        fresh: dict[NaivePosition, NaiveValue] = {}
        settled = list(values)
        while settled:
            changed = {earlier for position in settled for earlier in before.get(position, ())}
            changed &= open_nodes.keys()
            for position in changed:
                if (value := _evaluate(open_nodes[position], values)) is not None:
                    fresh[position] = value
            # Settle only the shortest: for the others a shorter way may still be found.
            plies = min((value.plies for value in fresh.values()), default=0)
            settled = [position for position, value in fresh.items() if value.plies == plies]
            for position in settled:
                values[position] = fresh.pop(position)
                del open_nodes[position]
        self.values.update({position: values.get(position) for position in positions})

    def _positions(self, own: int, theirs: int) -> Iterator[NaivePosition]:
        sets = [sum(1 << point for point in some) for some in combinations(range(self._points), theirs)]
        for mine in combinations(range(self._points), own):
            mask = sum(1 << point for point in mine)
            yield from ((mask, other) for other in sets if not other & mask)

    def _after_taking(self, position: NaivePosition) -> NaiveValue | None:
        return NaiveValue(wins=False, plies=0) if position[0].bit_count() < 3 else self.values[position]

    def _moves(self, own: int, theirs: int) -> tuple[list[NaivePosition], list[NaivePosition]]:
        """Return the positions after captures, and after all other moves."""
        taking, quiet = list[NaivePosition](), list[NaivePosition]()
        if own not in self._ways:
            self._ways[own] = self._ways_of(own)
        for target, after, closes_mill in self._ways[own]:
            if theirs & target:
                continue
            if closes_mill:
                taking += [(theirs & ~point, after) for point in self._takeable(theirs)]
            else:
                quiet.append((theirs, after))
        return taking, quiet

    def _ways_of(self, own: int) -> list[tuple[int, int, bool]]:
        """Return the targets of all moves, ignoring other men, each with the own men after it."""
        ways = list[tuple[int, int, bool]]()
        flies = self._flying and own.bit_count() == 3
        for man, point in product(range(self._points), repeat=2):
            target = 1 << point
            if own >> man & 1 and not own & target and (flies or self._near[man] & target):
                after = own & ~(1 << man) | target
                closes_mill = any(mill & after == mill and mill & target for mill in self._mills)
                ways.append((target, after, closes_mill))
        return ways

    def _takeable(self, theirs: int) -> list[int]:
        men = [1 << point for point in range(self._points) if theirs >> point & 1]
        outside = [
            man for man in men if not any(mill & man and mill & theirs == mill for mill in self._mills)
        ]
        return outside or men


def _evaluate(node: _Open, table: dict[NaivePosition, NaiveValue]) -> NaiveValue | None:
    """Return the value of a position; None unless its successors' values prove a win or a loss."""
    values = [table.get(after) for after in node.after]
    present = [value for value in values if value is not None]
    losses = [value.plies + 1 for value in present if not value.wins]
    if losses:
        return NaiveValue(wins=True, plies=min(losses))
    if node.safe or len(present) < len(values):
        return None
    return NaiveValue(wins=False, plies=max([node.worst, *(value.plies + 1 for value in present)]))

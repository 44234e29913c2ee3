"""A second, naive solver of small endings of Morris: no symmetries, no counters, no code of the tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.games.nine_mens_morris import BOARDS

NaivePosition = tuple[int, int]
"""The points with men of the seat to act, and those with men of the other one, as bit sets."""


@dataclass(frozen=True, slots=True)
class NaiveValue:
    """A win, or a loss, for the seat to act, with the plies until the next capture or the end."""

    wins: bool
    plies: int


@dataclass(slots=True)
class _Open:
    """A position without a value yet: its quiet successors, and the worst result of its captures."""

    position: NaivePosition
    after: Sequence[NaivePosition]
    worst: int
    """1 if a capture loses, 0 if there is none."""
    safe: bool
    """Whether a capture draws."""


class NaiveMorris:
    """Values positions without men in hand on a board. None is a draw."""

    def __init__(self, men: str, *, flying: bool) -> None:
        board = BOARDS[men]
        self._points: Final = len(board.points)
        self._full: Final = (1 << self._points) - 1
        self._flying: Final = flying
        self._near: Final = board.around
        self._mills: Final = board.mills
        self.values: dict[NaivePosition, NaiveValue | None] = {}

    def solve(self, own: int, theirs: int) -> None:
        """Evaluate the positions of two numbers of men, for both movers; those with fewer men come first."""
        values: dict[NaivePosition, NaiveValue] = {}
        open_nodes: list[_Open] = []
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
                open_nodes.append(_Open(position, quiet, min(1, len(results)), None in results))
        while fresh := {
            node.position: value for node in open_nodes if (value := _evaluate(node, values)) is not None
        }:
            # Only the shortest are settled: for the others a shorter way may still be found.
            plies = min(value.plies for value in fresh.values())
            values.update({position: value for position, value in fresh.items() if value.plies == plies})
            open_nodes = [node for node in open_nodes if node.position not in values]
        self.values.update({position: values.get(position) for position in positions})

    def _positions(self, own: int, theirs: int) -> Iterator[NaivePosition]:
        sets = [sum(1 << point for point in some) for some in combinations(range(self._points), theirs)]
        for mine in combinations(range(self._points), own):
            mask = sum(1 << point for point in mine)
            yield from ((mask, other) for other in sets if not other & mask)

    def _after_taking(self, position: NaivePosition) -> NaiveValue | None:
        return NaiveValue(wins=False, plies=0) if position[0].bit_count() < 3 else self.values[position]

    def _moves(self, own: int, theirs: int) -> tuple[list[NaivePosition], list[NaivePosition]]:
        """Return the positions after moves that take a man, and after all others."""
        empty = self._full & ~own & ~theirs
        taking, quiet = list[NaivePosition](), list[NaivePosition]()
        flies = self._flying and own.bit_count() == 3
        for man in range(self._points):
            if not own >> man & 1:
                continue
            ways = empty if flies else empty & self._near[man]
            for target in range(self._points):
                if not ways >> target & 1:
                    continue
                after = own & ~(1 << man) | 1 << target
                if any(mill & after == mill and mill >> target & 1 for mill in self._mills):
                    taking += [(theirs & ~point, after) for point in self._takeable(theirs)]
                else:
                    quiet.append((theirs, after))
        return taking, quiet

    def _takeable(self, theirs: int) -> list[int]:
        men = [1 << point for point in range(self._points) if theirs >> point & 1]
        outside = [
            man for man in men if not any(mill & man and mill & theirs == mill for mill in self._mills)
        ]
        return outside or men


def _evaluate(node: _Open, table: dict[NaivePosition, NaiveValue]) -> NaiveValue | None:
    """Return the value of a position as far as those after it have theirs."""
    values = [table.get(after) for after in node.after]
    present = [value for value in values if value is not None]
    losses = [value.plies + 1 for value in present if not value.wins]
    if losses:
        return NaiveValue(wins=True, plies=min(losses))
    if node.safe or len(present) < len(values):
        return None
    return NaiveValue(wins=False, plies=max([node.worst, *(value.plies + 1 for value in present)]))

"""The values of pieces and of the king's surroundings to the defenders, in hundredths of a man."""

from functools import cache
from typing import Final

from rules.games.tafl.hnefatafl.boards import ATTACKER, DEFENDER, KING
from rules.games.tafl.hnefatafl.starts import STARTS
from rules.toolkit.sliding import BORDER, grid

KING_STEP: Final = 6
"""Per square that the king can move to."""
KING_OPEN: Final = (20, 60, 350)
"""Per edge that he reaches, by the number of corners reachable along it."""
KING_NEAR: Final = (3, 12, 45)
"""Per edge that he reaches in two moves, by the number of corners; the sum is capped at MAX_NEAR."""
MAX_NEAR: Final = 180
SHUT: Final = (0, 6, 25, 90, 90)
"""Penalty by the number of the king's sides shut by attackers."""
SHUT_WEAK: Final = (0, 20, 60, 120, 120)
"""The penalty if two attackers may capture him."""
EXITS: Final = (0, 130, 500, 600, 600)
"""If the king escapes on the whole edge: by the number of edges that he reaches in one move."""
EXITS_NEAR: Final = (0, 10, 45)
"""For each square that he can move to, by the number of edges reachable sideways from there.

The sum is capped at MAX_EXITS_NEAR.
"""
MAX_EXITS_NEAR: Final = 150


@cache
def worth(board: str, *, at_edge: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return each piece's value to the defenders, by code and cell of a board.

    `at_edge` is for games in which the king escapes on the whole edge.
    """
    size = STARTS[board].count("/") + 1
    squares = grid(size, size)
    start = _armies(board)
    # Both armies have the same total value, so each of the fewer defenders is worth more.
    defender = 100 * start[0] // start[1]
    empty = (0,) * len(squares.names)
    attackers, defenders = [0] * len(empty), [0] * len(empty)
    for cell in squares.cells.values():
        row, column = cell // squares.stride - 1, cell % squares.stride - 1
        across = min(row, size - 1 - row)
        along = min(column, size - 1 - column)
        # Attackers on the diagonal before a corner help to close it; a place elsewhere gains nothing.
        guard = 0 if at_edge else 14 if across + along == 2 else 6 if across + along == 3 else 0
        attackers[cell] = -100 - guard
        defenders[cell] = defender + (4 if min(across, along) > 0 else 0)
    table = [empty] * (BORDER + 1)
    table[ATTACKER], table[DEFENDER], table[KING] = tuple(attackers), tuple(defenders), empty
    return tuple(table)


def _armies(board: str) -> tuple[int, int]:
    """Return the numbers of attackers and defenders in a board's start position."""
    text = STARTS[board].partition(" ")[0]
    return text.count("a"), text.count("d")

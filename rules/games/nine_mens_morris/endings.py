"""How games of Nine Men's Morris end."""

from collections.abc import Sequence
from typing import Final

from rules.contract import Outcome
from rules.games.nine_mens_morris.moves import FEWEST, can_move
from rules.games.nine_mens_morris.setup import Setup
from rules.games.nine_mens_morris.text import Layout
from rules.games.nine_mens_morris.vocabulary import Outcomes

_SIGHTS: Final = 3
"""So many times the same position makes a draw (rule 8)."""


def judged(setup: Setup, layout: Layout, past: Sequence[Layout], quiet: int) -> Outcome | None:
    """Return how a game has ended, in this order (ruling M12): few men, no move, repetition, no mill.

    Men in hand are men (ruling M9), and a board that setting has filled is a draw (ruling M10). `past` are
    the positions since a man was last set or taken, this one last (ruling M11); `quiet` counts the plies
    without a mill (ruling M13).
    """
    poor = [men.bit_count() + hand < FEWEST for men, hand in zip(layout.men, layout.hands, strict=True)]
    if any(poor):
        return Outcome(() if all(poor) else (poor.index(False),), Outcomes.TWO_MEN)
    if not can_move(setup, layout):
        if layout.men[0] | layout.men[1] == setup.board.full:
            return Outcome((), Outcomes.BOARD_FULL)
        return Outcome((1 - layout.mover,), Outcomes.NO_MOVES)
    if past.count(layout) >= _SIGHTS:
        return Outcome((), Outcomes.REPETITION)
    if setup.limit is not None and quiet >= setup.limit:
        return Outcome((), Outcomes.NO_MILL)
    return None

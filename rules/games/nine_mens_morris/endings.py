"""The endings of games of Nine Men's Morris."""

from collections.abc import Sequence
from typing import Final

from rules.contract import Outcome
from rules.games.nine_mens_morris.moves import FEWEST, can_move
from rules.games.nine_mens_morris.setup import Setup
from rules.games.nine_mens_morris.text import Layout
from rules.games.nine_mens_morris.vocabulary import Outcomes

_SIGHTS: Final = 3
"""The number of occurrences of a position that makes a draw (rule 8)."""
_BETWEEN: Final = 8


def outcome_of(setup: Setup, layout: Layout, past: Sequence[int], quiet: int) -> Outcome | None:
    """Return the outcome, in this order (ruling M12): few men, no move, repetition, no mill.

    Men in hand are men (ruling M9), and a board filled by setting is a draw (ruling M10). `past` are the keys
    of the positions since a man was last set or captured, ending with this one (ruling M11); `quiet` counts
    the plies without a mill (ruling M13).
    """
    (white, black), (white_hand, black_hand) = layout.men, layout.hands
    white_poor = white.bit_count() + white_hand < FEWEST
    black_poor = black.bit_count() + black_hand < FEWEST
    if white_poor or black_poor:
        winners = () if white_poor and black_poor else (int(white_poor),)
        return Outcome(winners, Outcomes.TWO_MEN)
    if not can_move(setup, layout):
        if layout.men[0] | layout.men[1] == setup.board.full:
            return Outcome((), Outcomes.BOARD_FULL)
        return Outcome((1 - layout.mover,), Outcomes.NO_MOVES)
    # The first and the third occurrence of a position are at least eight plies apart.
    if len(past) > _BETWEEN and past.count(past[-1]) >= _SIGHTS:
        return Outcome((), Outcomes.REPETITION)
    if setup.limit is not None and quiet >= setup.limit:
        return Outcome((), Outcomes.NO_MILL)
    return None

"""The endings of a game of Fox and Hens."""

from typing import Final

from rules.contract import Outcome
from rules.games.fox_and_hens.board import HOUSE, foxes_can_move, hens_can_move
from rules.games.fox_and_hens.setup import FOXES, HENS, Setup
from rules.games.fox_and_hens.text import Layout
from rules.games.fox_and_hens.vocabulary import Outcomes
from rules.toolkit.bits import bits

FEWEST_HENS: Final = 9
"""With fewer hens on the board the foxes win (rule 9)."""

_TOO_FEW: Final = Outcome((FOXES,), Outcomes.TOO_FEW_HENS)
_NO_FOX: Final = Outcome((HENS,), Outcomes.NO_FOXES)
_FULL: Final = Outcome((HENS,), Outcomes.HOUSE_FULL)
_TRAPPED: Final = Outcome((HENS,), Outcomes.FOXES_STUCK)


def outcome_of(setup: Setup, layout: Layout) -> Outcome | None:
    """Return the outcome, if the game is over (rules 8 and 9), in the order of ruling A17.

    A player with a pending claim or return is not stuck (ruling A16).
    """
    if layout.hens.bit_count() < FEWEST_HENS:
        return _TOO_FEW
    if not layout.foxes:
        return _NO_FOX
    if layout.hens & HOUSE == HOUSE:
        return _FULL
    if layout.pending:
        return None
    occupied = layout.hens | bits(layout.foxes)
    if layout.mover == HENS:
        return None if hens_can_move(setup.board, layout.hens, occupied) else setup.hens_stuck
    return None if foxes_can_move(setup.board, layout.foxes, layout.hens, occupied) else _TRAPPED

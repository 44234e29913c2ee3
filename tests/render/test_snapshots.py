"""Boards at their start and late in a game, in all themes, as pictures kept beside the tests.

Games whose folder here has approved pictures of its own are left to it, but for one.
"""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Gallery
from rules import GAMES
from tests.render.approved import PLIES, Board, draw_midgame

APPROVED_THEMSELVES = (
    "ludus-latrunculorum",
    "conhex",
    "fox-and-hens",
    "hounds-and-jackals",
    "catch-the-hat",
    "nine-mens-morris",
)
BOARDS: Mapping[str, Board] = {key: Board(key) for key in GAMES if key not in APPROVED_THEMSELVES}
"""Hnefatafl, and the games that are to come, with their usual options."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_looks_as_it_did(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels

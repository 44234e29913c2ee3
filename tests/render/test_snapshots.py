"""Boards at the start and late in a game, in all themes, as approved pictures.

Games with approved pictures in their own folder are left out, except Hnefatafl.
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
"""Hnefatafl and future games, with their usual options."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels

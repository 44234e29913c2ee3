"""Approved pictures of Catch the Hat: boards, choices, events, pieces."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Gallery, View
from tests.render.approved import PLIES, WIDTH, Board, choosing, draw_midgame, pieces
from tests.render.midgames import midgame

BOARDS: Mapping[str, Board] = {
    "hat-front": Board("catch-the-hat", players=4),
    "hat-back": Board("catch-the-hat", {"mode": "golden-hat"}, 6),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_looks_as_it_did(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize(("key", "seat"), [("catch-the-hat", 1)])
def test_a_private_view_looks_as_it_did(
    key: str, seat: int, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=WIDTH)) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("catch-the-hat", 42)])
def test_a_choice_looks_as_it_did(
    key: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert choosing(gallery, key, plies, theme) == pixels


@pytest.mark.parametrize("key", ["catch-the-hat"])
def test_the_pieces_look_as_they_did(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

"""Approved pictures of ConHex: boards, choices, events, pieces."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Gallery, View
from tests.render.approved import (
    PLIES,
    WIDTH,
    Board,
    Moment,
    choosing,
    draw_midgame,
    draw_moment,
    moments_in_words,
    pieces,
)
from tests.render.midgames import midgame

BOARDS: Mapping[str, Board] = {
    "conhex": Board("conhex", {"swap": "off"}),
}
EVENTS: Mapping[str, Moment] = {
    "winning-chain": Moment(
        BOARDS["conhex"], None, ("a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6", "a11"), width=800
    ),
    "swapped": Moment(Board("conhex"), None, ("f6", "swap")),
    "ball-moved": Moment(
        Board("conhex", {"swap": "off", "balls": "2"}), None, ("f6", "e4", "c2", "j3", "f6>g8")
    ),
    "mirrored": Moment(BOARDS["conhex"], None, ("f5", "e4", "f7", "h6", "e6"), View(seat=1, mirrored=True)),
    "corners": Moment(
        Board("conhex"), "red a1 k1; blue a11 k11; red-cells; blue-cells; turn red", (), View(chosen=("a1",))
    ),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize(("key", "seat"), [("conhex", 1)])
def test_private_view_matches_snapshot(
    key: str, seat: int, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=WIDTH)) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("conhex", 32)])
def test_choice_matches_snapshot(
    key: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert choosing(gallery, key, plies, theme) == pixels


@pytest.mark.parametrize("event", EVENTS)
def test_event_matches_snapshot(event: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert draw_moment(gallery, EVENTS[event]) == pixels


@pytest.mark.parametrize("language", ["en", "de"])
def test_event_descriptions_match_snapshot(
    language: str, gallery: Gallery, snapshot: SnapshotAssertion
) -> None:
    own_view = View(seat=1, mirrored=True)
    mirrored = {
        f"mirrored-{name}": replace(EVENTS[name], view=own_view) for name in ("winning-chain", "ball-moved")
    }
    assert moments_in_words(gallery, {**EVENTS, **mirrored}, language) == snapshot


@pytest.mark.parametrize("key", ["conhex"])
def test_pieces_match_snapshot(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

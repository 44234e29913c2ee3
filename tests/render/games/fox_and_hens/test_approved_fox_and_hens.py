"""Approved pictures of Fox and Hens: boards, choices, events, pieces."""

from collections.abc import Mapping

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

ENFORCED = {"missed_capture": "enforced"}
CHAIN = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes a5 d4; off 0; turn foxes"
RETURN = "hens b5 a3 a4 b3 b4 c1 c2 c3 d1 d2; foxes c5; off 1; turn foxes"
BOARDS: Mapping[str, Board] = {
    "fox-and-hens": Board("fox-and-hens", ENFORCED),
    "fox-and-hens-straight": Board("fox-and-hens", {**ENFORCED, "diagonals": "none"}),
}
EVENTS: Mapping[str, Moment] = {
    "chain": Moment(Board("fox-and-hens", ENFORCED), CHAIN, ("a5xc3xe3xg5",), width=800),
    "fox-removed": Moment(Board("fox-and-hens"), None, ("b4-b5", "e5-e6", "claim c5")),
    "taken-back": Moment(
        Board("fox-and-hens", {"missed_capture": "takeback"}), None, ("b4-b5", "e5-e6", "claim")
    ),
    "fox-returns": Moment(Board("fox-and-hens", ENFORCED), RETURN, ("c5xa5", "place g4")),
    "foxes-behind": Moment(Board("fox-and-hens", {"fox_start": "back"}), view=View(seat=1)),
    "no-fox-left": Moment(Board("fox-and-hens"), "hens a3 b3 c1 c2 c3 d1 d2 d3 e1; foxes; off 2; turn hens"),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize(("key", "seat"), [("fox-and-hens", 1)])
def test_private_view_matches_snapshot(
    key: str, seat: int, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=WIDTH)) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("fox-and-hens", 13)])
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
    assert moments_in_words(gallery, EVENTS, language) == snapshot


@pytest.mark.parametrize("key", ["fox-and-hens"])
def test_pieces_match_snapshot(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

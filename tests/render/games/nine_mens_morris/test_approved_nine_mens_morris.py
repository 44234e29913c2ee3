"""Approved pictures of Nine Men's Morris: boards, choices, events, pieces."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Gallery, View
from tests.render.approved import (
    PLIES,
    Board,
    Moment,
    choosing,
    draw_midgame,
    draw_moment,
    moments_in_words,
    pieces,
)

CLOSING = "w../w../.../.w..bb/.../wb./w.b w 0 0"
BOARDS: Mapping[str, Board] = {
    "morris-9": Board("nine-mens-morris", {"men": "9"}),
    "morris-6": Board("nine-mens-morris", {"men": "6"}),
    "morris-12": Board("nine-mens-morris", {"men": "12"}),
}
EVENTS: Mapping[str, Moment] = {
    "mill": Moment(BOARDS["morris-9"], CLOSING, ("b4-a4xd2",), width=800),
    "taking": Moment(
        BOARDS["morris-9"], CLOSING, (), View(seat=0, chosen=("b4", "a4"), targets=("d2", "f4"))
    ),
}
IN_WORDS: Mapping[str, Moment] = {
    **EVENTS,
    "first man": Moment(BOARDS["morris-9"], "w../.../.../....../.../.../... b 8 9"),
    "men in hand": Moment(BOARDS["morris-9"], "w../..w/.../w..bbb/.../.../b.. b 2 3", ("b6",)),
    "last man in hand": Moment(BOARDS["morris-9"], "w../..w/.../w..bbb/.../.../b.. b 0 1"),
}
"""All that is told; pictures show only some."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("nine-mens-morris", 22)])
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
    assert moments_in_words(gallery, IN_WORDS, language) == snapshot


@pytest.mark.parametrize("key", ["nine-mens-morris"])
def test_pieces_match_snapshot(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

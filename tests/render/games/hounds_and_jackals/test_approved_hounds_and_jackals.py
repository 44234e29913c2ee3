"""Approved pictures of Hounds and Jackals: boards, choices, events, pieces."""

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

BOARD = Board("hounds-and-jackals")
CHASE = "hounds 10 13 19 20 25; jackals 9 11 12 15 25; turn jackals"
CHASED = ("9-10", "10-12", "12-14", "25-28", "11-13", "13-15", "15-19")
BOARDS: Mapping[str, Board] = {
    "hounds-and-jackals": BOARD,
}
EVENTS: Mapping[str, Moment] = {
    "attacked": Moment(BOARD, CHASE, CHASED, width=800),
    "chosen-attacked": Moment(BOARD, CHASE, CHASED, View(seat=0, chosen=("19",), targets=("22", "23"))),
    "given-up": Moment(
        BOARD, "hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", ("7-8",), View(over=True)
    ),
    "by-a-canal": Moment(BOARD, "hounds 1 2 9 13 26; jackals 3 9 13 20 26; turn hounds", ("9-24",)),
    "retreat": Moment(BOARD, "hounds 21 24 27 28 29; jackals 22 26 27 28 29; turn jackals", ("22-20",)),
    "all-home": Moment(BOARD, "hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", ("24-25",)),
}
IN_WORDS: Mapping[str, Moment] = {
    **EVENTS,
    "passed": Moment(BOARD, "hounds 24 25 26 28 29; jackals 22 26 27 28 29; turn hounds", ("pass",)),
    "blocked-shortcut": Moment(
        BOARD, "hounds 5 8 10 13 22; jackals 1 7 11 17 19; turn jackals; attacked 17", ("19-22",)
    ),
    "shortened": Moment(
        BOARD, "hounds 16 23 26 28 29; jackals 20 23 26 28 29; turn jackals; attacked 23", ("26-27",)
    ),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize(("key", "seat"), [("hounds-and-jackals", 1)])
def test_private_view_matches_snapshot(
    key: str, seat: int, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=WIDTH)) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("hounds-and-jackals", 59)])
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


@pytest.mark.parametrize("key", ["hounds-and-jackals"])
def test_pieces_match_snapshot(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

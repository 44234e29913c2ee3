"""Approved pictures of Hnefatafl and Ludus latrunculorum: boards, choices, events, pieces."""

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

BOARDS: Mapping[str, Board] = {
    "hnefatafl-13": Board("hnefatafl", {"board": "hnefatafl-13"}),
    "hnefatafl-11": Board("hnefatafl", {"board": "hnefatafl-11"}),
    "hnefatafl-9": Board("hnefatafl", {"board": "hnefatafl-9"}),
    "tablut-9": Board("hnefatafl", {"board": "tablut-9"}),
    "brandubh-7": Board("hnefatafl", {"board": "brandubh-7"}),
    "alea-evangelii-19": Board("hnefatafl", {"board": "alea-evangelii-19"}),
    "latrunculi": Board("ludus-latrunculorum"),
    "latrunculi-kings": Board("ludus-latrunculorum", {"army": "king"}),
}
EVENTS: Mapping[str, Moment] = {
    "king-taken": Moment(Board("hnefatafl"), "13/6a6/13/13/13/13/5aka5/6a6/13/13/13/13/13 a", ("g12-g8",)),
    "man-taken": Moment(
        Board("hnefatafl"), "13/13/10k2/13/4a8/13/13/13/2ad9/13/13/13/13 a", ("e9-e5",), width=800
    ),
    "men-in-rows": Moment(Board("ludus-latrunculorum"), None, ("a9-a3", "b2-b3"), width=800),
    "an-edge-to-escape-to": Moment(
        Board("hnefatafl", {"board": "brandubh-7", "escape": "edge"}), "7/7/3a3/7/7/3k3/7 a"
    ),
    "an-empty-throne": Moment(Board("hnefatafl", {"board": "brandubh-7"}), "7/7/3a3/7/7/3k3/7 a"),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize(("key", "seat"), [("ludus-latrunculorum", 0)])
def test_private_view_matches_snapshot(
    key: str, seat: int, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=WIDTH)) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("hnefatafl", 34), ("ludus-latrunculorum", 42)])
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


@pytest.mark.parametrize("key", ["hnefatafl", "ludus-latrunculorum"])
def test_pieces_match_snapshot(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

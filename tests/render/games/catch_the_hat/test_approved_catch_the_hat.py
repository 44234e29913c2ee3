"""Approved pictures of Catch the Hat: boards, choices, events, pieces."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Gallery, Trail, View
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

FOUR = Board("catch-the-hat", players=4)
LATE = "turn 1; die 5; H0 r,r; H1 y,y; R3 b,gb,r; R7 yrbbg; R20 g,g; S2.4 rgy; C b,b; secured 3 ryyg"
TOWERS = "turn 0; die 3; H0 r; H1 y,y; H2 g,g; R7 yrrrbbbg; R10 rgbyyy; S1.5 brgg; R25 b"
EARLIER = (Trail(2, ("R19", "R23")), Trail(3, ("S3.1", "S3.6")), Trail(0, ("R50", "S0.2")))
BOARDS: Mapping[str, Board] = {
    "hat-front": FOUR,
    "hat-back": Board("catch-the-hat", {"mode": "golden-hat"}, 6),
}
EVENTS: Mapping[str, Moment] = {
    "a-tower-moved": Moment(FOUR, LATE, ("R7-R12",), width=800),
    "among-earlier-moves": Moment(FOUR, LATE, ("R7-R12",), View(trails=EARLIER)),
    "a-tower-chosen": Moment(FOUR, LATE, (), View(chosen=("R7:yrbbg",), targets=("R15", "R2", "H1"))),
    "nobody-to-move": Moment(FOUR, LATE, (), View(over=True, trail=("R2", "R7"))),
    "on-the-way-home": Moment(
        Board("catch-the-hat", players=2), "turn 1; die 3; H0 r,r,r,r,r; H2 g,g,g,g,g; R28 gr", ("R28-H2",)
    ),
    "high-towers": Moment(FOUR, TOWERS),
    "partners": Moment(Board("catch-the-hat", {"mode": "party"}, 6), width=800),
    "one-home-empty": Moment(
        FOUR, "turn 1; die 6; H1 y,y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b; R5 r,r,r,r,r,r; S1.3 b"
    ),
}
IN_WORDS: Mapping[str, Moment] = {
    **EVENTS,
    "again-or-not": Moment(FOUR, LATE.replace("die 5", "die +")),
    "to-roll": Moment(FOUR, LATE.replace("die 5", "die -")),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("board", BOARDS)
def test_board_matches_snapshot(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert draw_midgame(gallery, BOARDS[board], plies, theme) == pixels


@pytest.mark.parametrize(("key", "seat"), [("catch-the-hat", 1)])
def test_private_view_matches_snapshot(
    key: str, seat: int, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=WIDTH)) == pixels


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "plies"), [("catch-the-hat", 42)])
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


@pytest.mark.parametrize("key", ["catch-the-hat"])
def test_pieces_match_snapshot(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    assert pieces(gallery, key) == pixels

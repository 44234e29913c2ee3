"""Every board at its start and late in a game, in both themes, as pictures kept beside the tests."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Gallery, View
from rules import GAMES
from tests.render.midgames import midgame

Board = tuple[str, Mapping[str, str], int | None]

CHOSEN: Mapping[str, Board] = {
    **{
        board: ("hnefatafl", {"board": board}, None)
        for board in (
            "hnefatafl-13",
            "hnefatafl-11",
            "hnefatafl-9",
            "tablut-9",
            "brandubh-7",
            "alea-evangelii-19",
        )
    },
    "latrunculi": ("ludus-latrunculorum", {}, None),
    "latrunculi-kings": ("ludus-latrunculorum", {"army": "king"}, None),
    "conhex": ("conhex", {"swap": "off"}, None),
    "fox-and-hens": ("fox-and-hens", {"missed_capture": "enforced"}, None),
    "fox-and-hens-straight": (
        "fox-and-hens",
        {"missed_capture": "enforced", "diagonals": "none"},
        None,
    ),
    "hounds-and-jackals": ("hounds-and-jackals", {}, None),
    "hat-front": ("catch-the-hat", {}, 4),
    "hat-back": ("catch-the-hat", {"mode": "golden-hat"}, 6),
    **{f"morris-{men}": ("nine-mens-morris", {"men": men}, None) for men in ("9", "6", "12")},
}

BOARDS: Mapping[str, Board] = {
    **CHOSEN,
    **{key: (key, {}, None) for key in GAMES if key not in {game for game, _, _ in CHOSEN.values()}},
}
"""The boards chosen here; of other games the one with the usual options."""

# A seat of each game that sees the board in its own way.
SEATS = {
    "ludus-latrunculorum": 0,
    "conhex": 1,
    "fox-and-hens": 1,
    "hounds-and-jackals": 1,
    "catch-the-hat": 1,
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", [0, 21, 60])
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_looks_as_it_did(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    key, options, players = BOARDS[board]
    state = midgame(key, options, plies, players)
    assert gallery.picture(state, View(theme=theme, width=320)) == pixels


@pytest.mark.parametrize("key", SEATS)
def test_a_private_view_looks_as_it_did(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    state = midgame(key, {}, 21)
    assert gallery.picture(state, View(seat=SEATS[key], width=320)) == pixels

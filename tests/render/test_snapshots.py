"""Every board at its start and late in a game, in both themes, as pictures kept beside the tests."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from render import Gallery, View
from render.sample import midgame
from render.view import THEMES

BOARDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    **{
        board: ("hnefatafl", {"board": board})
        for board in (
            "hnefatafl-13",
            "hnefatafl-11",
            "hnefatafl-9",
            "tablut-9",
            "brandubh-7",
            "alea-evangelii-19",
        )
    },
    "latrunculi": ("ludus-latrunculorum", {}),
    "latrunculi-kings": ("ludus-latrunculorum", {"army": "king"}),
    "conhex": ("conhex", {"swap": "off"}),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", [0, 21, 60])
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_looks_as_it_did(
    board: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    key, options = BOARDS[board]
    state = midgame(key, options, plies)
    assert gallery.picture(state, View(theme=theme, width=320)) == pixels


@pytest.mark.parametrize("key", ["ludus-latrunculorum", "conhex"])
def test_a_private_view_looks_as_it_did(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    seat = {"ludus-latrunculorum": 0, "conhex": 1}[key]
    assert gallery.picture(midgame(key, {}, 21), View(seat=seat, width=320)) == pixels

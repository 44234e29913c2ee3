"""Players' lines around boards with few and many players, as approved pictures."""

import pytest
from syrupy.assertion import SnapshotAssertion

from render import Gallery, Scoreboard, View
from rules.contract.capabilities import retire
from tests.render.approved import LINES
from tests.render.midgames import midgame


@pytest.mark.parametrize("result", [(), ("Clara wins",)])
@pytest.mark.parametrize("players", [3, 6])
def test_lines_of_all_players_match_snapshot(
    players: int, result: tuple[str, ...], gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    # The last player has left: their name is struck out.
    state = retire(midgame("catch-the-hat", {}, 30, players), players - 1)
    shown = Scoreboard(LINES[:players], "Move 30", result, winners=(1,) if result else ())
    assert gallery.picture(state, View(width=480, scoreboard=shown, over=bool(result))) == pixels


@pytest.mark.parametrize("theme", ["dark", "print"])
@pytest.mark.parametrize("key", ["conhex", "hnefatafl"])
def test_lines_of_two_players_match_snapshot(
    key: str, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    state = midgame(key, {}, 9)
    shown = Scoreboard(LINES[1:3], "Move 9", ("Ben wins", "Clara has resigned."), winners=(0,))
    assert gallery.picture(state, View(theme=theme, width=400, scoreboard=shown, over=True)) == pixels

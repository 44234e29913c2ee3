"""The ConHex board, as drawn."""

from random import Random

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.conhex import PAINTER
from rules import GAMES, State
from rules.games.conhex import ConHexState
from tests.render.looking import of
from tests.render.midgames import midgame

CONHEX = GAMES["conhex"]


@pytest.mark.parametrize("plies", [0, 7, 24])
def test_the_lines_count_cells_and_the_balls_that_are_left(plies: int) -> None:
    state = of(ConHexState, midgame("conhex", {"swap": "off"}, plies))
    (upper,), (lower,) = (lines := PAINTER.ready(Resources()).plates(state, View())).above, lines.below
    assert (upper.seat, lower.seat) == (1, 0)
    for plate in (upper, lower):
        owned = sum(owner == plate.seat for owner in state.cells.values())
        set_up = sum(owner == plate.seat for owner in state.balls.values())
        assert [count.number for count in plate.counts] == [owned, 25 - set_up]


def test_balls_without_number_are_not_counted(english: Translate, gallery: Gallery) -> None:
    state = midgame("conhex", {"swap": "off", "balls": "unlimited"}, 9)
    lines = PAINTER.ready(Resources()).plates(state, View())
    assert [len(plate.counts) for plate in (*lines.above, *lines.below)] == [1, 1]
    assert "left" not in gallery.words(state, english)


def test_the_words_tell_the_balls_that_are_left_and_the_sides_only_once(
    english: Translate, german: Translate, gallery: Gallery
) -> None:
    start, later = CONHEX.new(), midgame("conhex", {"swap": "off"}, 9)
    for t, position, sides in (
        (english, "Balls left: {red} red, {blue} blue.", "Red connects top and bottom"),
        (german, "Noch zu setzen: {red} rote, {blue} blaue Kugeln.", "Rot verbindet oben und unten"),
    ):
        assert position.format(red=25, blue=25) in gallery.words(start, t)
        assert position.format(red=20, blue=21) in gallery.words(later, t)
        # In the view that exchanges the colours, the numbers go with them.
        assert position.format(red=21, blue=20) in gallery.words(later, t, View(seat=1, mirrored=True))
        assert sides in gallery.words(start, t)
        assert sides not in gallery.words(later, t)


def to_the_end(seed: int) -> tuple[State, State]:
    """Return the last two positions of a game in which both play anywhere: the board becomes full."""
    chance, state = Random(seed), CONHEX.new({"swap": "off"})
    before = state
    while state.outcome is None:
        before, state = state, state.play(chance.choice(state.legal_moves()))
    return before, state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_fullest_boards_are_small_pictures_with_their_scoreboards(
    seed: int, theme: str, gallery: Gallery
) -> None:
    names = (
        PlayerLine("Bartholomäus Müller-Lüdenscheidt", "Rot", "12½"),
        PlayerLine("Maximiliane von Hohenlohe", "Blau", "11½"),
    )
    ending = (
        "Bartholomäus Müller-Lüdenscheidt gewinnt",
        "Eine ununterbrochene Kette von Feldern verbindet beide Seiten.",
    )
    for state in to_the_end(seed):
        scoreboard = Scoreboard(names, "Zug 123", ending if state.outcome else ())
        assert len(gallery.picture(state, View(theme=theme, scoreboard=scoreboard))) <= 100_000

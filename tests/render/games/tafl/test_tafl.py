"""The boards of squares, as drawn."""

from collections import Counter

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, View
from render.canvas.resources import Resources
from render.contract.alt_text import Translate
from render.games import PAINTERS
from rules import GAMES, State
from rules.games.tafl.state import SlidingState
from tests.render.looking import of
from tests.render.midgames import midgame
from tests.repeats import in_turn

HNEFATAFL, LATRUNCULORUM = GAMES["hnefatafl"], GAMES["ludus-latrunculorum"]
BOARDS = next(option.values for option in HNEFATAFL.options if option.key == "board")
SETUPS: list[tuple[str, dict[str, str]]] = [
    *(("hnefatafl", {"board": board}) for board in BOARDS),
    ("ludus-latrunculorum", {}),
    ("ludus-latrunculorum", {"army": "king"}),
]


def counts_of(state: State, seat: int | None = None) -> dict[int, list[int | None]]:
    """Return the counts of the lines, by seat."""
    painter = PAINTERS[state.game.key]
    plates = painter.ready(Resources(inks=painter.inks)).plates(state, View(seat=seat))
    return {plate.seat: [count.number for count in plate.counts] for plate in (*plates.above, *plates.below)}


def standing(state: State) -> dict[str, int]:
    return dict(Counter(of(SlidingState, state).pieces.values()))


@pytest.mark.parametrize(("key", "men"), [("hnefatafl", "ad"), ("ludus-latrunculorum", "bw")])
def test_each_line_counts_the_men_that_side_has_taken(key: str, men: str) -> None:
    start = GAMES[key].new()
    assert counts_of(start) == {0: [], 1: []}
    armies = standing(start)
    for plies in (30, 60, 90):
        state = midgame(key, {}, plies)
        losses = [armies[man] - standing(state).get(man, 0) for man in men]
        assert any(losses), losses
        expected = {seat: [losses[1 - seat]] if losses[1 - seat] else [] for seat in (0, 1)}
        for seat in (None, 0, 1):
            assert counts_of(state, seat) == expected


def test_taken_men_are_told(gallery: Gallery, english: Translate, german: Translate) -> None:
    state = midgame("ludus-latrunculorum", {}, 60)
    losses = {man: standing(LATRUNCULORUM.new())[man] - standing(state)[man] for man in "bw"}
    assert min(losses.values()) > 1
    text = gallery.words(state, english)
    assert f"{losses['b']} black men captured so far." in text
    assert f"{losses['w']} white men captured so far." in text
    assert f"Bisher sind {losses['w']} weiße Steine geschlagen." in gallery.words(state, german)
    assert "captured so far" not in gallery.words(LATRUNCULORUM.new(), english)


@pytest.mark.parametrize(("chosen", "theme"), in_turn(SETUPS, THEMES))
def test_with_its_scoreboard_a_picture_stays_small(
    chosen: tuple[str, dict[str, str]], theme: str, gallery: Gallery
) -> None:
    key, options = chosen
    players = (
        PlayerLine("Bartholomäus Müller-Lüdenscheidt", "", "12½"),
        PlayerLine("Wilhelmine Größenwahn-Zöpfle", "", "10½"),
    )
    scoreboard = Scoreboard(players, "Zug 123")
    for plies in (0, 30, 90):
        picture = gallery.picture(midgame(key, options, plies), View(theme=theme, scoreboard=scoreboard))
        assert len(picture) <= 100_000, plies

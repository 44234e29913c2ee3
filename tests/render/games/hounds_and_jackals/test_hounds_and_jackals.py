"""The palm board, as drawn."""

from dataclasses import replace

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.hounds_and_jackals import PAINTER
from rules import State
from rules.games.hounds_and_jackals import GAME, HoundsState

CHASE = "hounds 10 13 19 20 25; jackals 9 11 12 15 25; turn jackals"


def state_after(position: str, *moves: str) -> HoundsState:
    state = GAME.from_position(position)
    for move in moves:
        state = state.play(state.parse(move))
    return state


CHASED = state_after(CHASE, "9-10", "10-12", "12-14", "25-28", "11-13", "13-15", "15-19")


def test_pieces_in_the_goal_are_counted_for_their_players() -> None:
    state = state_after("hounds 1 25 26 27 29; jackals 1 2 3 4 25; turn hounds")
    painter = PAINTER.ready(Resources())
    for viewer, below in ((None, 0), (0, 0), (1, 1)):
        plates = painter.plates(state, View(seat=viewer))
        (above,), (under,) = plates.above, plates.below
        assert (above.seat, under.seat) == (1 - below, below)
        for plate_ in (above, under):
            assert [count.number for count in plate_.counts] == [(4, 1)[plate_.seat]]


ENDED = ("Bartholomäus gewinnt", "Zeitüberschreitung von Maximiliane.")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_with_its_scoreboard_stays_small(theme: str, gallery: Gallery) -> None:
    scoreboard = Scoreboard(
        (PlayerLine("Maximiliane", "Hounds"), PlayerLine("Bartholomäus", "Jackals")), "Move 123"
    )
    for state in (
        GAME.new(),
        state_after("hounds 1 6 20 27 29; jackals 1 5 18 23 25; turn jackals", "5-7"),
        state_after("hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", "7-8"),
        state_after("hounds 4 5 9 14 19; jackals 3 10 11 15 24; turn jackals", "15-19"),
    ):
        for seat in (None, 1):
            assert len(gallery.picture(state, View(theme=theme, seat=seat, scoreboard=scoreboard))) <= 100_000
            end = View(theme=theme, seat=seat, scoreboard=replace(scoreboard, result=ENDED), over=True)
            assert len(gallery.picture(state, end)) <= 100_000


def test_the_position_is_told_in_words(gallery: Gallery, english: Translate, german: Translate) -> None:
    assert gallery.words(CHASED, english, View(seat=0)) == (
        "Hounds and Jackals. The hounds are to move. "
        "Last move: B15 to B19. Attacked: A19, A20. 5 hounds: A12, A15, A19, A20, A28. "
        "5 jackals: B10, B13, B14, B19, B25. Home: 1 of 5 hounds, 1 of 5 jackals. "
        "The first pack that is all home loses. "
        "Steps: A12 1, A15 2, A19 3, A20 3, A28 1, B10 1, B13 1, B14 2, B19 3, B25 2."
    )
    assert gallery.words(CHASED, english) == gallery.words(CHASED, english, View(seat=0))
    over = state_after("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    assert "Steps" not in gallery.words(over, english)
    assert "Home: 5 of 5 hounds, 0 of 5 jackals." in gallery.words(over, english)
    state: State = state_after("hounds 1 9 19 22 24; jackals 4 7 9 13 19; turn jackals", "9-24")
    assert "Letzter Zug: B09 nach B24. Sie nahm die Abkürzung ab B10." in gallery.words(state, german)
    stuck = "hounds 24 26 27 28 29; jackals 24 26 27 28 29; turn hounds"
    assert "Die Schakale sind am Zug." in gallery.words(
        GAME.from_position(stuck.replace("turn hounds", "turn jackals")), german
    )

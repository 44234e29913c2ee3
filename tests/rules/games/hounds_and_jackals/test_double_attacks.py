"""Two pieces attacked by one move, and the piece that answers for both."""

from rules import Event
from rules.games.hounds_and_jackals import GAME


def test_an_answer_for_two_blocked_pieces_names_the_rear_one() -> None:
    state = GAME.from_position("hounds 3 8 20 26 29; jackals 1 9 18 21 24; turn hounds")
    state = state.play(state.parse("20-21"))
    assert [(duty.hole, duty.movers) for duty in state.obligations] == [(18, (18, 24)), (21, (24,))]
    answered = state.play(state.parse("24-27"))
    assert answered.events[0] == Event("blocked", ("18", "24"), 1, number=3)

"""Nine Men's Morris: worked examples of the rules and rulings."""

from collections.abc import Iterable

import pytest

from rules import Event, IllegalMove, Outcome
from rules.contract import Meaning
from rules.games.nine_mens_morris import GAME, NineMensMorrisState

TWO_AT_ONCE = ".ww/..b/.../w..b../b../.../w.b w 5 5"
MILLS_ALL_ROUND = "b.w/b.w/b.w/..bw../b.w/b.w/b.w w 0 0"
OPEN = "w../w../.../...b../w.b/.../.bw w 0 0"


def state_after(state: NineMensMorrisState, moves: str | Iterable[str]) -> NineMensMorrisState:
    for text in moves.split() if isinstance(moves, str) else moves:
        state = state.play(state.parse(text))
    return state


def at(position: str, **options: str) -> NineMensMorrisState:
    return GAME.from_position(position, options)


def test_mill_captures_during_placement() -> None:
    state = state_after(GAME.new(), "a1 g7 a4 g4")
    state = state_after(state, "a7xg7")
    assert state.events == (
        Event("mill", ("a1", "a4", "a7"), 0),
        Event("capture", ("g7",), 1),
    )
    assert state.men == {"a1": 0, "a4": 0, "a7": 0, "g4": 1}
    assert (state.turn, state.hands, state.lost) == (1, (6, 7), (0, 1))


def test_move_states_the_meaning_of_its_points() -> None:
    state = at("w../.w./.../w.w..b/.../b.b/... w 0 0")
    move = state.parse("c4-b4")
    assert (move.path, move.meanings) == (("c4", "b4"), (Meaning.FROM, Meaning.TO))
    taking = at("w../.../.../.w...b/.../b.b/w.. w 0 0").parse("b4-a4xb2")
    assert taking.path == ("b4", "a4", "b2")
    assert taking.meanings == (Meaning.FROM, Meaning.TO, Meaning.TAKEN)
    setting = state_after(GAME.new(), "a1 g7 a4 g4").parse("a7xg4")
    assert setting.meanings == (Meaning.PLACED, Meaning.TAKEN)


def test_men_move_along_lines_after_placement() -> None:
    state = at("w../.w./.../w.w..b/.../b.b/w.. w 0 0")
    assert [str(move) for move in state.legal_moves() if move.path[0] == "c4"] == ["c4-b4", "c4-c3", "c4-c5"]
    assert not [move for move in state.legal_moves() if move.path[0] == "g4"]


def test_man_in_a_mill_is_safe_while_others_are_not() -> None:
    state = at("w../.../.../.w...b/.../bbb/w.. w 0 0")
    assert [str(move) for move in state.legal_moves() if move.path[:2] == ("b4", "a4")] == ["b4-a4xg4"]


def test_any_man_can_be_captured_if_all_are_in_mills() -> None:
    state = at("w../.../.../.w..../.../bbb/w.. w 0 0")
    assert {str(move) for move in state.legal_moves() if move.path[:2] == ("b4", "a4")} == {
        "b4-a4xb2",
        "b4-a4xd2",
        "b4-a4xf2",
    }


def test_mill_captures_nothing_if_all_are_in_mills_by_option() -> None:
    state = at("w../.../.../.w..../.../bbb/w.. w 0 0", all_in_mills="none")
    assert "b4-a4" in map(str, state.legal_moves())
    after = state_after(state, "b4-a4")
    assert after.events == (Event("mill", ("a1", "a4", "a7"), 0),)
    assert len(after.men) == 6


def test_double_mill_captures_one_man() -> None:
    both = state_after(at(TWO_AT_ONCE), "a7xg1")
    assert both.events == (
        Event("mill", ("a7", "d7", "g7"), 0),
        Event("mill", ("a1", "a4", "a7"), 0),
        Event("capture", ("g1",), 1),
    )
    assert both.lost == (0, 1)


def test_double_mill_captures_two_by_option() -> None:
    both = state_after(at(TWO_AT_ONCE, two_mills="two"), "a7xe4xg1")
    assert both.events[-1] == Event("capture", ("e4", "g1"), 1)
    assert both.lost == (0, 2)


def test_second_capture_may_come_from_a_broken_mill() -> None:
    state = at(".ww/.../.../w...../.../bbb/w.. w 5 5", two_mills="two")
    assert {str(move) for move in state.legal_moves() if move.path[0] == "a7"} == {
        "a7xb2xd2",
        "a7xb2xf2",
        "a7xd2xf2",
    }


def test_mill_counts_each_time_it_closes() -> None:
    state = state_after(at("w../b../.../w...bb/.../..b/w.. w 0 0", flying="off"), "a4-b4 g4-g7 b4-a4xg7")
    assert [event.kind for event in state.events] == ["mill", "capture"]
    start = at("w../w../.../.w..bb/.../wb./w.b w 0 0", flying="off")
    reclosed = state_after(start, "b4-a4xd2 f4-e4 a4-b4xe4")
    assert [event.points for event in reclosed.events] == [("b2", "b4", "b6"), ("e4",)]


def test_three_men_may_fly() -> None:
    state = at("w../.../.../.w...b/.../b.b/w.. w 0 0")
    assert "b4-e5" in map(str, state.legal_moves())
    assert at("w../.../.../.w...b/.../b.b/w.. b 0 0").parse("g4-a4").text == "g4-a4"
    grounded = at("w../.../.../.w...b/.../b.b/w.. w 0 0", flying="off")
    with pytest.raises(IllegalMove, match="no line"):
        grounded.parse("b4-e5")


def test_flying_needs_three_men_and_none_in_hand() -> None:
    with pytest.raises(IllegalMove, match="no line"):
        at("w../.../.../.w...b/..w/b.b/w.. w 0 0").parse("b4-e5")
    with pytest.raises(IllegalMove, match="set the men"):
        at("w../.../.../.w...b/.../b.b/w.. w 1 1").parse("b4-e5")


def test_two_men_left_lose() -> None:
    state = state_after(at("w../.../.../.w...b/.../b.b/w.. w 0 0"), "b4-a4xg4")
    assert state.outcome == Outcome((0,), "two-men")
    assert (state.turn, state.legal_moves()) == (None, ())
    with pytest.raises(IllegalMove, match="over"):
        state.parse("b2-d2")


def test_men_in_hand_count_as_men() -> None:
    state = state_after(GAME.new(), "a1 g7 a4 g4 a7xg7")
    assert state.outcome is None
    assert list(state.men.values()).count(1) == 1


def test_player_without_a_move_has_lost() -> None:
    state = state_after(at("bwb/.../.../bw..w./.../.../bw. w 0 0"), "f4-g4")
    assert state.outcome == Outcome((0,), "no-moves")


def test_board_filled_by_placement_is_a_draw() -> None:
    rows = "wbw/bwb/wbw/bwbwbw/bwb/wbw/bwb"
    state = at(f"{rows} w 0 0", men="12")
    assert state.outcome == Outcome((), "board-full")


def test_third_repetition_is_a_draw() -> None:
    there_and_back = "g1-g4 d1-a1 g4-g1 a1-d1"
    once = state_after(at(OPEN), there_and_back)
    assert (once.outcome, once.quiet) == (None, 4)
    assert state_after(once, there_and_back).outcome == Outcome((), "repetition")


def test_mills_without_a_capture_still_count_as_repetition() -> None:
    there_and_back = "e4-f4 c4-b4 f4-e4 b4-c4"
    once = state_after(at(MILLS_ALL_ROUND, men="12", all_in_mills="none"), there_and_back)
    assert [event.kind for event in once.events] == ["mill"]
    assert (once.outcome, once.quiet) == (None, 0)
    assert state_after(once, there_and_back).outcome == Outcome((), "repetition")


def test_capture_clears_earlier_positions() -> None:
    state = at("w../b../.../w...bb/.../..b/w.. w 0 0", flying="off")
    after = state_after(state, "a4-b4 g4-g7 b4-a4xg7")
    assert (len(after.past), after.quiet) == (1, 0)


def test_placing_a_man_is_no_quiet_move() -> None:
    assert [state_after(GAME.new(), moves).quiet for moves in ("a1", "a1 g7", "a1 g7 a4")] == [0, 0, 0]


@pytest.mark.parametrize(("no_mill", "plies"), [("20", 40), ("50", 100), ("off", None)])
def test_many_moves_without_a_mill_are_a_draw(no_mill: str, plies: int | None) -> None:
    state = at(OPEN, no_mill=no_mill, flying="off")
    positions: set[str] = set()
    while state.outcome is None and state.quiet < 102:
        positions.add(state.position)
        quiet = (state.play(move) for move in state.legal_moves() if "x" not in move.text)
        state = next(after for after in quiet if after.position not in positions)
    assert state.outcome == (None if plies is None else Outcome((), "no-mill"))
    assert state.quiet == (plies or 102)


def test_men_option_changes_the_board() -> None:
    six = GAME.new({"men": "6"})
    assert len(six.legal_moves()) == 16
    assert state_after(six, "a1 e5 c1 e3 e1xe5").events[0].points == ("a1", "c1", "e1")
    twelve = state_after(GAME.new({"men": "12"}), "a1 g4 b2 g1 c3xg4")
    assert twelve.events[0].points == ("a1", "b2", "c3")
    nine = state_after(GAME.new(), "a1 g4 b2 g1 c3")
    assert nine.events == ()

"""Hounds and Jackals: worked examples, rulings and refusals."""

import pytest

from rules import Event, IllegalMove, InvalidMove, Move, Outcome
from rules.games.hounds_and_jackals import GAME, HoundsState, row


def at(hounds: str, jackals: str, turn: str = "hounds", more: str = "", **options: str) -> HoundsState:
    tail = f"; {more}" if more else ""
    return GAME.from_position(f"hounds {hounds}; jackals {jackals}; turn {turn}{tail}", options)


def after(moves: str, state: HoundsState) -> HoundsState:
    for text in moves.split():
        state = state.play(state.parse(text))
    return state


def texts(state: HoundsState) -> str:
    return " ".join(map(str, state.legal_moves()))


def refusal(state: HoundsState, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.parse(text)
    assert text not in texts(state).split()
    return caught.value.reason


def test_holes_have_their_rows() -> None:
    assert [row(hole) for hole in (1, 10, 19, 20, 24, 29)] == [1, 10, 19, 19, 15, 10]


# The worked examples.


def test_step_counts_depend_on_adjacent_enemies() -> None:
    state = at("5 10 13 22 26", "3 5 10 15 26")
    assert state.steps(0) == {5: 4, 10: 2, 13: 3, 22: 1, 26: 3}
    assert state.steps(1) == {3: 1, 5: 4, 10: 2, 15: 2, 26: 3}


def test_shortcuts_and_retreats_are_legal_moves() -> None:
    holes = ("1 9 19 22 24", "4 7 9 13 19")
    assert texts(at(*holes)) == "1-2 9-11 19-21 22-20 22-23 24-10 24-25"
    assert texts(at(*holes, "jackals")) == "4-5 7-8 9-11 9-24 13-14 19-21 19-22"


def play_table(state: HoundsState, table: tuple[tuple[str, str, str], ...]) -> HoundsState:
    """Play a table of moves; check the legal moves before each and the attacks after it."""
    for text, attacked, legal in table:
        assert texts(state) == legal
        state = after(text, state)
        assert " ".join(map(str, state.attacked)) == attacked
        assert state.events[-1] == Event("attack", tuple(attacked.split()), state.turn)
    return state


def test_chase_obliges_attacked_pieces() -> None:
    table = (
        ("9-10", "10", "9-10 12-13 15-17 25-27"),
        ("10-12", "12", "10-12"),
        ("12-14", "25", "12-14"),
        ("25-28", "11", "25-28"),
        ("11-13", "13", "11-13"),
        ("13-15", "15", "13-15"),
        ("15-19", "19 20", "15-19"),
    )
    state = play_table(at("10 13 19 20 25", "9 11 12 15 25", "jackals"), table)
    assert texts(state) == "19-22 19-23 20-23 20-24"


def test_blocked_pieces_are_answered_by_their_blockers() -> None:
    table = (
        ("6-7", "7", "6-7 16-17 18-19 20-21 20-22 28-29"),
        ("9-11", "28", "9-11 9-24"),
        ("28-29", "10 29", "28-29"),
        ("13-16", "16", "10-26 13-16"),
    )
    state = play_table(at("6 16 18 20 28", "7 9 10 13 29"), table)
    assert texts(state) == "20-22 20-23"


def test_retreat_to_10_needs_an_enemy_nearby() -> None:
    state = at("1 9 12 22 24", "11 13 16 18 21")
    assert texts(state) == "1-2 9-10 12-13 22-20 22-23 24-25"
    assert refusal(state, "24-10") == "retreat-needs-enemy"


def test_void_attack_leaves_a_free_move() -> None:
    holes = ("5 8 11 19 29", "3 10 11 12 15", "hounds", "attacked 29")
    state = at(*holes)
    assert (texts(state), state.is_void) == ("5-7 8-9 11-13 19-20", True)
    assert [(duty.hole, duty.steps, duty.moves) for duty in state.obligations] == [(29, 2, ())]
    assert refusal(state, "pass") == "no-pass"
    state = at(*holes, void_attack="pass")
    assert texts(state) == "pass"
    assert refusal(state, "5-7") == "must-pass"
    assert after("pass", state).position.endswith("turn jackals; passed")


def test_last_piece_home_loses() -> None:
    state = at("24 26 27 28 29", "1 2 3 4 12")
    assert texts(state) == "24-10 24-25"
    state = after("24-25", state)
    assert state.outcome == Outcome((1,), "all-home")
    assert (state.turn, state.legal_moves()) == (None, ())
    assert state.position == "hounds 25 26 27 28 29; jackals 1 2 3 4 12; turn jackals"


def test_two_passes_are_a_draw() -> None:
    state = at("24 26 27 28 29", "24 26 27 28 29")
    assert (texts(state), refusal(state, "24-26")) == ("pass", "must-pass")
    state = after("pass", state)
    assert (state.turn, state.outcome, state.events) == (1, None, (Event("pass", seat=0),))
    assert state.position.endswith("turn jackals; passed")
    state = after("pass", state)
    assert state.outcome == Outcome((), "double-pass")
    assert state.position.endswith("turn hounds; passed twice")


# Forced answers: rules 5-7, rulings B8-B18, B24.


def test_blocker_moves_the_attacked_pieces_count() -> None:
    state = at("1 2 3 13 15", "13 15 20 21 25", more="attacked 13")
    assert state.steps(0)[15] == 4, "without the duty it would move twice as far"
    assert texts(state) == "15-17"
    assert [(duty.hole, duty.steps, duty.movers) for duty in state.obligations] == [(13, 2, (15,))]


def test_attacked_piece_on_a_palm_moves_double() -> None:
    assert texts(at("1 2 3 4 15", "5 6 7 8 15", more="attacked 15")) == "15-19"


@pytest.mark.parametrize(("shortcut", "legal"), [("optional", "10-25 12-14"), ("must-if-free", "10-25")])
def test_blocked_piece_can_take_a_shortcut(shortcut: str, legal: str) -> None:
    state = at("1 2 3 10 12", "4 5 6 7 10", more="attacked 10", shortcut_when_blocked=shortcut)
    assert texts(state) == legal


def test_occupied_shortcut_end_neither_blocks_nor_pushes() -> None:
    assert texts(at("1 2 3 10 25", "4 5 6 7 10", more="attacked 10")) == "10-12"
    assert texts(at("1 2 10 12 25", "4 5 6 7 10", more="attacked 10")) == "12-14"


@pytest.mark.parametrize(("zone", "legal"), [("reduce-first", "25-26"), ("chain-first", "27-29")])
def test_zone_option_decides_how_a_blocked_piece_is_answered(zone: str, legal: str) -> None:
    assert texts(at("1 2 3 25 27", "4 5 6 7 14", more="attacked 25", zone_block=zone)) == legal


def test_unanswerable_chain_falls_back_on_fewer_steps() -> None:
    state = at("1 2 26 28 29", "4 5 6 7 13", more="attacked 26", zone_block="chain-first")
    assert texts(state) == "26-27"


def test_blocker_in_the_zone_is_cut_short() -> None:
    state = at("1 2 16 23 27", "4 5 6 16 23", more="attacked 23")
    assert state.steps(0)[23] == 4
    assert texts(state) == "27-29"
    assert after("27-29", state).events == (
        Event("blocked", ("23", "27"), 0, number=4),
        Event("shortened", ("27", "29"), 0, number=2),
    )


def test_zone_cuts_steps_only_under_attack() -> None:
    holes = ("1 2 3 4 28", "5 6 7 8 11")
    assert texts(at(*holes, more="attacked 28")) == "28-29"
    assert "28-29" not in texts(at(*holes)).split()
    assert refusal(at(*holes), "28-29") == "past-the-end"


def test_retreat_does_not_answer_but_may_attack() -> None:
    state = after("22-20", at("1 2 3 4 22", "5 6 7 8 19"))
    assert (state.attacked, state.turn) == ((19,), 1)
    assert texts(at("1 2 3 4 22", "5 6 7 8 9", more="attacked 22")) == "22-23"


def test_only_the_last_move_attacks() -> None:
    state = after("6-7 9-11", at("6 16 18 20 28", "7 9 10 13 29"))
    assert state.attacked == (28,)
    state = after("28-29", state)
    assert state.attacked == (10, 29), "7 still shares its row but is no longer attacked"


# The ends: rule 8, rulings B19-B21.

CYCLE = "20-22 10-24 22-20 24-10"


def test_third_repetition_is_a_draw() -> None:
    state = after(CYCLE, at("1 2 3 4 20", "1 2 3 4 10"))
    assert state.outcome is None
    state = after(CYCLE, state)
    assert (state.outcome, state.legal_moves()) == (Outcome((), "repetition"), ())


def test_repetition_can_be_allowed() -> None:
    state = after(" ".join([CYCLE] * 5), at("1 2 3 4 20", "1 2 3 4 10", repetition="none"))
    assert state.outcome is None
    assert state.position == "hounds 1 2 3 4 20; jackals 1 2 3 4 10; turn hounds"


def test_no_move_loses_under_that_option() -> None:
    state = at("24 26 27 28 29", "24 26 27 28 29", no_move="loss")
    assert state.outcome == Outcome((1,), "no-moves")
    assert (state.turn, texts(state)) == (None, "")


def test_a_void_attack_does_not_lose() -> None:
    void = ("24 26 27 28 29", "24 26 27 28 29", "hounds", "attacked 29")
    state = at(*void, no_move="loss", void_attack="pass")
    assert (state.outcome, texts(state)) == (None, "pass")
    assert at(*void, no_move="loss").outcome == Outcome((1,), "no-moves")


def test_position_with_both_packs_home_has_no_winner() -> None:
    assert at("25 26 27 28 29", "25 26 27 28 29").outcome == Outcome((), "both-home")


# Events of moves.


def test_moves_report_their_events() -> None:
    state = at("9 18 22 24 28", "1 2 3 4 25")
    assert after("22-20", state).events == (Event("retreat", ("22", "20"), 0),)
    assert after("9-10", state).events == ()
    assert after("24-25", state).events == (Event("home", ("25",), 0), Event("attack", ("25",), 1))
    state = at("10 18 20 23 27", "1 2 3 4 18")
    assert after("10-24", state).events == (Event("shortcut", ("10", "24"), 0),)
    assert after("20-22", state).events == (Event("shortcut", ("20", "22"), 0),)
    assert after("20-21", state).events == (Event("attack", ("18",), 1),)
    state = at("1 2 3 4 19", "5 6 7 8 19", more="attacked 19")
    assert after("19-22", state).events == (Event("shortcut", ("20", "22"), 0),)
    assert after("19-21", state).last == Move("19-21", ("19", "21"))


def test_answer_by_another_piece_is_reported() -> None:
    state = at("7 16 18 20 28", "7 9 10 13 29", "jackals", "attacked 7")
    assert [(duty.hole, duty.steps, duty.movers) for duty in state.obligations] == [(7, 2, (9,))]
    events = after("9-11", state).events
    assert events == (Event("blocked", ("7", "9"), 1, number=2), Event("attack", ("28",), 0))


def test_attacked_piece_answers_for_itself() -> None:
    state = at("6 8 14 19 26", "4 6 8 15 22", more="attacked 6 8")
    assert [(duty.hole, duty.movers) for duty in state.obligations] == [(6, (8,)), (8, (8,))]
    assert after("8-10", state).events == ()


# Typed moves.


@pytest.mark.parametrize("text", ["4-6", " 4 - 6 ", "4-6\n"])
def test_move_spelling_is_forgiving(text: str) -> None:
    assert GAME.new().parse(text) == Move("4-6", ("4", "6"))


def test_pass_is_case_insensitive() -> None:
    assert at("24 26 27 28 29", "24 26 27 28 29").parse(" Pass ") == Move("pass", (), "pass")


@pytest.mark.parametrize(
    "text",
    ["", "4", "4-", "04-06", "4-6-8", "0-1", "a4-a6", "4x6", "100-1", "swap", "\0", "-1-2", "1-2" * 999],
)
def test_invalid_move_texts_are_rejected(text: str) -> None:
    with pytest.raises(InvalidMove) as caught:
        GAME.new().parse(text)
    assert caught.value.reason == "not-a-move"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "move",
    [
        Move("4-6", ("4", "5")),
        Move("4-6"),
        Move("pass", (), "pass"),
        Move("4-7", ("4", "7")),
        Move(""),
        Move("zz"),
    ],
)
def test_illegal_moves_cannot_be_played(move: Move) -> None:
    with pytest.raises(IllegalMove):
        GAME.new().play(move)


def test_nothing_can_be_played_after_the_end() -> None:
    state = at("25 26 27 28 29", "1 2 3 4 12", "jackals", "attacked 12")
    assert state.outcome == Outcome((1,), "all-home")
    assert (state.obligations, state.attacked) == ((), (12,))
    for text in ("1-2", "pass", "30-31"):
        assert refusal(state, text) == "game-over"
    with pytest.raises(InvalidMove):
        state.parse("what")
    with pytest.raises(IllegalMove, match="over"):
        state.play(Move("1-2", ("1", "2")))

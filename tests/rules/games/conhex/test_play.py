"""ConHex: worked examples and rulings, move by move."""

from dataclasses import replace
from itertools import cycle

import pytest

from rules import Event, IllegalMove, InvalidMove, InvalidOption, Move, Outcome
from rules.games.conhex import GAME, NODES, ConHexState

FASTEST_WIN = "a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11"
ONE_EACH = {"balls": "1", "swap": "off"}


def after(moves: str, start: ConHexState | None = None, /, **options: str) -> ConHexState:
    state = start or GAME.new(options)
    for text in moves.split():
        state = state.play(state.parse(text))
    return state


def texts(state: ConHexState) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def refusal(state: ConHexState, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.parse(text)
    return caught.value.reason


# The worked examples.


def test_fastest_win_takes_eleven_plies() -> None:
    state = GAME.new()
    conquests = []
    for text in FASTEST_WIN.split():
        assert state.outcome is None
        mover = state.turn
        state = state.play(state.parse(text))
        conquests += [(text, event.points, event.seat) for event in state.events]
        assert not [event for event in state.events if event.seat != mover]
    assert conquests == [
        ("b3", ("z0.0",), 0),
        ("b5", ("z0.15",), 0),
        ("f7", ("z4.0",), 1),
        ("b7", ("z0.14",), 0),
        ("b9", ("z0.13",), 0),
        ("a11", ("z0.12",), 0),
    ]
    assert state.outcome == Outcome((0,), "connected")
    assert state.chain == ("z0.0", "z0.15", "z0.14", "z0.13", "z0.12")
    assert (state.turn, state.legal_moves()) == (None, ())
    assert state.position.endswith("turn blue")


def test_first_to_half_of_a_cell_keeps_it() -> None:
    state = after("d2 e2 f2 d3 e3")
    assert state.cells == {"z1.1": 0}
    assert state.events == (Event("conquer", ("z1.1",), 0),)
    assert after("f3", state).cells == {"z1.1": 0}
    assert after("f3", state).events == ()


def test_centre_needs_three_of_five() -> None:
    assert after("f5 e4 f7 h6").cells == {}
    assert after("f5 e4 f7 h6 f6").cells == {"z4.0": 0}


def test_swap_replaces_the_first_ball() -> None:
    state = after("f6 swap")
    assert state.balls == {"f6": 1}
    assert state.supply == (25, 24)
    assert state.turn == 0
    assert state.cells == {}
    assert state.events == (Event("swap", ("f6",), 1),)
    assert state.last == Move("swap", (), "swap")


def test_one_ball_can_conquer_three_cells() -> None:
    state = GAME.from_position("red c2 d3 b4 f2 j3; blue; red-cells; blue-cells; turn red")
    assert after("d2", state).events == (Event("conquer", ("z0.1", "z1.0", "z1.1"), 0),)


# Swap: C9-C11.


def test_swap_is_offered_once_and_last() -> None:
    assert "swap" not in texts(GAME.new())
    assert texts(after("f6"))[-1] == "swap"
    assert len(texts(after("f6"))) == 69
    assert refusal(GAME.new(), "swap") == "no-swap"
    for moves in ("f6 a1", "f6 swap", "f6 swap a1", "f6 a1 b3"):
        assert refusal(after(moves), "swap") == "no-swap"


def test_swap_answers_one_ball_only() -> None:
    state = GAME.from_position("red a1 b3; blue; red-cells; blue-cells; turn blue")
    assert refusal(state, "swap") == "no-swap"
    assert "swap" not in texts(state)


# Handicap: C12-C14.


@pytest.mark.parametrize(("handicap", "balls"), [("2", 2), ("3", 3)])
def test_handicap_balls_are_plies_of_the_first_player(handicap: str, balls: int) -> None:
    state = GAME.new({"handicap": handicap, "swap": "off"})
    turns = []
    for node in NODES[:6]:
        turns.append(state.turn)
        state = state.play(state.parse(node))
    assert turns == [0] * balls + [1, 0, 1, 0][: 6 - balls]


def test_ball_supply_need_only_cover_the_handicap() -> None:
    assert GAME.new({"handicap": "3", "swap": "off", "balls": "3"}).supply == (3, 3)


def test_remaining_handicap_is_read_from_the_position() -> None:
    options = {"handicap": "3", "swap": "off"}
    state = GAME.from_position("red a1; blue; red-cells; blue-cells; turn red", options)
    assert [after("b3", state).turn, after("b3 c2", state).turn] == [0, 1]
    state = GAME.from_position("red a1; blue k1; red-cells; blue-cells; turn red", options)
    assert after("b3", state).turn == 1


# Balls: C1, C4.


@pytest.mark.parametrize("text", ["0", "-1", "", "025", "2.5", "many", "²", "٣", " 25", "x" * 5000])
def test_balls_must_be_a_number_or_unlimited(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"balls.*25, 26, unlimited") as caught:
        GAME.new({"balls": text})
    assert caught.value.reason == "unknown-value"


@pytest.mark.parametrize(
    ("text", "supply"), [("1", 1), ("26", 26), ("69", 69), ("unlimited", None), ("9" * 5000, None)]
)
def test_supply_follows_the_balls_option(text: str, supply: int | None) -> None:
    assert GAME.new({"balls": text}).supply == (supply, supply)


def test_cells_stay_owned_when_their_balls_move_away() -> None:
    state = after("a1 k11 b3 k1", balls="2", swap="off")
    assert state.cells == {"z0.0": 0}
    state = after("a1>f6 k1>a1 b3>f5 k11>b3", state)
    assert state.balls == {"a1": 1, "b3": 1, "f5": 0, "f6": 0}
    assert state.cells == {"z0.0": 0}


def test_relocation_conquers_by_the_resulting_balls() -> None:
    # z0.15 is b3 b4 b5: b3>b5 leaves only one ball there, a1>b5 makes two.
    state = after("a1 k11 b3 k1", balls="2", swap="off")
    assert after("b3>b5", state).cells == {"z0.0": 0}
    next_state = after("a1>b5", state)
    assert next_state.cells == {"z0.0": 0, "z0.15": 0}
    assert next_state.events == (Event("relocate", ("a1", "b5"), 0), Event("conquer", ("z0.15",), 0))


# Repetition and no move: C5.

CYCLE = "a1>a11 k1>k11 a11>a1 k11>k1"


def test_third_repetition_is_illegal() -> None:
    state = after(f"a1 k1 {CYCLE} a1>a11 k1>k11 a11>a1", **ONE_EACH)
    assert "k11>k1" not in texts(state)
    assert len(texts(state)) == 66
    assert refusal(state, "k11>k1") == "repetition"
    with pytest.raises(IllegalMove, match="third time"):
        state.play(Move("k11>k1", ("k11", "k1")))
    once = after(f"a1 k1 {CYCLE} a1>a11 k1>k11", **ONE_EACH)
    assert "a11>a1" in texts(once)


def test_starting_position_counts_for_repetition() -> None:
    state = GAME.from_position("red a1; blue k1; red-cells; blue-cells; turn red", ONE_EACH)
    state = after(f"{CYCLE} a1>a11 k1>k11 a11>a1", state)
    assert refusal(state, "k11>k1") == "repetition"


def test_changed_owners_make_a_new_position() -> None:
    # Red takes z0.0 in between, so earlier positions no longer count.
    start = GAME.from_position(
        "red a1 f6; blue k1 k11; red-cells; blue-cells; turn red", {"balls": "2", "swap": "off"}
    )
    round_trip = "f6>f5 k11>j9 f5>f6 j9>k11"
    repeated = after(f"{round_trip} f6>f5 k11>j9 f5>f6", start)
    assert refusal(repeated, "j9>k11") == "repetition"
    conquered = after(f"{round_trip} f6>b3 k11>j9 b3>f6 j9>k11", start)
    assert conquered.balls == start.balls
    assert conquered.cells == {"z0.0": 0}
    assert "j9>k11" in texts(after("f6>f5 k11>j9 f5>f6", conquered))


def test_conquering_relocation_is_no_repetition() -> None:
    # Red holds enough of z0.0 but does not own it: red takes it when a ball returns to a1, but not at f6.
    start = GAME.from_position(
        "red a1 b3 f6; blue k1 c10 k11; red-cells; blue-cells; turn blue", {"balls": "3", "swap": "off"}
    )
    twice = after("k1>h2 f6>f5 h2>k1 f5>f6", start)
    assert refusal(after("k1>h2 f6>f5 h2>k1", twice), "f5>f6") == "repetition"
    back = after("k1>h2 a1>f5 h2>k1 f5>a1", twice)
    assert back.balls == start.balls
    assert back.cells == {"z0.0": 0}


def test_same_balls_with_another_mover_are_a_new_position() -> None:
    red, blue = cycle(["a1>c2", "c2>d2", "d2>a1"]), cycle(["k1>k11", "k11>k1"])
    start = after("a1 k1", **ONE_EACH)
    state = start
    for ply in range(17):
        text = next(blue if ply % 2 else red)
        assert text in texts(state)
        state = after(text, state)
    assert (state.balls, state.turn) == (start.balls, 1)


def test_player_left_with_only_repetitions_has_lost() -> None:
    before = after("a1 k1 a1>a11", **ONE_EACH)
    reached = after("k1>k11", before)
    replies = [after(text, reached).ball_bits for text in texts(reached)]
    exhausted = replace(before, past=tuple((balls, 1) for balls in replies * 2))
    state = after("k1>k11", exhausted)
    assert state.outcome == Outcome((1,), "no-moves")
    assert (state.turn, state.legal_moves(), state.chain) == (None, (), ())
    one_reply_left = replace(before, past=exhausted.past[1:])
    assert after("k1>k11", one_reply_left).outcome is None
    assert len(after("k1>k11", one_reply_left).legal_moves()) == 1


@pytest.mark.parametrize(("turn", "winner"), [("red", 1), ("blue", 0)])
def test_mover_loses_a_full_board_that_connects_nobody(turn: str, winner: int) -> None:
    text = f"red {' '.join(NODES[:35])}; blue {' '.join(NODES[35:])}; red-cells; blue-cells; turn {turn}"
    for balls in ("unlimited", "35"):
        assert GAME.from_position(text, {"balls": balls}).outcome == Outcome((winner,), "no-moves")


# Parsing and playing.


@pytest.mark.parametrize(
    ("typed", "text"), [(" F6 ", "f6"), ("f 6", "f6"), ("K11", "k11"), ("SWAP", "swap"), ("\tf6\n", "f6")]
)
def test_case_and_blanks_are_ignored(typed: str, text: str) -> None:
    assert str(after("a1").parse(typed)) == text


def test_relocation_can_be_typed_with_blanks() -> None:
    assert str(after("a1 k1", **ONE_EACH).parse(" A1 > B3")) == "a1>b3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "f",
        "6",
        "f66",
        "f06",
        "l6",
        "f12",
        "f0",
        "e1-e5",
        "f6>",
        ">f6",
        "a1>b3>c2",
        "pass",
        "f\uff16",
        "f6\0",
    ],
)
def test_invalid_move_texts_are_rejected(text: str) -> None:
    for state in (GAME.new(), after(FASTEST_WIN)):
        with pytest.raises(InvalidMove) as caught:
            state.parse(text)
        assert caught.value.reason == "not-a-move"


def test_errors_truncate_long_texts() -> None:
    with pytest.raises(InvalidMove) as caught:
        GAME.new().parse("x" * 4000)
    assert len(str(caught.value)) < 150
    assert len(caught.value.details["text"]) < 50


@pytest.mark.parametrize("text", ["f8", "a1", "a2", "swap", "a1>b4"])
def test_nothing_can_be_played_after_the_end(text: str) -> None:
    over = after(FASTEST_WIN)
    assert refusal(over, text) == "game-over"
    with pytest.raises(IllegalMove) as caught:
        over.play(Move(text, tuple(text.split(">"))))
    assert caught.value.reason == "game-over"


@pytest.mark.parametrize(
    "move",
    [
        Move("F6", ("F6",)),
        Move("f6", ()),
        Move("f6", ("a1",)),
        Move("f6", ("f6",), "swap"),
        Move("a2", ("a2",)),
        Move("e1-e5", ("e1", "e5")),
        Move("swap", ("a1",), "swap"),
        Move("a1>b3", ("b3", "a1")),
    ],
)
def test_forged_moves_are_refused(move: Move) -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.new().play(move)
    assert caught.value.reason == "not-a-move"

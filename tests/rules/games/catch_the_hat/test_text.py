"""Catch the Hat: typed moves, reasons of refusals, position texts."""

from collections.abc import Mapping

import pytest

from rules import AmbiguousMove, IllegalMove, InvalidMove, InvalidPosition, Move, RulesError
from rules.games.catch_the_hat import GAME, HatState

GOLDEN = {"mode": "golden-hat"}
PARTY = {"mode": "party"}
TOWERS = {"mode": "tower-race"}
EXAMPLE = "turn 0; die 5; H0 r,r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g; H3 b,b,b; R2 rb; R23 y,g; secured 0 gbb"


def read(text: str, options: Mapping[str, str] | None = None, players: int = 2) -> HatState:
    return GAME.from_position(text, options, players)


TWO = "turn 0; die 4; H0 r,r,r; H2 g,g,g; R5 r,rg,rg; R9 g"
"""Red stacks of two kinds on the same field."""


def test_published_example_round_trips() -> None:
    state = read(EXAMPLE, players=4)
    assert state.position == EXAMPLE
    assert state.stacks["R23"] == ("y", "g")
    assert state.secured == {0: "gbb"}
    assert (state.turn, state.die, state.golden_owner) == (0, 5, None)
    assert "R2-H0-R1" in [move.text for move in state.legal_moves()]


def test_ambiguous_stacks_must_be_named() -> None:
    state = read(TWO)
    moves = {move.text: move for move in state.legal_moves() if move.path[0].startswith("R5")}
    assert moves.keys() == {"R5:r-R1", "R5:r-R9", "R5:rg-R1", "R5:rg-R9"}
    assert moves["R5:rg-R9"].path == ("R5:rg", "R9")
    assert state.play(state.parse("R5:rg-R9")).position == (
        "turn 1; die -; H0 r,r,r; H2 g,g,g; R5 r,rg; R9 rgg"
    )
    with pytest.raises(AmbiguousMove) as refusal:
        state.parse("R5-R9")
    assert refusal.value.details == {"place": "R5", "moves": "R5:r-R9, R5:rg-R9"}
    with pytest.raises(AmbiguousMove):
        state.parse("R5-R1")
    with pytest.raises(IllegalMove):
        state.parse("R5-R8")


def test_stack_name_is_required_even_if_only_one_can_move() -> None:
    state = read("turn 0; die 2; H0 r,r,r,r; H2 g,g,g,g,g; R1 r,rg")
    assert "R1:rg-H0" in [move.text for move in state.legal_moves()]
    with pytest.raises(AmbiguousMove):
        state.parse("R1-H0")


def test_leaving_hat_is_named_if_both_kinds_are_at_home() -> None:
    state = read("turn 0; die 3; H0 r,r,r,*; H2 g,g,g,g,g; R1 r,r,rg; golden 0", GOLDEN)
    assert {move.text for move in state.legal_moves() if move.text.startswith("R1:rg-H0")} == {
        "R1:rg-H0:r-R0",
        "R1:rg-H0:*-R0",
    }
    for text in ("R1:rg-H0-R0", "R1-H0:r-R0", "R1-H0-R0"):
        with pytest.raises(AmbiguousMove):
            state.parse(text)
    assert state.parse("H0:*-R2").path == ("H0:*", "R2")
    with pytest.raises(AmbiguousMove):
        state.parse("H0-R2")


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("h0-r3", "H0-R3"),
        (" H0 - R3\n", "H0-R3"),
        ("H0:r-R3", "H0-R3"),
        ("r5:RG-r9", "R5:rg-R9"),
        ("R9-S0.3", ""),
    ],
)
def test_case_blanks_and_redundant_names_are_ignored(typed: str, text: str) -> None:
    state = read(TWO)
    if text:
        assert state.parse(typed).text == text
    else:
        with pytest.raises(IllegalMove):
            state.parse(typed)


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "R5", "R5-", "-R5", "R5-R9-R10-R11", "R5 to R9", "R5-R9:r", "R5:-R9", "R5:x-R9", "R05-R9"),
        *("R52-R1", "R99-R1", "S6.1-R1", "S0.7-R1", "S0.0-R1", "H6-R1", "C5-R1", "D-R1", "H0-R\u0663"),
        *("roll", "roll:0", "roll:7", "roll:-1", "roll: ", "retire 0", "retire", "swap", "resign", "\x00"),
        *("rs" * 2000, "R5:" + "r" * 41 + "-R9", "R5-R9 \u2603", "\u212a0-R1", "@everyone"),
    ],
)
def test_invalid_move_texts_are_rejected(text: str) -> None:
    state = read(TWO)
    with pytest.raises(InvalidMove):
        state.parse(text)
    with pytest.raises(IllegalMove):
        state.play(Move(text))


REFUSALS = [
    ("R9-R5", "not-your-hat", {"place": "R9"}),
    ("R20-R24", "not-your-hat", {"place": "R20"}),
    ("H2-R29", "not-your-hat", {"place": "H2"}),
    ("R5:rgg-R9", "no-such-stack", {"place": "R5", "stack": "rgg"}),
    ("R5:rg-R8", "wrong-distance", {"origin": "R5", "place": "R8", "number": "4"}),
    ("H0-R4", "wrong-distance", {"origin": "H0", "place": "R4", "number": "4"}),
    ("R5:r-R9-R8", "no-reversing", {}),
    ("R5-R9-H0", "home-too-far", {"place": "H0", "number": "4"}),
    ("R5:rg-H0", "home-too-far", {"place": "H0", "number": "4"}),
    ("R5:r-H0", "no-prisoners", {"place": "H0"}),
    ("R5:rg-H2", "foreign-home", {"place": "H2"}),
    ("S4.1-R30", "no-such-field", {"place": "S4.1"}),
    ("H0-H5", "no-such-field", {"place": "H5"}),
    ("pass", "must-move", {}),
    ("stop", "no-six", {}),
    ("roll-again", "no-six", {}),
    ("roll:4", "no-roll-now", {}),
]


@pytest.mark.parametrize(("text", "reason", "details"), REFUSALS)
def test_illegal_moves_state_their_reason(text: str, reason: str, details: Mapping[str, str]) -> None:
    state = read(TWO)
    with pytest.raises(IllegalMove) as refusal:
        state.parse(text)
    assert (refusal.value.reason, dict(refusal.value.details)) == (reason, details)
    with pytest.raises(IllegalMove) as refused:
        state.play(Move(text, tuple(text.split("-"))))
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("position", "options", "players", "text", "reason"),
    [
        ("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "R2-H0", "points-left"),
        ("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "R2-H0-R2", "wrong-distance"),
        ("turn 0; die 3; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "R2-H0-R0", "no-points-left"),
        ("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "R2-H0:*-R1", "no-such-stack"),
        ("turn 0; die 5; H0 r,r,r,r,r; H2 g,g; R0 rg; R3 g,g,g", {}, 2, "R0-H0-R3", "bench-full"),
        ("turn 0; die 4; H0 r,r,r,r,r,r; H2 g,g,g; R3 g,g,g", {}, 2, "H0-R3", "bench-full"),
        ("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", TOWERS, 2, "R2-H0-R1", "no-home-coming"),
        (
            "turn 0; die 3; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R5 *; golden 0",
            GOLDEN,
            2,
            "R5-R9-R8",
            "wrong-reversal",
        ),
        ("turn 0; die +; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "R2-R3", "choose-first"),
        ("turn 0; die +; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "pass", "choose-first"),
        ("turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "R2-R3", "not-rolled"),
        ("turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R2 rg", {}, 2, "stop", "not-rolled"),
        ("turn 0; die -; R2 rgggggg; H0 r,r,r,r,r", {}, 2, "R2-R3", "game-over"),
        ("turn 0; die -; R2 rgggggg; H0 r,r,r,r,r", {}, 2, "roll:1", "game-over"),
        ("turn 0; die -; R2 rgggggg; H0 r,r,r,r,r", {}, 2, "pass", "game-over"),
        ("turn 0; die -; R2 rgggggg; H0 r,r,r,r,r", {}, 2, "roll-again", "game-over"),
    ],
)
def test_illegal_moves_in_other_positions_state_their_reason(
    position: str, options: Mapping[str, str], players: int, text: str, reason: str
) -> None:
    state = read(position, options, players)
    with pytest.raises(IllegalMove) as refusal:
        state.parse(text)
    assert refusal.value.reason == reason


def test_a_move_with_a_foreign_path_is_refused() -> None:
    state = read(TWO)
    with pytest.raises(IllegalMove) as refusal:
        state.play(Move("H0-R3", ("H0",)))
    assert refusal.value.reason == "not-a-move"
    rolled = GAME.new()
    for move in (Move("roll:1"), Move("roll:8", (), "roll"), Move("retire 0", (), "retire")):
        with pytest.raises(IllegalMove):
            rolled.play(move)


BAD_POSITIONS = [
    ("", "malformed"),
    ("turn 0", "malformed"),
    ("die -; turn 0; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g", "malformed"),
    ("turn 2; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g", "malformed"),
    ("turn 0; die 7; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; ", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R60", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R60 r", "malformed"),
    ("turn 0; die -; H0 r,r,r; H0 r,r,r; H2 g,g,g,g,g,g", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r,; H2 g,g,g,g,g,g; R1 r", "malformed"),
    ("turn 0; die -; H0 R,R,R,R,R,R; H2 g,g,g,g,g,g", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g; secured 5 g", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; golden 4", "malformed"),
    ("turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g", "wrong-number-of-hats"),
    ("turn 0; die -; H0 r,r,r,r,r,r,r; H2 g,g,g,g,g,g", "wrong-number-of-hats"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R1 y", "wrong-number-of-hats"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; C *", "wrong-number-of-hats"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g; secured 1 g", "wrongly-secured"),
    ("turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; golden 0", "golden-is-prisoner"),
    ("turn 0; die -; H0 r,r,r,r,rg; H2 g,g,g,g,g; R1 r", "tower-at-home"),
    ("turn 0; die -; H0 r,r,r,r,r,g; H2 g,g,g,g,g; R1 r", "foreign-home"),
    ("turn 0; die -; H1 r; H0 r,r,r,r,r; H2 g,g,g,g,g,g", "foreign-home"),
    ("turn 0; die -; H0 r,r,r,r,r; H2 g,g,g,g,g; R1 r,g", "two-parties"),
    ("turn 0; die -; H0 r,r,r,r; H2 g,g,g,g; R3 r,r,g,g", "crowded-bench"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_POSITIONS)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        read(text)
    assert refusal.value.reason == reason


RED, GREEN = "r,r,r,r,r,r", "g,g,g,g,g,g"


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (f"H0 {RED}; H2 {GREEN}", "wrong-number-of-hats"),
        (f"H0 {RED}; H2 {GREEN}; C *; R1 *", "wrong-number-of-hats"),
        (f"H0 {RED}; H2 {GREEN}; R1 *", "golden-without-owner"),
        (f"H0 {RED},*; H2 {GREEN}", "golden-without-owner"),
        (f"H0 {RED}; H2 g,g,g,g,g; C *g", "golden-without-owner"),
        ("H0 r,r,r,r,r; H2 g,g,g,g,g,g; C r,*", "golden-without-owner"),
        (f"H0 r,r,r,r,r; H2 {GREEN}; R1 r*; golden 0", "golden-is-prisoner"),
        (f"H0 {RED}; H2 {GREEN},*; golden 0", "foreign-home"),
        (f"H0 {RED}; H2 g,g,g,g,g; R1 g,*; golden 0", "two-parties"),
        (f"H0 {RED}; H2 {GREEN}; secured 0 *", "wrongly-secured"),
        (f"H0 {RED},*g; H2 g,g,g,g,g; golden 0", "tower-at-home"),
    ],
)
def test_impossible_golden_hat_positions_are_refused(rest: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        read(f"turn 0; die -; {rest}", GOLDEN)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    "rest",
    [
        f"H0 {RED}; H2 {GREEN}; C *",
        f"H0 {RED}; H2 {GREEN}; C *; golden 1",
        f"H0 {RED},*; H2 {GREEN}; golden 0",
        f"H0 r,r,r,r,r; H2 {GREEN}; R1 r*",
        f"H0 r,r,r,r,r; H2 {GREEN}; R1 r,*; golden 0",
        "H0 r,r,r,r,r; H2 g,g,g,g,g; R3 r,g,*; golden 1",
        f"H0 {RED}; H2 g,g,g,g,g; R1 *g; golden 0",
    ],
)
def test_possible_golden_hat_positions_are_accepted(rest: str) -> None:
    text = f"turn 1; die 3; {rest}"
    assert read(text, GOLDEN).position == text


def test_impossible_secured_hats_are_refused() -> None:
    homes = f"turn 0; die -; H0 r,r,r,r,r; H1 y,y,y,y,y,y; H2 {GREEN}; H3 b,b,b,b,b,b; secured"
    with pytest.raises(InvalidPosition) as partner:
        read(f"{homes} 2 r", PARTY, 4)
    assert partner.value.reason == "wrongly-secured"
    assert read(f"{homes} 2 r", players=4).secured == {2: "r"}
    with pytest.raises(InvalidPosition) as race:
        read(f"{homes} 1 r", TOWERS, 4)
    assert race.value.reason == "secured-in-tower-race"


def test_position_order_does_not_matter() -> None:
    mixed = "turn 1; die +; secured 1 br; golden 2; R9 r,r; H1 y,y; R1 *b; H0 r,r,r; H3 b,b,b; R3 b,yyyy"
    start = "turn 1; die +; H0 r,r,r; H1 y,y; H2 g,g,g,g,g,g; H3 b,b,b"
    state = read(f"{mixed}; H2 g,g,g,g,g,g", GOLDEN, 4)
    assert state.position == f"{start}; R1 *b; R3 yyyy,b; R9 r,r; secured 1 rb; golden 2"


def test_refusals_are_rules_errors() -> None:
    for kind in (InvalidMove, IllegalMove, AmbiguousMove, InvalidPosition):
        assert issubclass(kind, RulesError)
        assert issubclass(kind, ValueError)

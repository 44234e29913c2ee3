"""Catch the Hat: worked examples, rulings, endings and choices."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from rules import IllegalMove, InvalidOption, Outcome
from rules.games.catch_the_hat import BACK, GAME
from tests.rules.games.catch_the_hat.tables import (
    GOLDEN,
    PARTY,
    TOTAL,
    TOWERS,
    ends,
    events,
    play,
    set_up,
    texts,
)

# Worked examples


def test_example_5_left_over_points_match_the_rulebook() -> None:
    state = set_up("R2 rg", "5")
    home = {"R2-H0-R1", "R2-H0-R51", "R2-H0-S0.1"}
    walks = {"R2-R7", "R2-R49", "R2-S0.3"}
    out = {"H0-R4", "H0-R48", "H0-S0.4"}
    assert texts(state) == home | walks | out
    after = play(state, "R2-H0-R1")
    assert after.stacks == {"H0": ("r",) * 5, "H2": ("g",) * 5, "R1": ("r",)}
    assert after.secured == {0: "g"}
    assert events(after) == [
        ("home", ("H0",), 0, "rg", 1),
        ("secured", ("H0",), 0, "g", 1),
        ("out", ("H0", "R1"), 0, "r", 0),
    ]


def test_example_6_full_bench_is_no_destination() -> None:
    state = set_up("R3 g,g,g", "4")
    assert ends(state, "H0") == {"R49", "S0.3"}
    assert "R4" in ends(set_up("R3 g,g,g", "5"), "H0"), "passing over a full bench is fine"


def test_example_7_paths_branch_at_the_centre() -> None:
    assert ends(set_up("S0.6 r", "2"), "S0.6") == {"S1.6", "S2.6", "S3.6", "S0.4"}


def test_example_8_home_needs_prisoners() -> None:
    state = set_up("R0 r", "1")
    assert ends(state, "R0") == {"R1", "R51", "S0.1"}
    with pytest.raises(IllegalMove) as refusal:
        state.parse("R0-H0")
    assert refusal.value.reason == "no-prisoners"


def test_example_9_partners_share_a_yellow_field() -> None:
    state = play(set_up("R1 r; R5 g", "4", PARTY, 4), "R1-R5")
    assert state.stacks["R5"] == ("r", "g")
    assert state.events == ()
    caught = play(set_up("R5 r,g; R4 y", "1", PARTY, 4, turn=1), "R4-R5")
    assert caught.stacks["R5"] == ("yrg",)
    assert [(e.kind, e.seat) for e in caught.events] == [("capture", 0), ("capture", 2)]


def test_example_10_tower_race_allows_no_coming_home() -> None:
    state = set_up("R1 rg", "5", TOWERS)
    assert ends(state, "R1") == {"R6", "R48", "S0.4"}
    with pytest.raises(IllegalMove) as refusal:
        state.parse("R1-H0-R2")
    assert refusal.value.reason == "no-home-coming"


# Turns and dice


def test_the_die_is_rolled_by_chance() -> None:
    state = GAME.new()
    assert (state.turn, state.is_chance, state.mover, state.die) == (None, True, 0, None)
    assert state.legal_moves() == ()
    assert [(move.text, part) for move, part in state.chances()] == [
        (f"roll:{n}", Fraction(1, 6)) for n in range(1, 7)
    ]
    rolled = play(state, "roll:4")
    assert (rolled.turn, rolled.is_chance, rolled.die, rolled.chances()) == (0, False, 4, ())
    assert events(rolled) == [("roll", (), 0, "", 4)]
    assert rolled.last is not None
    assert rolled.last.text == "roll:4"
    after = play(rolled, "H0-R3")
    assert after.mover == 1
    assert after.position == "turn 1; die -; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R3 r"
    assert events(after) == [("out", ("H0", "R3"), 0, "r", 0)]


def test_six_allows_another_roll() -> None:
    state = play(GAME.new(), "roll:6", "H0-R5")
    assert (state.turn, state.die, state.may_roll_again) == (0, None, True)
    assert state.position == "turn 0; die +; H0 r,r,r,r,r; H2 g,g,g,g,g,g; R5 r"
    assert [(move.text, move.action) for move in state.legal_moves()] == [
        ("roll-again", "roll-again"),
        ("stop", "stop"),
    ]
    again = play(state, "roll-again")
    assert (again.is_chance, again.mover) == (True, 0)
    assert play(again, "roll:6", "R5-R11").may_roll_again
    stopped = play(state, "stop")
    assert (stopped.is_chance, stopped.mover) == (True, 1)


def test_player_without_a_legal_move_passes() -> None:
    benches = "R3 y,y,y; R49 y,y,y; S0.3 g,g,g; secured 1 rrrrr; secured 0 ggg"
    state = set_up(benches, "4", players=3)
    assert [(move.text, move.path, move.action) for move in state.legal_moves()] == [("pass", (), "pass")]
    after = play(state, "pass")
    assert after.mover == 1
    assert events(after) == [("passed", (), 0, "", 4)]


def test_unplayable_six_allows_another_roll() -> None:
    benches = "R9 r; R3 y,y,y; R15 g,g,g; S1.3 b,b,b; S2.3 w,w,w; secured 1 rrr"
    state = set_up(benches, "6", players=6)
    assert texts(state) == {"pass"}
    after = play(state, "pass")
    assert texts(after) == {"roll-again", "stop"}
    assert play(after, "roll-again", "roll:5").turn == 0


def test_player_without_a_free_hat_is_skipped() -> None:
    state = set_up("R30 gyyyyyy; R40 b", "3", players=4, turn=0)
    after = play(state, "H0-R2")
    assert after.mover == 2
    assert events(after) == [("out", ("H0", "R2"), 0, "r", 0), ("skipped", (), 1, "", 0)]


def test_freed_hat_brings_its_seat_back() -> None:
    state = set_up("R2 grrrrrr; R26 gy; secured 0 b", "1", players=4, turn=2)
    assert play(state, "R26-H2").mover == 3
    assert play(state, "R26-H2", "roll:1", "H3-R39").mover == 1, "red has nothing to move with"


# Catching


def test_landing_catches_foreign_hats_and_all_hats_under_them() -> None:
    state = play(set_up("R5 g,g,gr; R1 rg", "4"), "R1-R5")
    assert state.stacks["R5"] == ("rggggr",)
    assert events(state) == [
        ("capture", ("R5",), 1, "g", 1),
        ("capture", ("R5",), 1, "g", 1),
        ("capture", ("R5",), 1, "gr", 2),
    ]
    assert state.scores == (4, 0), "own hats under a tower do not count"


def test_caught_hats_keep_the_order_of_the_position() -> None:
    state = play(set_up("R5 yb,ygr,y; R1 rg", "4", players=4), "R1-R5")
    assert state.stacks["R5"] == ("rgyygryb",)


def test_own_hats_do_not_stack() -> None:
    state = play(set_up("R5 r,rg; R1 r", "4"), "R1-R5")
    assert state.stacks["R5"] == ("r", "r", "rg")


def test_benches_protect_all_hats() -> None:
    state = play(set_up("R3 g,g", "4"), "H0-R3")
    assert state.stacks["R3"] == ("r", "g", "g")


def test_junctions_and_the_centre_are_yellow() -> None:
    assert play(set_up("R13 g; R10 r", "3"), "R10-R13").stacks["R13"] == ("rg",)
    assert play(set_up("C g; S0.6 r", "1"), "S0.6-C").stacks["C"] == ("rg",)


# Coming home


@pytest.mark.parametrize(
    ("die", "expected"),
    [("1", set()), ("2", {"R1-H0"}), ("3", {"R1-H0-R0"}), ("4", {"R1-H0-R1", "R1-H0-R51", "R1-H0-S0.1"})],
)
def test_home_counts_as_a_step_and_needs_no_exact_roll(die: str, expected: set[str]) -> None:
    assert texts(set_up("R1 rg", die), "R1-H0") == expected


def test_own_prisoners_are_freed_at_home() -> None:
    state = play(set_up("R0 rrr", "1"), "R0-H0")
    assert state.stacks["H0"] == ("r",) * 6
    assert state.secured == {}
    assert events(state) == [("home", ("H0",), 0, "rrr", 2), ("freed", ("H0",), 0, "r", 2)]


def test_own_hats_under_a_caught_tower_stay_prisoners() -> None:
    state = play(set_up("R5 grr; R1 r", "4"), "R1-R5")
    assert state.stacks["R5"] == ("rgrr",)


def test_left_over_points_catch_and_the_carrier_may_leave() -> None:
    state = play(set_up("R2 rgrrrrr; R51 g", "5"), "R2-H0-R51")
    assert state.stacks == {"H0": ("r",) * 5, "H2": ("g",) * 4, "R51": ("rg",)}
    lone = set_up("R2 ry; R4 gg; R30 yrrrrr", "4", players=3)
    assert play(lone, "R2-H0-R0").stacks.get("H0") is None


def test_left_over_points_lapse_if_every_exit_is_full() -> None:
    state = set_up("R2 rg; R3 g,g,g; R49 y,y,y; S0.3 y,y,y", "6", players=3)
    assert texts(state, "R2-H0") == {"R2-H0-R2", "R2-H0-R50", "R2-H0-S0.2"}
    near = set_up("R0 rg; R3 g,g,g; R49 y,y,y; S0.3 y,y,y", "5", players=3)
    assert texts(near, "R0-H0") == {"R0-H0"}
    after = play(near, "R0-H0")
    assert events(after)[-1] == ("lapsed", ("H0",), 0, "", 4)
    assert after.secured == {0: "g"}


def test_laden_tower_cannot_enter_a_foreign_home() -> None:
    state = set_up("R26 rg", "1")
    assert texts(state, "R26") == {"R26-R25", "R26-R27", "R26-S2.1"}
    with pytest.raises(IllegalMove) as refusal:
        state.parse("R26-H2")
    assert refusal.value.reason == "foreign-home"


# Ends


def test_attack_counts_secured_and_carried_hats() -> None:
    state = set_up("R5 g; R1 r; R30 ryyyyyy; secured 2 r; secured 0 ggggg", "4", players=3)
    after = play(state, "R1-R5")
    assert after.outcome == Outcome((0,), "most-hats")
    assert after.scores == (12, 0, 1)
    assert (after.turn, after.is_chance, after.legal_moves(), after.chances()) == (None, False, (), ())
    assert after.position.startswith("turn 0; die -; ")
    assert GAME.from_position(after.position, players=3).outcome == after.outcome


def test_attack_tie_is_shared_and_eliminated_players_can_win() -> None:
    beaten = set_up("secured 1 rrrrrr; secured 0 ggggg; R7 gyyyyy; secured 2 y", players=3)
    assert beaten.scores == (5, 6, 6)
    assert beaten.outcome == Outcome((1, 2), "most-hats")
    most = set_up("secured 1 rrrrrr; secured 0 gggg; R7 gyy; R9 gyyyy", "-", players=3)
    assert most.outcome == Outcome((1, 2), "most-hats")
    eliminated = set_up("secured 1 rrrrrr; secured 0 yggggg; R7 gyyyyy", players=3)
    assert eliminated.outcome == Outcome((0, 1), "most-hats")


def test_last_colour_wins_defence() -> None:
    position = "secured 1 rrrrrr; secured 0 ggggg; R7 gyyyyyy"
    assert set_up(position, "-", {"goal": "defence"}, 3).outcome == Outcome((2,), "last-colour")


def test_last_tower_wins_the_tower_race_despite_own_hats_beside_it() -> None:
    state = play(set_up("R5 g; R1 r; R9 rggggg", "4", {**TOWERS, "goal": "attack"}), "R1-R5")
    assert state.outcome == Outcome((0,), "last-tower")


def test_the_game_ends_at_once_even_after_a_six() -> None:
    state = play(set_up("R8 g; R2 r; secured 0 ggggg", "6"), "R2-R8")
    assert state.outcome is not None
    assert not state.may_roll_again
    assert state.position.startswith("turn 0; die -")
    with pytest.raises(IllegalMove) as refusal:
        state.parse("roll:1")
    assert refusal.value.reason == "game-over"


def test_prisoners_do_not_count_as_free() -> None:
    assert set_up("R9 rgggggg", "3").outcome == Outcome((0,), "most-hats")


def test_a_finished_position_has_no_roll_left() -> None:
    state = set_up("R9 rgggggg", "3")
    assert state.position.startswith("turn 0; die -; ")
    assert (state.die, state.turn) == (None, None)


def test_without_free_hats_defence_is_drawn_and_attack_shared() -> None:
    position = "turn 1; die -; secured 0 gggggg; secured 1 rrrrrr"
    assert GAME.from_position(position, {"goal": "defence"}).outcome == Outcome((), "last-colour")
    assert GAME.from_position(position).outcome == Outcome((0, 1), "most-hats")


@pytest.mark.parametrize(
    ("options", "players", "expected"),
    [({}, 2, (0,)), (TOWERS, 2, (0,)), (GOLDEN, 2, (0,)), (PARTY, 4, (0, 2))],
)
def test_hat_count_decides_after_five_thousand_rolls(
    options: Mapping[str, str], players: int, expected: tuple[int, ...]
) -> None:
    foe = "g" if players == 2 else "y"
    neutral = "; C *" if options == GOLDEN else ""
    state = set_up(f"R30 r{foe}{neutral}", options=options, players=players)
    state = play(state, "roll:1", "R30-R29")
    while state.outcome is None:
        last = state
        if state.is_chance:
            state = play(state, "roll:1")
            continue
        # Shuffle next to the homes, without captures.
        moves = sorted(texts(state))
        quiet = (text for text in moves if "H" not in text and not state.play(state.parse(text)).events)
        state = play(state, next(quiet, moves[0]))
    assert state.rolls == 5000
    assert not last.is_chance
    assert state.outcome == Outcome(expected, "roll-limit")


# Choices


def test_roles_are_named_by_colour_and_corner() -> None:
    assert GAME.roles(2) == ("red", "green")
    assert GAME.roles(3) == ("red", "yellow", "green")
    assert GAME.roles(6) == ("red", "yellow", "green", "blue", "white", "black")
    assert GAME.new(players=2).corners == (0, 2)
    assert GAME.new(players=5).corners == (0, 1, 2, 3, 4)
    with pytest.raises(InvalidOption):
        GAME.roles(7)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_side_and_hats_depend_on_player_count(players: int) -> None:
    state = GAME.new(players=players)
    assert state.side == ("front" if players < 5 else "back")
    assert {len(stacks) for stacks in state.stacks.values()} == {6 if players < 5 else 4}
    assert state.stacks.keys() == {f"H{corner}" for corner in state.corners}
    assert BACK.hats == 4


@pytest.mark.parametrize(
    ("options", "players", "reason"),
    [
        (PARTY, 2, "players-of-mode"),
        (PARTY, None, "players-of-mode"),
        (TOTAL, 5, "players-of-mode"),
        ({"golden_goal": "prisoners"}, 2, "golden-goal-without-golden-hat"),
        ({"mode": "tower-race", "golden_goal": "prisoners"}, 2, "golden-goal-without-golden-hat"),
        ({}, 1, "players"),
        ({}, 7, "players"),
        ({"goal": "win"}, 2, "unknown-value"),
        ({"board": "big"}, 2, "unknown-option"),
    ],
)
def test_unsupported_options_are_refused(
    options: Mapping[str, str], players: int | None, reason: str
) -> None:
    with pytest.raises(InvalidOption) as refusal:
        GAME.new(options, players)
    assert refusal.value.reason == reason

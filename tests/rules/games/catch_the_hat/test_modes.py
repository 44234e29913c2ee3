"""Catch the Hat: parties and the golden hat."""

import pytest

from rules import IllegalMove, Outcome
from rules.games.catch_the_hat import GAME
from tests.rules.games.catch_the_hat.tables import GOLDEN, PARTY, TOTAL, TOWERS, events, play, set_up, texts

# Parties


@pytest.mark.parametrize(
    ("players", "parties"), [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5)))], ids=["four", "six"]
)
def test_partners_sit_opposite(players: int, parties: tuple[tuple[int, ...], ...]) -> None:
    assert GAME.new(PARTY, players).parties == parties
    assert GAME.new(players=players).parties == tuple((seat,) for seat in range(players))


def test_freed_partner_goes_to_their_own_home() -> None:
    state = play(set_up("R0 rygr", "1", PARTY, 4), "R0-H0")
    assert state.stacks["H0"] == ("r",) * 6
    assert state.stacks["H2"] == ("g",) * 6
    assert state.secured == {0: "y"}
    assert events(state)[1:] == [
        ("freed", ("H0",), 0, "r", 1),
        ("freed", ("H2",), 2, "g", 1),
        ("secured", ("H0",), 0, "y", 1),
    ]


def test_each_partner_moves_only_their_own_hats() -> None:
    assert {text.partition("-")[0] for text in texts(set_up("R5 r; R6 g", "1", PARTY, 4))} == {"H0", "R5"}
    assert {text.partition("-")[0] for text in texts(set_up("R5 r; R6 g", "1", TOTAL, 4))} == {
        "H0",
        "H2",
        "R5",
        "R6",
    }


def test_party_wins_by_its_total() -> None:
    position = "R9 rbbbbbb; R8 gyyyyyy"
    assert set_up(position, "-", PARTY, 4).outcome == Outcome((0, 2), "most-hats")
    most = "R9 rbbb; R8 r; R7 r; secured 1 rrr; secured 3 gggggg; secured 2 yyyyyy; secured 0 bbb"
    after = set_up(most, "-", PARTY, 4)
    assert after.scores == (6, 3, 6, 6)
    assert after.outcome == Outcome((0, 2), "most-hats")
    defended = {"mode": "party", "goal": "defence"}
    assert set_up("R9 rrrbbbbbb; R8 ggggryyyyyy", "-", defended, 4).outcome == Outcome((0, 2), "last-colour")


@pytest.mark.parametrize(
    ("board", "options", "score", "leaders"),
    [
        ("R9 r", {}, (0, 0, 0, 0), ()),
        ("R9 yr", {}, (0, 1, 0, 0), (1,)),
        ("R9 yr; R8 gbb; secured 1 g", {}, (0, 2, 2, 0), (1, 2)),
        ("R9 yr; R8 bg; R7 gby; secured 2 b", PARTY, (3, 2, 3, 2), (0, 2)),
        ("R9 yr", TOWERS, (), ()),
        ("R9 yr; C *", GOLDEN, (), ()),
    ],
)
def test_most_foreign_hats_lead(
    board: str, options: dict[str, str], score: tuple[int, ...], leaders: tuple[int, ...]
) -> None:
    state = set_up(board, "1", options, 4)
    assert (state.score, state.leaders) == (score, leaders)


def test_total_party_moves_name_the_colour() -> None:
    state = set_up("R5 r,g", "1", TOTAL, 4)
    assert texts(state, "R5") == {"R5:r-R4", "R5:r-R6", "R5:g-R4", "R5:g-R6"}
    assert ("R5:g", "R4") in {move.path for move in state.legal_moves()}


def test_total_party_brings_a_partners_tower_to_the_partners_home() -> None:
    state = set_up("R26 gyr; R13 r", "2", TOTAL, 4)
    assert texts(state, "R26-H") == {"R26-H2-R26"}
    after = play(state, "R26-H2-R26")
    assert after.secured == {2: "y"}
    assert after.stacks["H0"].count("r") == 5


def test_total_party_player_without_hats_still_rolls() -> None:
    board = "R20 yrrrrrr; R30 b"
    assert play(set_up(board, "1", TOTAL, 4, turn=3), "R30-R31").mover == 0
    assert play(set_up(board, "1", PARTY, 4, turn=3), "R30-R31").mover == 1


# The golden hat


def test_golden_hat_starts_neutral_and_is_caught_normally() -> None:
    state = GAME.new(GOLDEN)
    assert state.stacks["C"] == ("*",)
    assert (state.golden_owner, state.golden_holder) == (None, None)
    after = play(set_up("C *; S0.6 r", "1", GOLDEN), "S0.6-C")
    assert after.stacks["C"] == ("r*",)
    assert (after.golden_owner, after.golden_holder) == (None, 0)
    assert events(after) == [("golden-caught", ("C",), None, "*", 1)]
    assert after.scores == (0, 0)


def test_golden_hat_brought_home_becomes_an_extra_hat() -> None:
    state = play(set_up("R0 r*", "1", GOLDEN), "R0-H0")
    assert state.position == "turn 1; die -; H0 r,r,r,r,r,r,*; H2 g,g,g,g,g,g; golden 0"
    assert state.golden_owner == 0
    assert events(state)[-1] == ("golden-freed", ("H0",), 0, "*", 1)
    next_state = set_up("R0 r*", "2", GOLDEN)
    assert texts(next_state, "R0-H") == {"R0-H0:r-R0", "R0-H0:*-R0"}
    after = play(next_state, "R0-H0:*-R0")
    assert after.stacks["R0"] == ("*",)
    assert after.golden_owner == 0


def test_unfreed_golden_hat_cannot_reverse() -> None:
    state = set_up("R20 r*; R22 g", "3", GOLDEN)
    assert texts(state, "R20") == {"R20-R23", "R20-R17"}
    with pytest.raises(IllegalMove) as refusal:
        state.parse("R20-R22-R21")
    assert refusal.value.reason == "no-reversing"


def test_golden_hat_reverses_once_and_catches_twice() -> None:
    state = set_up("R20 *; golden 0; R22 g; R19 gr", "5", GOLDEN)
    assert texts(state, "R20") == {
        "R20-R15",
        "R20-R25",
        *("R20-R16-R17", "R20-R17-R19", "R20-R18-R21", "R20-R19-R23"),
        *("R20-R24-R23", "R20-R23-R21", "R20-R22-R19", "R20-R21-R17"),
    }
    after = play(state, "R20-R22-R19")
    assert after.stacks["R19"] == ("*ggr",)
    assert [e[0] for e in events(after)] == ["capture", "turned", "capture"]
    assert after.golden_owner == 0
    assert after.scores == (2, 0), "red's own hat under it does not count"


def test_reversal_may_end_at_its_start_and_branch_off() -> None:
    assert "R20-R22-R20" in texts(set_up("R20 *; golden 0", "4", GOLDEN))
    short = texts(set_up("R14 *; golden 0", "3", GOLDEN), "R14-R13-")
    assert short == {"R14-R13-R15"}
    middle = texts(set_up("R12 *; golden 0", "5", GOLDEN), "R12-R10-")
    assert middle == {"R12-R10-R13"}
    branching = texts(set_up("R12 *; golden 0", "6", GOLDEN), "R12-R10-")
    assert branching == {"R12-R10-R14", "R12-R10-S1.1"}, "a reversal never ends at a home"


def test_reversal_from_home_turns_only_after_the_junction() -> None:
    moves = texts(set_up("H0 *; golden 0", "3", GOLDEN), "H0:*-")
    assert moves == {
        *("H0:*-R2", "H0:*-R50", "H0:*-S0.2"),
        *("H0:*-R1-R0", "H0:*-R51-R0", "H0:*-S0.1-R0"),
    }
    near = texts(set_up("H0 *; golden 0", "2", GOLDEN), "H0:*-")
    assert near == {"H0:*-R1", "H0:*-R51", "H0:*-S0.1"}


def test_golden_hat_may_return_to_its_own_full_bench() -> None:
    state = set_up("R23 r,r,*; golden 0; R25 g", "4", GOLDEN)
    assert play(state, "R23:*-R25-R23").stacks["R23"] == ("r", "r", "*g")


def test_golden_hat_catches_on_benches() -> None:
    state = set_up("R20 *; golden 0; R23 r,g,g", "3", GOLDEN)
    after = play(state, "R20-R23")
    assert after.stacks["R23"] == ("r", "*gg")
    full = set_up("R20 *; golden 0; R23 r,r,r", "3", GOLDEN)
    assert "R20-R23" not in texts(full)
    assert not texts(set_up("R20 *; golden 0; R23 r,r,r", "4", GOLDEN), "R20-R23-")
    plain = play(set_up("R20 r; R30 *; golden 0; R23 g,g", "3", GOLDEN), "R20-R23")
    assert plain.stacks["R23"] == ("r", "g", "g"), "ordinary hats catch nothing on benches"


def test_golden_hat_is_safe_only_on_a_bench() -> None:
    safe = play(set_up("R23 *; golden 0; R20 g", "3", GOLDEN, turn=1), "R20-R23")
    assert safe.stacks["R23"] == ("g", "*")
    assert safe.golden_owner == 0
    caught = play(set_up("R24 r,*gr; golden 0; R20 gr", "4", GOLDEN, turn=1), "R20-R24")
    assert caught.stacks["R24"] == ("grr*gr",)
    assert (caught.golden_owner, caught.golden_holder) == (None, 1)


def test_golden_hat_comes_home_only_with_prisoners() -> None:
    state = set_up("R0 *gr; golden 0", "1", GOLDEN)
    after = play(state, "R0-H0")
    assert after.secured == {0: "g"}
    assert after.stacks["H0"] == ("r",) * 6 + ("*",)
    assert "R0-H0" not in texts(set_up("R0 *; golden 0", "1", GOLDEN)), "without prisoners it stays out"
    lone = set_up("R0 *g; golden 0; R30 yrrrrrr", "2", GOLDEN, 3)
    assert texts(lone) >= {"R0-H0-R0"}


def test_golden_hat_uses_left_over_points() -> None:
    benches = "R3 g,g,g; R49 y,y,y; S0.3 y,y,y"
    state = set_up(f"R0 r*; {benches}", "5", GOLDEN, 3)
    assert texts(state, "R0-H0") == {"R0-H0:*-R3", "R0-H0:*-R49", "R0-H0:*-S0.3"}
    assert play(state, "R0-H0:*-R3").stacks["R3"] == ("*ggg",)


def test_owner_without_another_free_hat_moves_the_golden_hat() -> None:
    board = "R20 *; golden 0; R30 yrrrrrr; R40 g"
    after = play(set_up(board, "1", GOLDEN, 3, turn=2), "R40-R41")
    assert (after.mover, after.outcome) == (0, None)


@pytest.mark.parametrize(
    ("board", "owner", "prisoners"),
    [
        ("R20 *; golden 1; R30 rgggggg", (1,), (0,)),
        ("R20 r*gggggg", (0,), (0,)),
        ("C *; R30 rgggggg", (0,), (0,)),
        ("R20 *r; golden 1; R30 rgg; secured 0 g; secured 1 rrr; R31 rggg", (1,), (0,)),
    ],
)
def test_golden_hat_goals_decide_the_winner(
    board: str, owner: tuple[int, ...], prisoners: tuple[int, ...]
) -> None:
    outcome = set_up(board, "-", GOLDEN).outcome
    assert outcome is not None
    assert outcome.winners == owner
    assert outcome.reason == ("last-colour" if "C *" in board else "golden-hat")
    by_prisoners = set_up(board, "-", {**GOLDEN, "golden_goal": "prisoners"}).outcome
    assert by_prisoners == Outcome(prisoners, "most-prisoners")


def test_one_reversal_can_catch_both_last_colours() -> None:
    state = set_up("R20 *; golden 0; R22 g; R19 yrrrrrr; secured 0 yyyyyggggg", "5", GOLDEN, 3)
    after = play(state, "R20-R22-R19")
    assert after.outcome == Outcome((0,), "golden-hat")
    assert after.stacks == {"R19": ("*gyrrrrrr",)}

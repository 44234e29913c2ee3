"""Catch the Hat: players who leave a game."""

from random import Random

import pytest

from rules import IllegalMove, InvalidMove, Outcome
from rules.games.catch_the_hat import GAME, HatState
from rules.toolkit.perft import plies

THREE = "turn 0; die -; H0 r,r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g; R5 r; R18 y; R30 g"
DEFENCE = {"goal": "defence"}
PARTY = {"mode": "party", "goal": "defence"}


def play(state: HatState, *texts: str) -> HatState:
    for text in texts:
        state = state.play(state.parse(text))
    return state


def test_turns_of_a_leaver_are_skipped() -> None:
    state = GAME.from_position(THREE, players=3).retire(1)
    assert state.retired == {1}
    assert (state.mover, state.is_chance, state.outcome) == (0, True, None)
    assert [(event.kind, event.seat) for event in state.events] == [("retired", 1)]
    assert state.last is not None
    assert (state.last.text, state.last.action) == ("retire 1", "retire")
    after = play(state, "roll:1", "R5-R6")
    assert after.mover == 2
    assert [event.kind for event in after.events] == [], "a retirement is reported only once"
    assert play(after, "roll:1", "R30-R31").mover == 0


@pytest.mark.parametrize("die", ["-", "3", "+"])
def test_leaver_in_turn_passes_the_turn_on(die: str) -> None:
    state = GAME.from_position(THREE.replace("die -", f"die {die}"), players=3).retire(0)
    assert (state.mover, state.is_chance, state.die, state.may_roll_again) == (1, True, None, False)


def test_another_seats_roll_is_unaffected() -> None:
    state = GAME.from_position(THREE.replace("die -", "die 3"), players=3)
    assert state.retire(2).legal_moves() == state.legal_moves()
    assert state.retire(2).die == 3


def test_a_leavers_hats_stay_and_can_be_caught() -> None:
    state = GAME.from_position(THREE, players=3).retire(1)
    assert state.position == THREE
    caught = play(state, "roll:1", "R5-R6", "roll:6", "R30-R24", "roll-again", "roll:6", "R24-R18", "stop")
    assert caught.stacks["R18"] == ("gy",)


def test_leavers_free_hats_do_not_keep_the_game_running() -> None:
    state = GAME.from_position(THREE, DEFENCE, 3).retire(1)
    over = state.retire(2)
    assert over.outcome == Outcome((0,), "last-colour")
    assert (over.turn, over.is_chance, over.mover) == (None, False, 0)
    caught = GAME.from_position("turn 0; die 4; H1 y,y,y,y,y,y; R5 rrrrrr; R9 gggggg", DEFENCE, 3).retire(1)
    assert play(caught, "R5-R9").outcome == Outcome((0,), "last-colour")


def test_a_leaver_does_not_win_alone() -> None:
    position = "turn 0; die -; H0 r,r,r,r,r; R20 y; H2 g,g; secured 1 rgggg; H1 y,y,y,y,y"
    state = GAME.from_position(position, players=3).retire(1)
    assert state.scores == (0, 5, 0)
    assert state.retire(2).outcome == Outcome((0,), "most-hats")
    golden = "turn 0; die -; H0 r,r,r,r,r,r; H2 g,g,g,g,g,g; R9 *; golden 1"
    assert GAME.from_position(golden, {"mode": "golden-hat"}).retire(1).outcome == Outcome(
        (0,), "last-colour"
    )


def test_partner_plays_on_for_the_party() -> None:
    start = GAME.new(PARTY, 4)
    after = start.retire(2)
    assert after.outcome is None
    assert after.retire(1).retire(3).outcome == Outcome((0, 2), "last-colour")
    assert after.retire(0).outcome == Outcome((1, 3), "last-colour")
    total = GAME.new({"mode": "total-party"}, 4).retire(2)
    assert "H2-R27" in [move.text for move in play(total, "roll:2").legal_moves()]


def test_last_remaining_seat_wins() -> None:
    state = GAME.new().retire(0)
    assert state.outcome == Outcome((1,), "most-hats")
    with pytest.raises(IllegalMove) as refusal:
        state.retire(1)
    assert refusal.value.reason == "game-over"


def test_invalid_retirements_are_refused() -> None:
    state = GAME.new(players=3).retire(1)
    for seat, reason in ((1, "already-retired"), (3, "no-such-seat"), (-1, "no-such-seat")):
        with pytest.raises(IllegalMove) as refusal:
            state.retire(seat)
        assert refusal.value.reason == reason


def test_retirement_cannot_be_typed() -> None:
    state = GAME.new(players=3)
    with pytest.raises(InvalidMove):
        state.parse("retire 1")
    retired = state.retire(1)
    assert retired.last is not None
    with pytest.raises(IllegalMove):
        state.play(retired.last)
    assert not [move for move in plies(retired) if "retire" in move.text]


@pytest.mark.parametrize("text", ["retire", "retire x", "retire -1", "retire 1 2", "Retire 1"])
def test_malformed_retirement_in_a_log_is_rejected(text: str) -> None:
    with pytest.raises(InvalidMove):
        GAME.new(players=3).apply(text)


@pytest.mark.parametrize(
    ("mode", "players"), [("solo", 3), ("party", 6), ("total-party", 4), ("golden-hat", 5)]
)
def test_logs_with_retirements_replay(mode: str, players: int) -> None:
    """Play to the end with occasional retirements; a retired seat never acts again."""
    for seed in range(5):
        chance = Random(seed)
        state = first = GAME.new({"mode": mode}, players)
        log: list[str] = []
        while state.outcome is None:
            remaining = [seat for seat in range(players) if seat not in state.retired]
            assert state.mover in remaining
            if chance.random() < 0.01:
                state = state.retire(chance.choice(remaining))
            else:
                state = state.play(chance.choice(plies(state)))
            assert state.last is not None
            log.append(state.last.text)
        replayed = first
        for text in log:
            replayed = replayed.apply(text)
        assert replayed == state
        assert (replayed.retired, replayed.rolls, replayed.outcome) == (
            state.retired,
            state.rolls,
            state.outcome,
        )


def test_equal_positions_can_differ_in_retirements() -> None:
    state = GAME.from_position(THREE, players=3)
    after = state.retire(1)
    assert after == state, "position texts do not record leavers"
    assert play(after, "roll:1", "R5-R6") != play(state, "roll:1", "R5-R6")

"""Reasons for a move, in positions where they are known."""

import pytest

import rules
from bot.features.engines.domain import MoveReasons, reasons_for
from rules.contract import State
from tests.bot.support.fakes import Counting

MORRIS, CONHEX = rules.GAMES["nine-mens-morris"], rules.GAMES["conhex"]


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = state.play(state.parse(text))
    return state


def test_a_capture_reports_only_its_effects() -> None:
    state = after(MORRIS.new(), "a1", "d6", "a4", "d5")
    reasons = reasons_for(state, state.parse("a7xd6"))
    assert {event.kind for event in reasons.events} >= {"mill"}
    assert (reasons.wins, reasons.stops, reasons.threatens) == (False, False, False)


BRANDUBH = after(rules.GAMES["hnefatafl"].new({"board": "brandubh-7"}), "d1-c1", "d3-a3", "d2-a2")
"""The king can reach the edge, next to a corner."""


def test_a_king_next_to_a_corner_threatens_to_win() -> None:
    reasons = reasons_for(BRANDUBH, BRANDUBH.parse("d4-d1"))
    assert (reasons.wins, reasons.threatens) == (False, True)


def test_a_blocking_move_stops_a_win() -> None:
    state = after(BRANDUBH, "d4-d1")
    assert reasons_for(state, state.parse("g4-g2")).stops is False
    stopping_moves = [move for move in state.legal_moves() if reasons_for(state, move).stops]
    for move in stopping_moves:
        reply = state.play(move)
        outcomes = [reply.play(answer).outcome for answer in reply.legal_moves()]
        assert not [
            outcome for outcome in outcomes if not (outcome is None or reply.turn not in outcome.winners)
        ]
    assert stopping_moves


def test_avoiding_a_blunder_does_not_stop_a_win() -> None:
    """Nearly every move opens the king's way to a corner; merely not opening it stops no win."""
    state = rules.GAMES["hnefatafl"].from_position("7/7/7/7/7/7/2aka2 a", {"board": "brandubh-7"})
    reasons_by_move = {move.text: reasons_for(state, move) for move in state.legal_moves()}
    assert "c1-b1" in reasons_by_move
    assert not [reasons for reasons in reasons_by_move.values() if reasons.stops]


def test_a_win_needs_no_other_reason() -> None:
    state = after(BRANDUBH, "d4-d1", "c1-b1")
    reasons = reasons_for(state, state.parse("d1-g1"))
    assert (reasons.wins, reasons.stops, reasons.threatens) == (True, False, False)


def test_a_chance_turn_has_no_reasons() -> None:
    state = after(game := rules.GAMES["catch-the-hat"].new(players=2))
    assert game.is_chance
    roll, _ = state.chances()[0]
    with pytest.raises(ValueError, match="nobody"):
        reasons_for(state, roll)


def test_a_move_keeping_the_turn_has_only_its_effects() -> None:
    state = Counting().new({"again": "on", "goal": "4"})
    state = after(state, "take 1")
    assert state.turn == 0, "it is the same player's turn"
    assert reasons_for(state, state.parse("take 1")) == MoveReasons((), wins=False)


def test_a_win_by_chance_is_no_threat() -> None:
    """After the move the dice are rolled: no player can win next."""
    state = Counting("crowd", (2, 3), chance=True).new({"goal": "10"}, 3)
    state = after(state, "take 1")
    assert reasons_for(state, state.parse("take 2")) == MoveReasons((), wins=False)


def test_an_immediate_loss_is_no_win() -> None:
    game = rules.GAMES["hnefatafl"].new({"board": "brandubh-7", "repetition": "mover-loses"})
    state = after(game, *("d1-c1", "d3-c3", "c1-d1", "c3-d3") * 2)
    losing_moves = [move for move in state.legal_moves() if state.play(move).outcome is not None]
    for move in losing_moves:
        assert not reasons_for(state, move).wins, move
    assert losing_moves or state.outcome is not None

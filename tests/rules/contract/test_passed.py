"""States after a pass: the same board with the other side to move."""

import pytest

from rules import GAMES, State
from rules.contract.capabilities import ShowsThreats, leaves_to_chance, passed

FOR_TWO = sorted(key for key, game in GAMES.items() if max(game.seats) == 2 and not leaves_to_chance(game))


@pytest.mark.parametrize("key", FOR_TWO)
def test_opponent_is_to_act_on_the_same_board(key: str) -> None:
    state: State = GAMES[key].new()
    for ply in range(8):
        other = passed(state)
        assert other is not None, "its states need `passed` (`ShowsThreats` in capabilities.py)"
        assert other.turn == 1 - (state.turn or 0)
        assert other.outcome is None
        assert other.legal_moves()
        back = passed(other)
        assert back is not None
        assert back.turn == state.turn
        moves = state.legal_moves()
        state = state.play(moves[(7 * ply) % len(moves)])


def test_fox_obliged_to_capture_cannot_pass() -> None:
    game = GAMES["fox-and-hens"]
    position = "hens a3 b3 c3 d2 e3 f3 g3 c1 d1 e1 d4; foxes d5 g5; off 0; turn foxes; must-capture"
    state = game.from_position(position, {"missed_capture": "takeback"})
    assert passed(state) is None


def test_dice_games_show_no_threats() -> None:
    dice = GAMES["catch-the-hat"].new()
    assert not isinstance(dice, ShowsThreats)
    assert passed(dice) is None


def test_finished_game_has_no_threats() -> None:
    state: State = GAMES["hnefatafl"].from_position("7/7/7/7/7/7/2ak3 d", {"board": "brandubh-7"})
    assert passed(state.play(state.parse("d1-g1"))) is None

"""UCT through the public rules."""

from collections.abc import Sequence

from engines import replayed
from engines.contract import Budget, Chance, Level
from engines.search.playouts import best_by_playouts, immediate_win
from rules import GAMES, State

LEVEL = Level(5, nodes=None)


def test_playouts_find_the_winning_move() -> None:
    position = (
        "red a1 b3 b5 b7 b9; blue f6 f5 f7 e6 g6; red-cells z0.0 z0.13 z0.14 z0.15; blue-cells; turn red"
    )
    state = GAMES["conhex"].from_position(position)
    move = best_by_playouts(state, LEVEL, Budget(300), Chance("s"))
    assert state.play(state.parse(move)).outcome is not None


def test_playouts_handle_chance_and_several_seats() -> None:
    state = GAMES["catch-the-hat"].new(players=4)
    state = state.play(state.parse("roll:3"))
    assert best_by_playouts(state, LEVEL, Budget(5), Chance("s"), cut=20) in {
        move.text for move in state.legal_moves()
    }


def test_truncated_playout_is_scored_by_the_judge() -> None:
    state = GAMES["hounds-and-jackals"].new()
    favourite = state.legal_moves()[-1]

    def judge(end: State) -> Sequence[float]:
        return (1.0, 0.0) if end.last == favourite else (0.0, 1.0)

    assert best_by_playouts(state, LEVEL, Budget(60), Chance("s"), cut=0, judge=judge) == favourite.text


def test_drawn_end_is_no_immediate_win() -> None:
    moves = ["d1-c1", "d3-c3", "c1-d1", "c3-d3"] * 2
    state = replayed(GAMES["hnefatafl"], {"board": "brandubh-7"}, None, moves[:-1])[-1]
    assert state.play(state.parse(moves[-1])).outcome is not None
    assert immediate_win(state) is None

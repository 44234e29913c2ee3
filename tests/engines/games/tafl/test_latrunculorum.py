"""Fast Ludus latrunculorum positions: agreement with the rules."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import replayed
from engines.contract import DRAW, Position
from engines.games.tafl.latrunculorum.position import LatrunculorumPosition, begin
from rules import GAMES, State
from tests.engines.lockstep import choices, play_in_lockstep
from tests.engines.thinking import levels, thoughts
from tests.repeats import repeats

GAME = GAMES["ludus-latrunculorum"]


def same_board(state: State, position: Position) -> None:
    assert isinstance(position, LatrunculorumPosition)
    names = position.lanes.grid.cells
    letters = ".bwBW"
    pieces = {name: letters[position.board[cell]] for name, cell in names.items() if position.board[cell]}
    rows = []
    for rank in range(10, 0, -1):
        row = "".join(pieces.get(f"{file}{rank}", ".") for file in "abcdefghi")
        rows.append(row)
    text = "/".join(rows)
    for gap in range(9, 0, -1):
        text = text.replace("." * gap, str(gap))
    assert f"{text} {'bw'[position.turn]}" == state.position


@pytest.mark.parametrize("options", tuple(choices(GAME)), ids=str)
@pytest.mark.parametrize("seed", range(repeats(3, 20)))
def test_engine_positions_match_rules(options: Mapping[str, str], seed: int) -> None:
    play_in_lockstep(GAME, options, begin, seed, 250, same_board)


def test_third_repetition_with_equal_men_is_a_draw() -> None:
    path = replayed(GAME, {}, None, ["a9-a5", "a2-a4", "a5-a9", "a4-a2"] * 2)
    assert path[-1].outcome is not None
    position = begin(path)
    assert position.winner == DRAW
    position.unmake()
    assert position.winner is None


def test_a_hundred_plies_without_a_capture_end_the_game() -> None:
    state = GAME.from_position("9/b8/9/8b/9/4w4/w8/9/9/9 b", {})
    path: list[State] = [state]
    while path[-1].outcome is None:
        position = begin(path)
        captures = {position.write(move) for move in position.loud()}
        positions = {state.position for state in path}
        quiet = [move for move in path[-1].legal_moves() if move.text not in captures]
        state = next(after for move in quiet if (after := path[-1].play(move)).position not in positions)
        path.append(state)
    assert path[-1].outcome.reason == "no-capture-limit"
    assert begin(path).winner == DRAW


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("ludus-latrunculorum", 17, 44) == snapshot
    assert thoughts("ludus-latrunculorum", 16, 31, options={"army": "king"}) == snapshot


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("ludus-latrunculorum") == snapshot

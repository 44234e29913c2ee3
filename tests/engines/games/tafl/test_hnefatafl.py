"""Fast Hnefatafl positions: agreement with the rules, required finds."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import replayed
from engines.contract import DRAW, Position
from engines.games.tafl.hnefatafl.position import HnefataflPosition, begin
from rules import GAMES, State
from rules.games.tafl.hnefatafl.boards import SCRIPT, field
from tests.engines.lockstep import choices, play_in_lockstep
from tests.engines.thinking import levels, thoughts
from tests.repeats import repeats

GAME = GAMES["hnefatafl"]
BOARDS = GAME.options[0].values
SMALL = {"board": "brandubh-7"}


def same_board(state: State, position: Position) -> None:
    assert isinstance(position, HnefataflPosition)
    squares = field(state.options)
    assert SCRIPT.write(bytes(position.board), squares.grid, position.turn) == state.position


@pytest.mark.parametrize("options", tuple(choices(GAME)), ids=str)
@pytest.mark.parametrize("seed", range(repeats(1, 4)))
def test_engine_positions_match_rules(options: Mapping[str, str], seed: int) -> None:
    play_in_lockstep(GAME, options, begin, seed, 40, same_board)


@pytest.mark.parametrize("options", tuple(choices(GAME)), ids=str)
@pytest.mark.parametrize("seed", range(repeats(2, 12)))
def test_whole_games_end_like_the_rules(options: Mapping[str, str], seed: int) -> None:
    play_in_lockstep(GAME, {**options, **SMALL}, begin, seed, 400, same_board)


@pytest.mark.parametrize(("rule", "winner"), [("draw", DRAW), ("mover-loses", 0)])
def test_third_repetition_ends_the_game(rule: str, winner: int) -> None:
    path = replayed(GAME, {**SMALL, "repetition": rule}, None, ["d7-e7", "d5-e5", "e7-d7", "e5-d5"] * 2)
    assert path[-1].outcome is not None
    position = begin(path)
    assert position.winner == winner
    position.unmake()
    assert position.winner is None


@pytest.mark.parametrize(
    ("text", "move", "options", "winner"),
    [
        ("7/2aa3/1akda2/2a4/4a2/7/7 a", "e3-d3", {}, 0),
        ("7/2aa3/1akda2/7/2aa3/7/7 a", "c3-c4", {}, 0),
        ("7/2aa3/1adka2/1ad1a2/2aa3/5a1/7 a", "f2-f1", {"encirclement": "on"}, 0),
        ("7/2aa3/1adka2/1ad1a2/2aa3/5a1/7 a", "f2-f1", {}, None),
        ("7/7/3k3/7/7/2aa3/1add1a1 a", "f1-e1", {"shieldwall": "on"}, None),
        # The side to move has no pieces left.
        ("7/7/7/3k3/1d5/7/1ad4 d", "b3-b2", {}, 1),
    ],
)
def test_rare_positions_match_rules(
    text: str, move: str, options: Mapping[str, str], winner: int | None
) -> None:
    state = GAME.from_position(text, {**SMALL, **options})
    after = state.play(state.parse(move))
    position = begin([state, after])
    same_board(after, position)
    assert position.winner == winner


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("hnefatafl", 14, 33) == snapshot
    assert thoughts("hnefatafl", 7, 14, options={"board": "brandubh-7", "escape": "edge"}) == snapshot
    assert thoughts("hnefatafl", 9, 24, options={"board": "tablut-9", "king_capture": "two"}) == snapshot


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("hnefatafl") == snapshot

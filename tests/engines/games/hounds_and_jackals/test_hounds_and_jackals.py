"""Fast Hounds and Jackals positions: agreement with the rules, required finds."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, Budget, Task
from engines.contract import Chance, Position
from engines.games.hounds_and_jackals.position import HoundsPosition, begin
from rules import GAMES, State
from rules.games.hounds_and_jackals.text import read_layout
from tests.engines.lockstep import choices, play_in_lockstep
from tests.engines.thinking import levels, thoughts
from tests.repeats import repeats

GAME = GAMES["hounds-and-jackals"]


def same_tracks(state: State, position: Position) -> None:
    assert isinstance(position, HoundsPosition)
    layout = read_layout(state.position)
    assert (position.pieces, position.attacked) == (layout.pieces, layout.attacked)


@pytest.mark.parametrize("options", tuple(choices(GAME)), ids=str)
@pytest.mark.parametrize("seed", range(repeats(4, 16)))
def test_engine_games_match_rules(options: Mapping[str, str], seed: int) -> None:
    outcome = play_in_lockstep(GAME, options, begin, seed, 1000, same_tracks)
    assert outcome is not None


def test_last_piece_retreats_rather_than_going_home() -> None:
    state = GAME.from_position("hounds 24 26 27 28 29; jackals 1 2 3 4 20; turn hounds")
    assert {move.text for move in state.legal_moves()} == {"24-10", "24-25"}
    engine = ENGINES[GAME.key]
    assert engine.choose(Task([state], engine.levels[4], Budget(200), Chance("1"))) == "24-10"


@pytest.mark.parametrize("no_move", ["loss", "pass"])
@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        ("hounds 24 26 27 28 29; jackals 2 7 11 12 15; turn jackals", "2-3", 1),
        ("hounds 15 19 20 26 28; jackals 24 25 26 28 29; turn hounds", "19-21", 0),
    ],
)
def test_side_without_a_move_loses_under_that_option(text: str, move: str, winner: int, no_move: str) -> None:
    state = GAME.from_position(text, {"no_move": no_move})
    after = state.play(state.parse(move))
    position = begin([state, after])
    same_tracks(after, position)
    assert (position.winner, after.outcome is not None) == (
        (winner, True) if no_move == "loss" else (None, False)
    )


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("hounds-and-jackals", 12, 29) == snapshot


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("hounds-and-jackals") == snapshot

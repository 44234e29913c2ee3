"""Fast Nine Men's Morris positions: agreement with the rules."""

from collections.abc import Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines.contract import DRAW, Position
from engines.games.nine_mens_morris.position import MorrisPosition, begin
from rules import GAMES, State
from rules.games.nine_mens_morris import NineMensMorrisState
from tests.engines.lockstep import choices, play_in_lockstep
from tests.engines.thinking import levels, thoughts
from tests.repeats import repeats

GAME = GAMES["nine-mens-morris"]


def same_men(state: State, position: Position) -> None:
    assert isinstance(state, NineMensMorrisState)
    assert isinstance(position, MorrisPosition)
    assert (position.men, position.hands) == (state.layout.men, state.layout.hands)


@pytest.mark.parametrize("options", tuple(choices(GAME)), ids=str)
@pytest.mark.parametrize("seed", range(repeats(3, 12)))
def test_engine_positions_match_rules(options: Mapping[str, str], seed: int) -> None:
    play_in_lockstep(GAME, options, begin, seed, 300, same_men)


@pytest.mark.parametrize("men", GAME.options[0].values)
def test_games_on_every_board_end(men: str) -> None:
    ends = {
        play_in_lockstep(GAME, {"men": men, "no_mill": limit}, begin, seed, 500, same_men) is not None
        for limit in ("20", "50")
        for seed in range(4)
    }
    assert ends == {True}


@pytest.mark.parametrize(
    ("men", "text", "move"),
    [
        ("12", "bww/wbb/bwb/bbwbww/bwb/wbw/.wb b 0 0", "a4-a1"),
        ("12", "bwb/bwb/wbw/bwwbww/bwb/wbb/w.w b 0 1", "d1"),
        ("6", "bw./wbw/wwbb/b../wb. b 0 0", "e3-e5"),
    ],
)
def test_board_without_moves_ends_like_the_rules(men: str, text: str, move: str) -> None:
    state = GAME.from_position(text, {"men": men})
    after, position = state.play(state.parse(move)), begin([state])
    position.make(position.read(move))
    assert after.outcome is not None
    assert position.winner == (after.outcome.winners[0] if after.outcome.winners else DRAW)


def test_mills_without_a_capture_still_count_as_repetition() -> None:
    options = {"men": "12", "all_in_mills": "none"}
    state = GAME.from_position("b.w/b.w/b.w/..bw../b.w/b.w/b.w w 0 0", options)
    position = begin([state])
    assert isinstance(position, MorrisPosition)
    for text in ("e4-f4", "c4-b4", "f4-e4", "b4-c4") * 2:
        assert position.winner is None
        position.make(position.read(text))
    assert (position.winner, position.quiet) == (DRAW, 0)
    position.unmake()
    assert position.winner is None


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("nine-mens-morris", 7, 24) == snapshot
    assert thoughts("nine-mens-morris", 6, 19, options={"men": "6"}) == snapshot


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("nine-mens-morris") == snapshot

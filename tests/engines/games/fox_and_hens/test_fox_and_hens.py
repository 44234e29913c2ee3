"""Fast Fox and Hens positions: agreement with the rules, and noticed and overlooked moves."""

from collections.abc import Iterator, Mapping

import pytest
from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, Budget, Task, answer
from engines.contract import Chance, Position
from engines.games.fox_and_hens.position import FoxPosition, begin
from rules import GAMES, State
from rules.games.fox_and_hens.text import write_layout
from tests.engines.lockstep import choices, play_in_lockstep
from tests.engines.thinking import levels, thoughts
from tests.repeats import repeats

GAME = GAMES["fox-and-hens"]
ENGINE = ENGINES["fox-and-hens"]


def combinations() -> Iterator[Mapping[str, str]]:
    yield from (
        options for options in choices(GAME) if options.get("hens_stuck") != "draw" or len(options) == 1
    )
    for both in GAME.options[1].values:
        yield {"both_missed": both, "return_by": "hens", "return_zone": "outside-house", "fox_start": "back"}


def same_board(state: State, position: Position) -> None:
    assert isinstance(position, FoxPosition)
    assert write_layout(position.layout()) == state.position


@pytest.mark.parametrize("options", tuple(combinations()), ids=str)
@pytest.mark.parametrize("seed", range(repeats(3, 12)))
def test_engine_games_match_rules(options: Mapping[str, str], seed: int) -> None:
    assert play_in_lockstep(GAME, options, begin, seed, 500, same_board) is not None


@pytest.mark.parametrize(
    ("text", "move", "winner"),
    [
        ("hens c4 c6 c7 d5 d6 d7 e5 e6 e7; foxes a3 g3; off 0; turn hens", "c4-c5", 0),
        ("hens c6 d6 e7 c5 e5 d4 a3 a4 b3; foxes c7 d7; off 0; turn hens", "d4-d5", 0),
        ("hens c6 d6 e7 c5 e5 d4 a3 a4 b3; foxes c7 d7; off 0; turn hens", "a4-a5", None),
    ],
)
def test_rare_positions_match_rules(text: str, move: str, winner: int | None) -> None:
    state = GAME.from_position(text)
    position = begin([state])
    position.make(position.read(move))
    assert position.winner == winner
    after = state.play(state.parse(move))
    same_board(after, position)
    assert begin([state, after]).winner == winner
    position.unmake()
    assert position.winner is None


BOTH_MISSED = (
    "hens a3 a4 b3 b4 c1 c2 c3 c4 d1 d2 d4 d6 e1 e2 e4 e5 f3 f4 g3 g5; foxes c6 e6; off 0; turn hens; "
    "claimable c6 e6; step c5-c6"
)


@pytest.mark.parametrize("both", GAME.options[1].values)
def test_claims_after_both_foxes_missed_match_rules(both: str) -> None:
    state = GAME.from_position(BOTH_MISSED, {"both_missed": both})
    for move in state.legal_moves():
        after, position = state.play(move), begin([state])
        position.make(position.read(move.text))
        same_board(after, position)
        assert position.winner == (None if after.outcome is None else after.outcome.winners[0])


CAPTURE = "hens a3 a4 b3 b4 c1 d1 e1 f3 g3 g4 c5 e4; foxes c6 e6; off 0; turn foxes"
CLAIM = "hens a3 a4 b3 b4 c1 d1 e1 f3 g3 g4 c5 e4; foxes c7 e6; off 0; turn hens; claimable c7; step c6-c7"


def answers(text: str, level: int) -> list[str]:
    path = [GAME.from_position(text)]
    return [answer(ENGINE, path, level, Budget(300), str(seed)).text for seed in range(40)]


@pytest.mark.parametrize(("text", "value", "level"), [(CAPTURE, "c6xc4", 2), (CLAIM, "claim c7", 1)])
def test_weak_levels_sometimes_overlook_and_level_5_never_does(text: str, value: str, level: int) -> None:
    weak, strong = answers(text, level), answers(text, 5)
    assert {*strong} == {value}
    assert 8 < weak.count(value) < 36


def test_beginning_foxes_overlook_most_captures() -> None:
    assert answers(CAPTURE, 1).count("c6xc4") < 8


def test_every_level_makes_an_enforced_capture() -> None:
    state = GAME.from_position(CAPTURE, {"missed_capture": "enforced"})
    for level in range(1, 6):
        move = ENGINE.choose(Task([state], ENGINE.levels[level - 1], Budget(100), Chance("1")))
        assert "x" in move


def test_thoughts_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert thoughts("fox-and-hens", 4, 11) == snapshot
    assert (
        thoughts("fox-and-hens", 8, 15, options={"missed_capture": "enforced", "diagonals": "none"})
        == snapshot
    )


def test_levels_match_snapshot(snapshot: SnapshotAssertion) -> None:
    assert levels("fox-and-hens") == snapshot

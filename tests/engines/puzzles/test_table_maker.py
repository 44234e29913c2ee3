"""Puzzles made of solved positions: their goals, and the approved lines of a few."""

from syrupy.assertion import SnapshotAssertion

from engines import ENGINES, GameValue
from engines.contract import Chance
from engines.games.hounds_and_jackals.solved import HoundsOracle
from engines.puzzles.puzzle import Goal
from engines.puzzles.table_maker import TablePuzzleMaker
from rules import GAMES

KEY = "hounds-and-jackals"
ORACLE = HoundsOracle()
MAKER = TablePuzzleMaker(ENGINES[KEY], ORACLE, longest=2, fewest=2, seed="goals")


def test_won_positions_make_keep_puzzles_and_drawn_ones_hold(snapshot: SnapshotAssertion) -> None:
    chance = Chance("goals")
    states = [ORACLE.sample(chance, {}) for _ in range(80)]
    lines = []
    for puzzle in MAKER.puzzles(states, lambda _goal, _moves: True):
        assert puzzle.start is not None
        fact = ORACLE.fact(GAMES[KEY].from_position(puzzle.start, puzzle.options))
        assert fact is not None
        expected = {GameValue.WON: {Goal.KEEP, Goal.TAKE}, GameValue.DRAWN: {Goal.HOLD}}
        assert puzzle.goal in expected[fact.result]
        lines.append(f"{puzzle.goal} {puzzle.moves} quiet={puzzle.quiet} {puzzle.tree} {puzzle.start}")
    assert "\n".join(lines) == snapshot


def test_only_requested_puzzles_are_made() -> None:
    chance = Chance("goals")
    states = [ORACLE.sample(chance, {}) for _ in range(80)]
    holding = list(MAKER.puzzles(states, lambda goal, moves: goal is Goal.HOLD and moves == 2))
    assert holding
    assert {(puzzle.goal, puzzle.moves) for puzzle in holding} == {(Goal.HOLD, 2)}

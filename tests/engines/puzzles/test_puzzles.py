"""The shipped puzzles, checked against the rules."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines import ENGINES
from engines.contract import position_facts
from engines.puzzles import (
    Goal,
    Puzzle,
    PuzzleError,
    PuzzleTree,
    is_proved,
    shipped,
    shipped_lines,
    state_of,
)
from engines.puzzles.only_moves import refutation
from engines.search.engine import PlayoutEngine
from rules import GAMES, State
from rules.contract.capabilities import leaves_to_chance
from tests.repeats import repeats

KEYS = [key for key in GAMES if shipped(key)]
SAMPLE, SHORT, SOLVED, LINES = repeats(1, 2), repeats(3, 12), repeats(6, 40), repeats(60, 1_000)
"""The numbers of longer, short and solved puzzles proved here per game, and of lines played."""


def positions(key: str) -> Iterator[tuple[Puzzle, State]]:
    for puzzle in shipped(key):
        yield puzzle, state_of(GAMES[key], puzzle)


def count_lines(state: State, seat: int, tree: PuzzleTree, moves: int) -> int:
    """Play all lines of a tree to their ends; return their number."""
    assert tree, "a branch has no solution"
    lines = 0
    for text, replies in tree.items():
        after = state.play(state.parse(text))
        if not replies:
            assert after.outcome is not None
            assert after.outcome.winners == (seat,)
            lines += 1
        elif after.turn == seat:
            lines += count_lines(after, seat, replies[""], moves - 1)
        else:
            assert set(replies) == set(map(str, after.legal_moves())), "every reply is answered"
            for reply, rest in replies.items():
                answered = after.play(after.parse(reply))
                if answered.outcome is None:
                    assert moves > 1
                    lines += count_lines(answered, seat, rest, moves - 1)
                else:
                    assert answered.outcome.winners == (seat,)
                    lines += 1
    return lines


def line_of(state: State, tree: PuzzleTree) -> int:
    """Play a tree's only line; return the number of moves by the solving side."""
    ((text, replies),) = tree.items()
    after = state.play(state.parse(text))
    if not replies:
        return 1
    ((reply, rest),) = replies.items()
    return 1 + line_of(after.play(after.parse(reply)), rest)


def test_thousand_puzzles_cover_all_games_and_goals() -> None:
    puzzles = {key: shipped(key) for key in KEYS}
    every = [puzzle for of_game in puzzles.values() for puzzle in of_game]
    assert len(every) >= 1_000
    assert 3 * sum(puzzle.moves == 1 for puzzle in every) <= len(every)
    assert {puzzle.goal for puzzle in every} == set(Goal)
    boards = Counter(puzzle.options["board"] for puzzle in puzzles["hnefatafl"])
    assert boards["hnefatafl-13"] >= 40
    assert {"hnefatafl-11", "hnefatafl-9", "alea-evangelii-19"} <= set(boards)
    assert any(puzzle.options["men"] == "12" for puzzle in puzzles["nine-mens-morris"]), list(
        puzzles["nine-mens-morris"]
    )


@pytest.mark.parametrize("key", KEYS)
def test_each_game_has_enough_puzzles_of_several_kinds(key: str) -> None:
    puzzles = shipped(key)
    assert len(puzzles) >= 30
    assert len({(puzzle.goal, puzzle.moves) for puzzle in puzzles}) >= 3
    assert len({line.position for line in shipped_lines(key)}) == len(puzzles)
    assert list(puzzles) == sorted(puzzles, key=lambda puzzle: puzzle.difficulty)


@pytest.mark.parametrize("key", KEYS)
def test_every_line_of_every_tree_reaches_its_goal(key: str) -> None:
    every = shipped(key)
    for puzzle in every[:: 1 + len(every) // LINES]:
        state = state_of(GAMES[key], puzzle)
        assert state.outcome is None
        assert state.turn is not None
        assert len(puzzle.tree) == 1
        if puzzle.goal is Goal.WIN:
            assert count_lines(state, state.turn, puzzle.tree, puzzle.moves)
        else:
            assert line_of(state, puzzle.tree) == puzzle.moves


@pytest.mark.parametrize("key", KEYS)
def test_one_move_puzzles_have_a_unique_answer(key: str) -> None:
    short = [puzzle for puzzle in shipped(key) if puzzle.moves == 1]
    for puzzle in short[:: 1 + len(short) // SHORT]:
        assert is_proved(puzzle, state_of(GAMES[key], puzzle), ENGINES[key].oracle)


@pytest.mark.parametrize("key", KEYS)
def test_sample_of_longer_puzzles_is_proved(key: str) -> None:
    longer = [candidate for candidate in shipped(key) if candidate.moves > 1 and not candidate.goal.is_solved]
    assert longer
    for puzzle in longer[:: 1 + len(longer) // SAMPLE]:
        assert is_proved(puzzle, state_of(GAMES[key], puzzle))


@pytest.mark.parametrize("key", [key for key in KEYS if ENGINES[key].oracle is not None])
def test_sample_of_solved_puzzles_is_proved(key: str) -> None:
    solved = [puzzle for puzzle in shipped(key) if puzzle.goal.is_solved]
    assert solved
    for puzzle in solved[:: 1 + len(solved) // SOLVED]:
        state = state_of(GAMES[key], puzzle)
        assert is_proved(puzzle, state, ENGINES[key].oracle)
        assert not is_proved(puzzle, state)
        assert not is_proved(replace(puzzle, moves=puzzle.moves + 1), state, ENGINES[key].oracle)
        other = next(move for move in map(str, state.legal_moves()) if move != puzzle.answer)
        assert not is_proved(replace(puzzle, tree={other: {}}, moves=1), state, ENGINES[key].oracle)
        oracle, after = ENGINES[key].oracle, state.play(state.parse(other))
        assert oracle is not None
        if (facts := position_facts(oracle, after)) is not None and after.outcome is None:
            assert (refutation(oracle, after) or "") in facts.keepers


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_answer_is_not_proved(key: str) -> None:
    puzzle, state = next(position for position in positions(key) if not position[0].goal.is_solved)
    other = next(move for move in map(str, state.legal_moves()) if move != puzzle.answer)
    assert not is_proved(replace(puzzle, tree={other: {}}), state)


@pytest.mark.parametrize("key", KEYS)
def test_puzzle_line_round_trips(key: str) -> None:
    for puzzle in shipped(key):
        assert Puzzle.read(puzzle.to_line()) == puzzle


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", '{"tree":1}', "nonsense", '{"options":{},"plies":[],"goal":"x"}']
)
def test_invalid_puzzle_line_is_refused(line: str) -> None:
    with pytest.raises(PuzzleError):
        Puzzle.read(line)


def test_puzzles_exist_for_own_engines_but_not_for_dice_games() -> None:
    own = {key for key, engine in ENGINES.items() if not isinstance(engine, PlayoutEngine)}
    assert {key for key in own if not leaves_to_chance(GAMES[key])} <= set(KEYS)
    # Lines with dice cannot be proved.
    assert not [key for key in KEYS if leaves_to_chance(GAMES[key])]

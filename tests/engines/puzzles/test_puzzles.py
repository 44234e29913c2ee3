"""The puzzles that are shipped, held against the rules."""

from collections import Counter
from collections.abc import Iterator

import pytest

from engines import ENGINES
from engines.puzzles import Goal, Puzzle, PuzzleError, PuzzleTree, is_proved, shipped, state_of
from engines.search.engine import PlayoutEngine
from rules import GAMES, State
from rules.contract.capabilities import leaves_to_chance

KEYS = [key for key in GAMES if shipped(key)]
SAMPLE = 2
"""How many of the longer puzzles of a game are proved here; `python -m engines puzzles` proves all."""


def positions(key: str) -> Iterator[tuple[Puzzle, State]]:
    for puzzle in shipped(key):
        yield puzzle, state_of(GAMES[key], puzzle)


def walked(state: State, seat: int, tree: PuzzleTree, moves: int) -> int:
    """Play all lines of a tree to their ends; return how many there are."""
    assert tree, "somewhere the solution is missing"
    lines = 0
    for text, replies in tree.items():
        after = state.play(state.parse(text))
        if not replies:
            assert after.outcome is not None
            assert after.outcome.winners == (seat,)
            lines += 1
        elif after.turn == seat:
            lines += walked(after, seat, replies[""], moves - 1)
        else:
            assert set(replies) == set(map(str, after.legal_moves())), "every reply is answered"
            for reply, rest in replies.items():
                answered = after.play(after.parse(reply))
                if answered.outcome is None:
                    assert moves > 1
                    lines += walked(answered, seat, rest, moves - 1)
                else:
                    assert answered.outcome.winners == (seat,)
                    lines += 1
    return lines


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_enough_puzzles_of_several_kinds(key: str) -> None:
    puzzles = shipped(key)
    assert len(puzzles) >= 30
    kinds = Counter((puzzle.goal, puzzle.moves) for puzzle in puzzles)
    assert kinds[Goal.WIN, 1] * 3 <= len(puzzles)
    assert len({(puzzle.plies, tuple(puzzle.options.items())) for puzzle in puzzles}) == len(puzzles)
    assert list(puzzles) == sorted(puzzles, key=lambda puzzle: puzzle.difficulty)


@pytest.mark.parametrize("key", KEYS)
def test_every_line_of_every_tree_reaches_its_goal(key: str) -> None:
    for puzzle, state in positions(key):
        assert state.outcome is None
        assert state.turn is not None
        assert len(puzzle.tree) == 1
        if puzzle.goal is Goal.WIN:
            assert walked(state, state.turn, puzzle.tree, puzzle.moves)


@pytest.mark.parametrize("key", KEYS)
def test_short_puzzles_have_one_answer_only(key: str) -> None:
    for puzzle, state in positions(key):
        if puzzle.moves == 1:
            assert is_proved(puzzle, state)


@pytest.mark.parametrize("key", KEYS)
def test_some_of_the_longer_ones_are_proved_anew(key: str) -> None:
    longer = [(puzzle, state) for puzzle, state in positions(key) if puzzle.moves > 1]
    assert longer
    for puzzle, state in longer[:: max(1, len(longer) // SAMPLE)]:
        assert is_proved(puzzle, state)


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_answer_is_not_proved(key: str) -> None:
    puzzle, state = next(positions(key))
    other = next(move for move in map(str, state.legal_moves()) if move != puzzle.answer)
    assert not is_proved(
        Puzzle(
            puzzle.options, puzzle.plies, puzzle.goal, puzzle.moves, puzzle.quiet, puzzle.nodes, {other: {}}
        ),
        state,
    )


@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_is_read(key: str) -> None:
    for puzzle in shipped(key):
        assert Puzzle.read(puzzle.written()) == puzzle


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", '{"tree":1}', "nonsense", '{"options":{},"plies":[],"goal":"x"}']
)
def test_what_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(PuzzleError):
        Puzzle.read(line)


def test_games_with_an_engine_of_their_own_have_some_but_no_games_of_chance() -> None:
    own = {key for key, engine in ENGINES.items() if not isinstance(engine, PlayoutEngine)}
    assert {key for key in own if not leaves_to_chance(GAMES[key])} <= set(KEYS)
    # No line of theirs can be proved.
    assert not any(leaves_to_chance(GAMES[key]) for key in KEYS)

"""The choice of the next puzzle, and the judgement of answers."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.puzzles.domain.puzzles import (
    PuzzleAnswer,
    PuzzleResult,
    answer_to,
    hidden_end,
    in_a_row,
    main_line,
    next_puzzle,
    number_of,
    remaining_tree,
    set_puzzles,
)
from engines.puzzles import Goal, PuzzleTree, shipped, state_of
from engines.puzzles.proof import Prover, on_the_board
from rules import GAMES
from tests.repeats import repeats

KEY = "hounds-and-jackals"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PUZZLES = tuple(set_puzzles([GAMES[KEY]]).values())


def result(place: int, *, wrong: int = 0, solved: bool = True, hours: int = 0) -> PuzzleResult:
    return PuzzleResult(KEY, PUZZLES[place].id, wrong, solved, NOON + timedelta(hours=hours))


def next_place(*results: PuzzleResult) -> int:
    return PUZZLES.index(next_puzzle(PUZZLES, results))


def test_newcomers_start_with_the_easiest_puzzle() -> None:
    assert next_place() == 0


def test_solving_at_once_raises_and_giving_up_lowers_difficulty() -> None:
    assert next_place(result(10)) == 13
    assert next_place(result(10, wrong=1)) == 11
    assert next_place(result(10, wrong=1, solved=False)) == 9


def test_solved_puzzles_repeat_only_after_all_are_solved() -> None:
    assert next_place(result(10), result(13, hours=-1)) in {12, 14}
    all_solved = [result(place, hours=place) for place in range(len(PUZZLES))]
    assert next_place(*all_solved) == 0, "the puzzle solved longest ago"


def test_a_given_up_puzzle_is_not_repeated_at_once() -> None:
    assert next_place(result(0, wrong=1, solved=False)) == 1


def test_steps_count_only_puzzles_of_the_board() -> None:
    every_third = PUZZLES[::3]
    assert every_third.index(next_puzzle(every_third, [result(6)])) == 5


def test_results_on_other_boards_do_not_count_as_steps() -> None:
    every_third = PUZZLES[::3]
    other_results = [
        result(31, hours=2),
        PuzzleResult("conhex", 7, 0, solved=True, last=NOON + timedelta(days=1)),
    ]
    assert every_third.index(next_puzzle(every_third, [result(6), *other_results])) == 5


TREE: PuzzleTree = {"a": {"short": {"b": {}}, "long": {"c": {"on": {"d": {}}}}, "wide": {"e": {}, "f": {}}}}
"""The defender replies with the longest defence; among equals, with the fewest right moves."""


def test_the_opponent_defends_as_long_as_possible() -> None:
    assert main_line(TREE) == ("a", "long", "c", "on", "d")
    assert main_line({}) == ()
    assert main_line({"a": {"": {"b": {}}}}) == ("a", "b"), "one side acts twice"
    entry = PUZZLES[0].puzzle
    state = state_of(GAMES[KEY], entry)
    move = state.legal_moves()[0]
    text = str(move)
    assert answer_to(entry, state, {text: TREE["a"]}, move) == PuzzleAnswer(right=True, reply="long")
    equal_defences: PuzzleTree = {text: {"wide": {"e": {}, "f": {}}, "narrow": {"g": {}}}}
    assert answer_to(entry, state, equal_defences, move) == PuzzleAnswer(right=True, reply="narrow")
    game_over: PuzzleTree = {text: {"over": {}}}
    assert answer_to(entry, state, game_over, move) == PuzzleAnswer(right=True, reply=None)
    same_side: PuzzleTree = {text: {"": {"again": {}}}}
    assert answer_to(entry, state, same_side, move) == PuzzleAnswer(right=True, reply=""), (
        "the same side moves again"
    )


def test_the_remaining_tree_follows_the_solution() -> None:
    assert remaining_tree(TREE, (), ()) == TREE
    assert remaining_tree(TREE, ("a", "long"), (True, False)) == {"c": {"on": {"d": {}}}}
    assert remaining_tree(TREE, ("a", "long", "c", "on"), (True, False, True, False)) == {"d": {}}
    for plies in (("x",), ("a", "x"), ("a", "long", "d")):
        assert remaining_tree(TREE, plies, (True, False, True)[: len(plies)]) is None
    same_side: PuzzleTree = {"a": {"": {"b": {}}}}
    assert remaining_tree(same_side, ("a",), (True,)) == {"b": {}}
    assert remaining_tree(same_side, ("a", "b"), (True, True)) is None


def test_the_first_mistake_ends_a_streak() -> None:
    assert in_a_row([]) == 0
    assert in_a_row([result(1, hours=1), result(2, hours=2), result(3, hours=3)]) == 3
    assert in_a_row([result(1, hours=1), result(2, wrong=1, hours=2), result(3, hours=3)]) == 1
    assert in_a_row([result(1, hours=1), result(3, solved=False, hours=3)]) == 0


def test_puzzle_numbers_match_their_positions() -> None:
    assert len(PUZZLES) == len(shipped(KEY))
    assert not [
        entry for entry in PUZZLES if not (entry.id == number_of(entry.line) and 0 < entry.id < 2**48)
    ]


def test_the_main_line_solves_and_other_first_moves_fail() -> None:
    for entry in PUZZLES[:: repeats(4, 1)]:
        puzzle, state = entry.puzzle, state_of(GAMES[KEY], entry.puzzle)
        seat, moves, turns = state.turn, list[str](), list[bool]()
        for other in state.legal_moves():
            if str(other) != puzzle.answer:
                assert not answer_to(puzzle, state, puzzle.tree, other).right
        solved = False
        while not solved:
            remaining = remaining_tree(puzzle.tree, moves, turns)
            assert remaining is not None
            move = state.parse(main_line(remaining)[0])
            answer = answer_to(puzzle, state, remaining, move)
            assert answer.right
            solved = answer.solves
            for ply in (str(move), *((answer.reply,) if answer.reply else ())):
                turns.append(state.turn == seat)
                moves.append(ply)
                state = state.play(state.parse(ply))
        assert sum(turns) == puzzle.moves
        if puzzle.goal is Goal.WIN:
            ends = [state] if state.outcome else [state.play(reply) for reply in state.legal_moves()]
            assert {end.outcome.winners for end in ends if end.outcome} == {(seat,)}
            assert not [end for end in ends if not end.outcome]


def test_a_line_outside_the_solution_leaves_no_tree() -> None:
    longer = next(entry.puzzle for entry in PUZZLES if entry.puzzle.moves > 1)
    assert remaining_tree(longer.tree, ["nonsense"], [True]) is None
    assert remaining_tree(longer.tree, [longer.answer, "nonsense"], [True, False]) is None
    assert remaining_tree(longer.tree, ["nonsense"], [False]) is None


def test_an_answer_that_misses_a_threat_is_refuted() -> None:
    """In a puzzle with a threat to stop, an answer that does not stop it loses to the given reply."""
    key, puzzle = next(
        (key, candidate) for key in GAMES for candidate in shipped(key) if candidate.goal is Goal.SAVE
    )
    state = state_of(GAMES[key], puzzle)
    for move in state.legal_moves():
        if str(move) == puzzle.answer:
            continue
        reply = answer_to(puzzle, state, puzzle.tree, move).reply
        answered = state.play(move)
        assert reply is not None
        outcome = answered.play(answered.parse(reply)).outcome
        assert outcome is not None
        assert state.turn not in outcome.winners


def test_an_answer_that_wins_too_late_is_refuted() -> None:
    for puzzle in [entry for entry in shipped(KEY) if entry.goal is Goal.WIN and entry.moves > 1][::8]:
        state = state_of(GAMES[KEY], puzzle)
        for move in state.legal_moves():
            if str(move) not in puzzle.tree:
                reply, answered = answer_to(puzzle, state, puzzle.tree, move).reply, state.play(move)
                assert reply is not None
                assert not Prover().winning(answered.play(answered.parse(reply)), puzzle.moves - 1)


def test_a_wrong_answer_keeping_the_turn_has_no_refutation() -> None:
    state = GAMES["conhex"].new({"handicap": "2", "swap": "off"})
    puzzle = next(entry for entry in shipped("conhex") if entry.goal is Goal.WIN)
    assert state.play(state.parse("f6")).turn == state.turn
    tree: PuzzleTree = {"a1": {"b2": {"c3": {}}}}
    assert answer_to(puzzle, state, tree, state.parse("f6")) == PuzzleAnswer(right=False)


@pytest.mark.parametrize("key", GAMES)
def test_a_puzzle_reports_an_end_that_depends_on_history(key: str) -> None:
    """Solvers have not seen the earlier plies; where these decide, the puzzle says how the game would end."""
    for puzzle in shipped(key)[:: repeats(8, 1)]:
        start = state_of(GAMES[key], puzzle)
        end = hidden_end(puzzle, start)
        if puzzle.goal.is_solved:
            assert end is None
        elif puzzle.moves == 1:
            without_history = Prover().solution(on_the_board(start), puzzle.goal, puzzle.moves)
            assert (end is None) == (without_history == puzzle.tree)
        if end is not None:
            assert (start.turn in end.winners) == (puzzle.goal is Goal.WIN)


def test_earlier_plies_decide_some_ludus_latrunculorum_puzzles() -> None:
    key = "ludus-latrunculorum"
    ends = [hidden_end(puzzle, state_of(GAMES[key], puzzle)) for puzzle in shipped(key)]
    assert {str(end.reason) for end in ends if end is not None} == {"no-capture-limit", "repetition"}

"""Properties of the moves of every game, in games of every manner."""

import re
from random import Random

import pytest

from rules import Move, RulesError, State
from rules.toolkit.perft import plies
from tests.rules.contract.all_cases import CASES
from tests.rules.contract.cases import Case
from tests.rules.contract.manners import MANNERS, Manner, walk

TRIES = 20
GAMES = [
    pytest.param(case, manner, id=f"{key} {name}")
    for key, case in CASES.items()
    for name, manner in MANNERS.items()
]


@pytest.mark.parametrize(("case", "manner"), GAMES)
def test_the_points_of_a_move_stand_in_its_text_in_their_order(case: Case, manner: Manner) -> None:
    moves = {move for state in walk(case, manner, case.game.key) for move in plies(state)}
    assert moves
    assert [move for move in moves if not re.search(".*".join(map(re.escape, move.path)), move.text)] == []


@pytest.mark.parametrize(("case", "manner"), GAMES)
def test_what_is_read_as_a_move_can_be_played(case: Case, manner: Manner) -> None:
    """Type moves that were legal before, as from an old board, and nearly legal ones."""
    chance = Random(case.game.key)
    spellings: dict[str, None] = {}
    points: dict[str, None] = {}
    for state in walk(case, manner, case.game.key):
        moves = plies(state)
        spellings.update(dict.fromkeys(map(str, moves)))
        points.update(dict.fromkeys(point for move in moves for point in move.path))
        if state.turn is None:
            continue
        old = chance.sample(list(spellings), min(TRIES, len(spellings)))
        near = [nearly(chance.choice(moves), chance.choice([*points, ""])) for _ in range(TRIES)]
        for text in (*old, *near):
            read = parse(state, text)
            assert read is None or read in moves, f"{text} in {state.position}"
    assert spellings


def nearly(move: Move, point: str) -> str:
    """Return the text of a move with another last point."""
    if not move.path:
        return f"{move}{point}"
    before, _, behind = move.text.rpartition(move.path[-1])
    return f"{before}{point}{behind}"


def parse(state: State, text: str) -> Move | None:
    try:
        return state.parse(text)
    except RulesError:
        return None


@pytest.mark.parametrize(("case", "manner"), GAMES)
def test_an_end_that_the_position_shows_is_read_from_it(case: Case, manner: Manner) -> None:
    """A position that ends the game whatever went before, ends it also when it is read."""
    before: State | None = None
    for state in walk(case, manner, case.game.key):
        if before is not None and state.last is not None:
            fresh = case.game.from_position(before.position, state.options, state.players).play(state.last)
            read = case.game.from_position(state.position, state.options, state.players)
            assert read.outcome == fresh.outcome, f"{state.last} in {before.position}"
        before = state

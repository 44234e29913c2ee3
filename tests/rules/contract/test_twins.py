"""Every game against its slow twin: perft tables, and whole games in step."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from rules import GAMES, Move, RulesError, State
from rules.toolkit.perft import nodes_at, plies
from tests.repeats import in_turn
from tests.rules.contract.all_cases import CASES
from tests.rules.contract.cases import Case, Perft, Setting, Twin, nodes, start
from tests.rules.contract.manners import MANNERS, Manner

TABLES = [
    pytest.param(case, table, id=f"{key} {table}") for key, case in CASES.items() for table in case.perft
]
GAMES_IN_STEP = [
    pytest.param(case, setting, manner, id=f"{key} {name} {case.settings.index(setting)}")
    for key, case in CASES.items()
    for (name, manner), setting in in_turn(list(MANNERS.items()), case.settings)
]
TRIES = 8


def assert_same(state: State, twin: Twin) -> None:
    assert state.position == twin.position()
    assert (None if state.outcome is None else state.outcome.winners) == twin.winners()
    texts = [str(ply) for ply in plies(state)]
    assert len(texts) == len(set(texts))
    assert set(texts) == set(twin.moves())


def test_every_game_has_a_case() -> None:
    assert CASES.keys() == GAMES.keys()


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_perft_table_checked_by_its_twin(key: str) -> None:
    tables = CASES[key].perft
    assert any(table.twin >= 2 and len(table.counts) >= 2 for table in tables), tables
    assert any(not table.options and not table.position and not table.moves for table in tables), tables


@pytest.mark.parametrize(("case", "table"), TABLES)
def test_perft_counts_match_table_and_twin(case: Case, table: Perft) -> None:
    state = start(table, case.game)
    assert tuple(nodes_at(state, depth) for depth in range(1, len(table.counts) + 1)) == table.counts
    twin = case.twin(state.options, state.players, table.position)
    for text in table.moves:
        twin = twin.after(text)
    checked = table.counts[: table.twin]
    assert tuple(nodes(twin, depth) for depth in range(1, len(checked) + 1)) == checked


@pytest.mark.parametrize(("case", "setting", "manner"), GAMES_IN_STEP)
def test_games_in_step(
    case: Case, setting: tuple[Setting, int | None], manner: Manner, request: pytest.FixtureRequest
) -> None:
    """Play a game in both implementations; check typed moves and the text of each position."""
    options, players = setting
    state = case.game.new(options, players)
    twin = case.twin(state.options, state.players, "")
    chance = Random(request.node.name)
    earlier: set[str] = set()
    moves: dict[Move, None] = {}
    for _ in range(case.plies):
        assert_same(state, twin)
        moves |= dict.fromkeys(plies(state))
        assert_only_moves_are_read(state, list(moves), chance)
        if state.outcome is not None:
            break
        earlier.add(state.position)
        ply = manner(state, plies(state), earlier, chance)
        before, state, twin = state, state.play(ply), twin.after(str(ply))
        assert_end_is_read(before, ply, state)
    assert_same(state, twin)
    assert [move for move in moves if not re.search(".*".join(map(re.escape, move.path)), move.text)] == []


def assert_only_moves_are_read(state: State, former: list[Move], chance: Random) -> None:
    """Try current moves, moves from earlier positions and nearly legal moves."""
    if state.turn is None:
        return
    legal = set(state.legal_moves())
    same_points = {frozenset(move.path) for move in legal}
    for move in typed_moves(former, chance):
        try:
            read = state.parse(move.text)
        except RulesError:
            pass
        else:
            assert read in legal, f"{move.text} in {state.position}"
        # Men captured together may be named in any order.
        if move not in legal and frozenset(move.path) not in same_points:
            with pytest.raises(RulesError):
                state.play(move)


def typed_moves(moves: list[Move], chance: Random) -> Iterator[Move]:
    points = list({point: None for move in moves for point in move.path})
    for move in chance.sample(moves, min(TRIES, len(moves))):
        yield move
        other = chance.choice([*points, ""])
        # The same move with a different last point.
        prefix, _, suffix = move.text.rpartition(move.path[-1]) if move.path else (move.text, "", "")
        yield Move(f"{prefix}{other}{suffix}", (*move.path[:-1], other), move.action)


def assert_end_is_read(before: State, ply: Move, after: State) -> None:
    """A position that ends the game regardless of history also ends it when read from text."""
    fresh, read = (
        state.game.from_position(state.position, state.options, state.players) for state in (before, after)
    )
    assert read.outcome == fresh.play(ply).outcome, f"{ply} in {before.position}"

"""Every game beside a slow second account of its rules: perft tables, and whole games in step."""

from random import Random

import pytest

from rules import GAMES, State
from rules.toolkit.perft import nodes_at, plies
from tests.repeats import cases
from tests.rules.contract.all_cases import CASES
from tests.rules.contract.cases import Case, Perft, Twin, nodes, start
from tests.rules.contract.manners import MANNERS, Manner

TABLES = [
    pytest.param(case, table, id=f"{key} {table}") for key, case in CASES.items() for table in case.perft
]
GAMES_IN_STEP = [
    pytest.param(case, setting, manner, id=f"{key} {number} {name}")
    for key, case in CASES.items()
    for number, setting in enumerate(case.settings)
    for name, manner in cases(list(MANNERS.items()), [*MANNERS.items(), ("once more", MANNERS["anyhow"])])
]


def assert_same(state: State, twin: Twin) -> None:
    assert state.position == twin.position()
    assert (None if state.outcome is None else state.outcome.winners) == twin.winners()
    texts = [str(ply) for ply in plies(state)]
    assert len(texts) == len(set(texts))
    assert set(texts) == set(twin.moves())


def test_every_game_has_a_case() -> None:
    assert CASES.keys() == GAMES.keys()


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_perft_table_that_its_twin_has_counted_too(key: str) -> None:
    tables = CASES[key].perft
    assert any(table.twin >= 2 and len(table.counts) >= 2 for table in tables), tables
    assert any(not table.options and not table.position and not table.moves for table in tables), tables


@pytest.mark.parametrize(("case", "table"), TABLES)
def test_perft(case: Case, table: Perft) -> None:
    state = start(table, case.game)
    assert tuple(nodes_at(state, depth) for depth in range(1, len(table.counts) + 1)) == table.counts
    twin = case.twin(state.options, state.players, table.position)
    for text in table.moves:
        twin = twin.after(text)
    checked = table.counts[: table.twin]
    assert tuple(nodes(twin, depth) for depth in range(1, len(checked) + 1)) == checked


@pytest.mark.parametrize(("case", "setting", "manner"), GAMES_IN_STEP)
def test_games_in_step(
    case: Case, setting: tuple[dict[str, str], int | None], manner: Manner, request: pytest.FixtureRequest
) -> None:
    options, players = setting
    state = case.game.new(options, players)
    twin = case.twin(state.options, state.players, "")
    chance = Random(request.node.name)
    stood: set[str] = set()
    for _ in range(case.plies):
        assert_same(state, twin)
        if state.outcome is not None:
            return
        stood.add(state.position)
        ply = manner(state, plies(state), stood, chance)
        state, twin = state.play(ply), twin.after(str(ply))
    assert_same(state, twin)

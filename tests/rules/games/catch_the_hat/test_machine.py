"""Catch the Hat against its slow implementation: scattered positions and games."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.catch_the_hat import GAME, HatState
from rules.toolkit.perft import nodes_at, plies
from tests.repeats import repeats
from tests.rules.games.catch_the_hat.naive import Naive, scatter

CHOICES = [
    *((mode, goal, n) for mode, goal in (("solo", "attack"), ("solo", "defence")) for n in (2, 3, 4, 6)),
    *(
        ("party", "attack", 4),
        ("party", "defence", 6),
        ("total-party", "attack", 4),
        ("total-party", "defence", 6),
    ),
    *(("tower-race", "attack", 2), ("tower-race", "defence", 5)),
    *(("golden-hat", "owner", 2), ("golden-hat", "prisoners", 2), ("golden-hat", "owner", 4)),
    ("golden-hat", "prisoners", 5),
]
TABLES = [
    {"mode": mode, "golden_goal" if mode == "golden-hat" else "goal": goal, "players": str(n)}
    for mode, goal, n in CHOICES
]
NAMES = ["-".join(table.values()) for table in TABLES]


def start_of(table: Mapping[str, str]) -> HatState:
    return GAME.new({key: value for key, value in table.items() if key != "players"}, int(table["players"]))


def agree(state: HatState, naive: Naive) -> None:
    assert state.position == naive.position()
    winners = naive.winners()
    assert (state.outcome.winners if state.outcome else None) == winners
    moves = naive.moves()
    assert sorted(move.text for move in plies(state)) == sorted(moves)
    assert state.turn == (naive.turn if winners is None and naive.die != "-" else None)
    assert state.is_chance == (winners is None and naive.die == "-")


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
@settings(max_examples=repeats(8, 50))
@given(seed=st.integers(0, 2**32))
def test_scattered_positions_match_the_naive_model(table: Mapping[str, str], seed: int) -> None:
    """A random position reads back, and each of its moves has the same result in both implementations."""
    naive = Naive(table)
    scatter(naive, Random(seed))
    first = start_of(table)
    state = GAME.from_position(naive.position(), first.options, first.players)
    agree(state, naive)
    assert state == GAME.from_position(state.position, state.options, state.players)
    moves = naive.moves()
    for move in plies(state):
        assert state.parse(move.text) == move
        after = state.play(move)
        assert after.position == moves[move.text].position()
        read = GAME.from_position(after.position, state.options, state.players)
        assert (read, hash(read), read.outcome) == (after, hash(after), after.outcome)
        assert after.last == move


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_perft_matches_the_naive_model(table: Mapping[str, str]) -> None:
    state, naive = start_of(table), Naive(table)
    assert [nodes_at(state, n) for n in (1, 2, 3)] == [naive.nodes(n) for n in (1, 2, 3)]
    chance = Random(table["mode"])
    for _ in range(repeats(2, 6)):
        late = Naive(table)
        while late.winners() is not None or late.die in {"-", "+"}:
            late = Naive(table)
            scatter(late, chance)
        state = GAME.from_position(late.position(), state.options, state.players)
        assert [nodes_at(state, n) for n in (1, 2)] == [late.nodes(n) for n in (1, 2)]


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_complete_games_match_the_naive_model(table: Mapping[str, str]) -> None:
    """Play to the end, preferring captures; compare the end and the states on the way."""
    for seed in range(repeats(1, 4)):
        chance = Random(seed)
        state = first = start_of(table)
        log: list[str] = []
        while state.outcome is None:
            after = [state.play(move) for move in plies(state)]
            captures = [s for s in after if any(event.kind == "capture" for event in s.events)]
            state = chance.choice(captures or after)
            assert state.last is not None
            log.append(state.last.text)
            if len(log) % 40 == 0 or state.outcome is not None:
                agree(state, Naive.from_text(table, state.position))
        assert state.outcome.reason != "roll-limit"
        replayed = first
        for text in log:
            replayed = replayed.apply(text)
        assert (replayed, replayed.outcome, replayed.events) == (state, state.outcome, state.events)

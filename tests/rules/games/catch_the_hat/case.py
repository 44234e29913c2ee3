"""The contract test case of Catch the Hat."""

from collections import Counter

from rules import State
from rules.games.catch_the_hat import GAME, HatState
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.catch_the_hat.naive import ORDER, Naive


def twin(options: Setting, players: int, position: str) -> Naive:
    table = {**options, "players": str(players)}
    return Naive.from_text(table, position) if position else Naive(table)


def holds(_before: State | None, state: State, naive: Twin) -> None:
    assert isinstance(state, HatState)
    assert isinstance(naive, Naive)
    over = naive.winners() is not None
    assert state.turn == (naive.turn if not over and naive.die != "-" else None)
    assert state.is_chance == (not over and naive.die == "-")
    hats = Counter("".join(stack for stacks in state.stacks.values() for stack in stacks))
    hats.update("".join(state.secured.values()))
    number = 6 if state.players < 5 else 4
    expected = dict.fromkeys((ORDER[corner] for corner in state.corners), number)
    if state.options["mode"] == "golden-hat":
        expected["*"] = 1
    assert hats == expected, "hats are conserved (example 11)"
    for place, stacks in state.stacks.items():
        if place in naive.board.benches:
            assert len(stacks) <= 3
        else:
            assert len({naive.party(stack[0]) for stack in stacks}) == 1
    read = GAME.from_position(state.position, state.options, state.players)
    assert (read.outcome, read.scores) == (state.outcome, state.scores)


CASE = Case(
    GAME,
    (
        Perft((6, 16, 84, 244, 1235), players=2, twin=3),
        Perft((6, 16, 84, 244, 1235), players=4, twin=3),
        Perft((6, 16, 84, 244, 1257), players=6, twin=3),
        Perft((6, 32, 168, 904, 4846), {"mode": "total-party"}, players=4, twin=3),
    ),
    twin,
    (
        ({}, None),
        ({"goal": "defence"}, 6),
        ({"mode": "party"}, 4),
        ({"mode": "tower-race"}, 5),
        ({"mode": "golden-hat", "golden_goal": "prisoners"}, 3),
    ),
    holds=holds,
    every=5,
)

"""The contract test case of Fox and Hens."""

from rules import State
from rules.games.fox_and_hens import GAME, FoxState
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.fox_and_hens.naive import Naive


def twin(options: Setting, _players: int, position: str) -> Naive:
    assert not position, "the twin starts from the first position"
    return Naive(options)


def amid(moves: str, counts: tuple[int, ...], options: Setting) -> Perft:
    return Perft(counts, options, moves=tuple(moves.split(",")), twin=3)


def holds(before: State | None, state: State, naive: Twin) -> None:
    assert isinstance(state, FoxState)
    assert isinstance(naive, Naive)
    assert (None if state.outcome is None else (state.outcome.winners, state.outcome.reason)) == naive.end
    assert state.pending == naive.pending
    assert set(state.claimable) == (naive.culprits if state.pending == "claim" else set())
    assert len(state.foxes) + state.off == 2
    assert len(state.hens) <= 20
    assert not {*state.hens} & {*state.foxes}
    if state.outcome is not None:
        assert (state.pending, state.calls) == ("", ())
    read = GAME.from_position(state.position, state.options)
    assert read.outcome == state.outcome
    if isinstance(before, FoxState):
        points = [point for event in state.events if event.kind == "capture" for point in event.points]
        assert len(points) == len(set(points)) == len(before.hens) - len(state.hens)
        lowest = sum(int(hen[1]) for hen in before.hens) - sum(int(hen[1]) for hen in points)
        assert sum(int(hen[1]) for hen in state.hens) >= lowest, "hens never go down"


CASE = Case(
    GAME,
    (
        Perft((7, 60, 608, 4758), twin=4),
        Perft((7, 44, 428, 1654), {"missed_capture": "enforced"}, twin=4),
        Perft((5, 28, 178, 886), {"diagonals": "none"}, twin=4),
        Perft((13, 78, 1012, 6136), {"fox_start": "back"}, twin=4),
        Perft((7, 60, 608, 4578), {"missed_capture": "takeback"}, twin=4),
        Perft((7, 60, 608, 4758), {"both_missed": "foxes-choose"}, twin=4),
        amid("b4-b5,e5-e6,claim c5", (14, 40, 524), {}),
        amid("b4-b5,e5-e6,claim c5", (14, 40, 515), {"return_by": "hens", "return_zone": "outside-house"}),
        amid("b4-b5,e5-e6", (12, 89, 1094), {"missed_capture": "takeback"}),
        amid("b4-b5,c5-c6,f4-f5,c6-c5,b3-b4", (9, 92, 654), {"both_missed": "foxes-choose"}),
        amid("d4-d5,c5-c6,d3-d4", (1, 11, 49), {"missed_capture": "enforced"}),
    ),
    twin,
    (
        ({}, None),
        ({"missed_capture": "takeback", "return_by": "hens"}, None),
        ({"missed_capture": "enforced", "diagonals": "none", "hens_stuck": "draw"}, None),
        ({"both_missed": "moved-fox", "fox_start": "back", "return_zone": "outside-house"}, None),
    ),
    holds=holds,
)

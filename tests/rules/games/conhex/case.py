"""The contract test case of ConHex."""

from rules import State
from rules.games.conhex import GAME, ConHexState
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.conhex.naive import Naive

LATE = ("a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9")


def twin(options: Setting, _players: int, position: str) -> Naive:
    assert not position, "the twin starts from an empty board"
    return Naive(options)


def holds(before: State | None, state: State, naive: Twin) -> None:
    assert isinstance(state, ConHexState)
    assert isinstance(naive, Naive)
    assert [str(move) for move in state.legal_moves()] == naive.legal()
    assert (state.balls, state.cells) == (naive.balls, naive.owners)
    assert state.turn == (naive.turn if naive.winner is None else None)
    assert bool(state.chain) == (naive.winner is not None and naive.is_connected(naive.winner))
    owners = list(state.balls.values())
    for seat, supply in enumerate(state.supply):
        if supply is not None:
            assert supply >= 0
            assert supply + owners.count(seat) == int(state.options["balls"])
    if isinstance(before, ConHexState):
        captures = {cell for event in state.events if event.kind == "conquer" for cell in event.points}
        assert state.cells == {**before.cells, **dict.fromkeys(captures, before.mover)}
        assert not captures & before.cells.keys()
        assert len(captures) <= 3


CASE = Case(
    GAME,
    (
        Perft((69, 4761, 319056)),
        Perft((69, 4692, 314364), {"swap": "off"}),
        Perft((69, 4692, 314364), {"swap": "off", "handicap": "3"}),
        Perft((69, 4692, 314364), {"swap": "off", "balls": "1"}),
        Perft((69, 4761, 319056), {"balls": "1"}),
        Perft((189, 35721), {"balls": "3"}, moves=("a1", "k1", "c2", "d2", "b3", "b4")),
        Perft((60, 17700), {"balls": "5"}, moves=LATE),
        Perft((295, 84665), {"balls": "5"}, moves=(*LATE, "g6")),
        Perft((59, 3306), moves=(*LATE, "g6")),
    ),
    twin,
    (({}, None), ({"balls": "2"}, None), ({"balls": "12", "swap": "off", "handicap": "2"}, None)),
    drawn={"balls": ("1", "2", "3", "6", "12", "25", "34", "unlimited")},
    holds=holds,
    every=7,
)

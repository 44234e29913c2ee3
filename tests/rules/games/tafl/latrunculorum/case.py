"""The contract test case of Ludus latrunculorum."""

from rules import State
from rules.games.tafl.latrunculorum import GAME, LatrunculorumState
from tests.rules.contract.cases import Case, Perft, Setting, Twin
from tests.rules.games.tafl.latrunculorum.naive import Slow
from tests.rules.games.tafl.latrunculorum.positions import KING, captures_in


def twin(options: Setting, players: int, position: str) -> Slow:
    return Slow(position or GAME.new(options, players).position, options["army"])


def holds(before: State | None, state: State, slow: Twin) -> None:
    assert isinstance(state, LatrunculorumState)
    assert isinstance(slow, Slow)
    assert (None if state.outcome is None else (state.outcome.winners, state.outcome.reason)) == slow.outcome
    kings = sorted(piece for piece in state.pieces.values() if piece.isupper())
    assert kings == (["B", "W"] if state.options["army"] == "king" else [])
    if state.outcome is None:
        assert GAME.from_position(state.position, state.options).legal_moves() == state.legal_moves()
    if isinstance(before, LatrunculorumState):
        points = captures_in(state)
        assert len(state.pieces) == len(before.pieces) - len(points)
        assert {before.pieces[point] for point in points} <= {"w" if before.turn == 0 else "b"}


CASE = Case(
    GAME,
    (Perft((54, 2727, 172482)), Perft((78, 5755, 463876), KING)),
    twin,
    (({}, None), (KING, None)),
    holds=holds,
)

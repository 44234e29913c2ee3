"""Only moves in solved positions, with a small table of facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engines.contract import Fact, GameValue, Milestone
from engines.puzzles.only_moves import only_move
from engines.puzzles.puzzle import Goal
from rules import Move

WON, DRAWN, LOST = (Fact(value, 3) for value in (GameValue.WON, GameValue.DRAWN, GameValue.LOST))


@dataclass(frozen=True)
class Solved:
    """A position with the facts of its moves, and the table that knows them."""

    moves: Mapping[str, Fact | None]
    best: Fact = WON
    milestone: Milestone | None = None
    turn: int = 0

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(map(Move, self.moves))

    def fact(self, _state: object) -> Fact:
        return self.best

    def of_moves(self, _state: object) -> Mapping[str, Fact | None]:
        return self.moves


@pytest.mark.parametrize(
    ("position", "goal", "only"),
    [
        (Solved({"a": WON, "b": DRAWN}), Goal.KEEP, "a"),
        (Solved({"a": WON}), Goal.KEEP, None),
        (Solved({"a": WON, "b": WON}), Goal.KEEP, None),
        (Solved({"a": WON, "b": None}), Goal.KEEP, None),
        (Solved({"a": WON, "b": DRAWN}), Goal.HOLD, None),
        (Solved({"a": DRAWN, "b": LOST}, DRAWN), Goal.HOLD, "a"),
        (Solved({"a": WON, "b": Fact(GameValue.WON, 5)}), Goal.TAKE, "a"),
        (Solved({"a": WON, "b": LOST}, Fact(GameValue.WON, 5)), Goal.TAKE, None),
    ],
    ids=["kept", "no choice", "two keep", "one unknown", "not drawn", "held", "slower", "too far"],
)
def test_only_move_needs_proof_that_all_others_are_worse(position: Any, goal: Goal, only: str | None) -> None:
    assert only_move(position, position, goal, 2) == only

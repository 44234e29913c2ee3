"""Proved facts of a position and its moves."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from engines.contract import Chance, Fact, GameValue, Milestone, PositionFacts, position_facts
from rules import GAMES, State

WON, DRAWN, LOST = (Fact(result) for result in GameValue)
START = GAMES["conhex"].new()


@dataclass(frozen=True)
class Table:
    """An oracle that knows one position."""

    root: Fact | None
    moves: Mapping[str, Fact | None]
    milestone: Milestone | None = Milestone.PIECE_HOME

    def may_know(self, _state: State) -> bool:
        return True

    def fact(self, _state: State) -> Fact | None:
        return self.root

    def of_moves(self, _state: State) -> Mapping[str, Fact | None]:
        return self.moves

    def sample(self, _chance: Chance, _options: Mapping[str, str]) -> State:
        return START


@pytest.mark.parametrize(
    ("root", "moves", "keepers", "only"),
    [
        (WON, {"a": LOST, "b": Fact(GameValue.WON, 9), "c": DRAWN}, ("b",), "b"),
        (DRAWN, {"a": DRAWN, "b": LOST, "c": DRAWN}, ("a", "c"), None),
        (LOST, {"a": LOST}, ("a",), None),
        (WON, {"a": WON, "b": None}, None, None),
        (WON, {"a": LOST, "b": DRAWN}, None, None),
        (None, {"a": WON, "b": LOST}, None, None),
    ],
)
def test_result_keeping_moves_are_listed_if_all_moves_are_proved(
    root: Fact | None, moves: Mapping[str, Fact | None], keepers: tuple[str, ...] | None, only: str | None
) -> None:
    facts = position_facts(Table(root, moves), START)
    if root is None or keepers is None:
        assert facts is None
    else:
        assert facts == PositionFacts(root, keepers, len(moves), Milestone.PIECE_HOME)
        assert facts.only == only


def test_finished_games_and_games_without_tables_have_no_facts() -> None:
    over = GAMES["hounds-and-jackals"].from_position("hounds 25 26 27 28 29; jackals 1 2 3 4 5; turn jackals")
    assert position_facts(Table(LOST, {"a": LOST}), over) is None
    assert position_facts(None, START) is None


def test_moves_rank_from_quick_losses_over_draws_to_quick_wins() -> None:
    lost = [Fact(GameValue.LOST, plies) for plies in (2, 8, 0)]
    won = [Fact(GameValue.WON, plies) for plies in (0, 8, 2)]
    ranked = [*lost, DRAWN, *won]
    assert sorted((*won, DRAWN, *lost), key=lambda fact: fact.rank) == ranked
    assert [fact.for_other for fact in ranked] == ranked[::-1]

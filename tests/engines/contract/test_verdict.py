"""The worth of moves, and its order."""

import pytest

from engines.contract.facts import Fact, GameValue
from engines.contract.position import WIN
from engines.contract.verdict import MoveWorth, chance_of, estimated, proved, worth_of

WON, DRAWN, LOST = (proved(Fact(value)) for value in (GameValue.WON, GameValue.DRAWN, GameValue.LOST))


def test_the_best_move_wins_soonest_and_the_worst_loses_soonest() -> None:
    ranked = [
        MoveWorth(1.0, 1),
        MoveWorth(1.0, 5),
        MoveWorth(0.9),
        MoveWorth(0.4),
        MoveWorth(0.0, -8),
        MoveWorth(0.0, -2),
    ]
    shuffled = [ranked[index] for index in (3, 5, 0, 4, 2, 1)]
    assert sorted(shuffled, key=lambda move: move.rank, reverse=True) == ranked


def test_proofs_rank_with_forced_results() -> None:
    assert WON.rank > MoveWorth(0.99).rank > DRAWN.rank > MoveWorth(0.3).rank > LOST.rank
    assert [(move.wins, move.draws, move.loses) for move in (WON, DRAWN, LOST)] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert [move.chance for move in (WON, DRAWN, LOST)] == [1.0, 0.5, 0.0]
    unclear = MoveWorth(0.7)
    assert (unclear.wins, unclear.draws, unclear.loses) == (False, False, False)


@pytest.mark.parametrize(
    ("score", "worth"),
    [(WIN - 3, MoveWorth(1.0, 3)), (-(WIN - 4), MoveWorth(0.0, -4)), (0, MoveWorth(0.5))],
)
def test_a_score_near_a_win_is_forced(score: float, worth: MoveWorth) -> None:
    assert worth_of(score, 100) == worth


def test_lead_converts_to_a_winning_chance() -> None:
    assert worth_of(100, 100).chance == pytest.approx(0.75)
    assert chance_of(-100, 100) == pytest.approx(0.25)
    assert chance_of(0, 100, others=3) == pytest.approx(0.25)
    assert 0 < chance_of(-1e9, 100) < 1e-9
    assert [estimated(share).chance for share in (0.0, 0.3, 1.0)] == [0.005, 0.3, 0.995]

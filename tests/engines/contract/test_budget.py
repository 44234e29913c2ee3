"""Budgets of nodes and time, and parts of them."""

import pytest

from engines.contract import Budget, Exhausted


class Seconds:
    now = 4.0

    def __call__(self) -> float:
        return self.now


def is_over(budget: Budget) -> bool:
    try:
        budget.watch()
    except Exhausted:
        return True
    return False


def test_part_gets_its_share_of_the_remaining_time() -> None:
    clock = Seconds()
    half = Budget(deadline=10.0, clock=clock).part(1 / 2)
    clock.now = 6.9
    assert not is_over(half)
    clock.now = 7.0
    assert is_over(half)


def test_part_gets_its_share_of_the_nodes() -> None:
    part = Budget(10).part(0.3)
    part.spend(3)
    with pytest.raises(Exhausted):
        part.spend()


def test_tighter_node_limit_applies() -> None:
    for own, further in ((2, 5), (5, 2), (2, None), (None, 2)):
        budget = Budget(own).within(further)
        budget.spend(2)
        with pytest.raises(Exhausted):
            budget.spend()


def test_work_checks_the_clock_periodically() -> None:
    clock = Seconds()
    budget = Budget(deadline=5.0, clock=clock)
    clock.now = 6.0
    budget.spend(199)
    with pytest.raises(Exhausted):
        budget.spend()

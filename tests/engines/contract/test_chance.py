"""Seeded choices, and budgets."""

import pytest

from engines.contract import Budget, Chance, Exhausted, pick, shuffle, soft


def test_same_seed_shuffles_the_same_way() -> None:
    items = list(range(50))
    first, second = (shuffle(Chance("seed"), items) for _ in range(2))
    assert first == second != items
    assert sorted(first) == items


def test_every_item_can_be_picked() -> None:
    chance = Chance("any")
    assert {pick(chance, "abc") for _ in range(200)} == set("abc")


def test_without_a_margin_the_first_best_is_chosen() -> None:
    assert soft(Chance("x"), [(1, "low"), (7, "first"), (7, "second")], 0) == "first"


def test_margin_favours_better_moves_and_excludes_worse_ones() -> None:
    chance = Chance("x")
    names = [soft(chance, [(100, "best"), (50, "near"), (0, "edge"), (-40, "far")], 100) for _ in range(2000)]
    assert {*names} == {"best", "near"}
    assert 3 < names.count("best") / names.count("near") < 5.5


def test_a_budget_ends_after_its_nodes_or_its_time() -> None:
    budget = Budget(nodes=3)
    for _ in range(3):
        budget.spend()
    with pytest.raises(Exhausted):
        budget.spend()
    with pytest.raises(Exhausted):
        Budget(nodes=5).within(2).spend(3)
    late = Budget(deadline=1.0, clock=lambda: 2.0)
    with pytest.raises(Exhausted):
        late.watch()
    with pytest.raises(Exhausted):
        late.within(1000).watch()

"""Seals of tournaments: seeds for all possible games, assigned in an order that anyone can verify."""

import random
from dataclasses import replace

import pytest

from bot.features.tournaments.domain import table_draws
from bot.features.tournaments.domain.dice_seals import (
    LADDER_SEEDS,
    DiceSeal,
    NeededSeal,
    drawing_order,
    needed_seals,
    next_leaves,
)
from bot.features.tournaments.domain.formats import Format, Rules, next_round
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.pairings import Crosstable, Pairing, bye
from bot.model.match.dice_leaf import DiceLeaf

ROOT = "a" * 44
OTHER = "b" * 44


def _random_result(pairing: Pairing, rng: random.Random) -> Pairing:
    """Return a game with a random result, often level, which makes a knockout longer."""
    if pairing.points is not None:
        return pairing
    if len(pairing.seats) == 2 and rng.random() < 0.7:
        return replace(pairing, points=(0.5, 0.5))
    points = list(range(len(pairing.seats)))
    rng.shuffle(points)
    return replace(pairing, points=tuple(map(float, points)))


@pytest.mark.parametrize("places", [3, 4, 7, 13])
@pytest.mark.parametrize(
    "rules",
    [
        Rules(Format.ROUND_ROBIN),
        Rules(Format.ROUND_ROBIN, pairs=True),
        Rules(Format.SWISS, 2),
        Rules(Format.SWISS, 2, pairs=True),
        Rules(Format.KNOCKOUT, pairs=True),
        Rules(Format.TABLES, 9, least=3, most=4),
        Rules(Format.TABLES, 3, least=3, most=6),
        Rules(Format.LEAGUE, league=LeagueRules(group_size=3)),
        Rules(Format.LEAGUE, league=LeagueRules(group_size=6, swapped=True)),
    ],
    ids=lambda rules: f"{rules.format} {rules.pairs or rules.league.swapped} {rules.most}",
)
def test_seals_contain_seeds_for_every_game(
    rules: Rules, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The evenness of tables does not affect the number of games.
    monkeypatch.setattr(table_draws, "_STEPS", 100)
    rng = random.Random(places)
    (own_seal, *_) = needed_seals(rules, places, (), (), begun=False)
    seals = [DiceSeal(1, ROOT, own_seal.games, message=1)]
    entrants = tuple(range(1, places + 1))
    pairings: tuple[Pairing, ...] = ()
    used_leaves: list[DiceLeaf] = []
    while next_pairings := next_round(rules, Crosstable(entrants, pairings)):
        games = [pairing for pairing in next_pairings if not pairing.is_bye]
        leaves = next_leaves(seals, used_leaves, len(games))
        seeds = [leaf for leaf in leaves if leaf is not None]
        assert len(seeds) == len(games)
        used_leaves += seeds
        pairings += tuple(_random_result(pairing, rng) for pairing in next_pairings)
        further_seals = needed_seals(rules, places, seals, used_leaves, begun=True)
        assert all(seal.ahead for seal in further_seals), "one seal is enough"
    assert [leaf.number for leaf in used_leaves] == list(range(len(used_leaves)))
    assert used_leaves


def test_the_drawing_order_is_unique() -> None:
    games = [
        Pairing(2, (1, 2)),
        Pairing(1, (4, 3)),
        Pairing(1, (3, 4)),
        Pairing(1, (6, 2, 5)),
        Pairing(1, (8, 7), group=1),
        bye(1, 1),
    ]
    order = [pairing.seats for pairing in drawing_order(games)]
    assert order == [(6, 2, 5), (3, 4), (4, 3), (8, 7), (1, 2)]
    rng = random.Random(5)
    for _ in range(20):
        rng.shuffle(games)
        assert [pairing.seats for pairing in drawing_order(games)] == order


def test_a_seal_is_usable_only_once_posted() -> None:
    unposted = DiceSeal(1, ROOT, 4)
    assert next_leaves([unposted], [], 2) == (None, None)
    posted = replace(unposted, message=9)
    assert next_leaves([posted], [], 2) == (DiceLeaf(ROOT, 0), DiceLeaf(ROOT, 1))
    for unusable in (replace(posted, ahead=True), replace(posted, closed=True)):
        assert next_leaves([unusable], [], 1) == (None,)


def test_the_next_seal_continues_an_exhausted_one() -> None:
    seals = [DiceSeal(1, ROOT, 4, message=9), DiceSeal(2, OTHER, 4, message=10)]
    used_leaves = [DiceLeaf(ROOT, number) for number in range(3)]
    assert next_leaves(seals, used_leaves, 2) == (DiceLeaf(ROOT, 3), DiceLeaf(OTHER, 0))


def test_a_ladder_gets_a_new_seal_after_half_its_seeds() -> None:
    rules, seal = Rules(Format.LADDER), DiceSeal(1, ROOT, LADDER_SEEDS, message=9)
    assert needed_seals(rules, 8, (), (), begun=False) == (NeededSeal(LADDER_SEEDS),)
    half_used = [DiceLeaf(ROOT, number) for number in range(LADDER_SEEDS // 2)]
    assert needed_seals(rules, 8, [seal], half_used, begun=True) == ()
    more_used = [*half_used, DiceLeaf(ROOT, LADDER_SEEDS // 2)]
    assert needed_seals(rules, 8, [seal], more_used, begun=True) == (NeededSeal(LADDER_SEEDS),)


def test_tables_get_a_new_seal_before_a_round_lacks_seeds() -> None:
    rules, seal = Rules(Format.TABLES, 9, least=3, most=4), DiceSeal(1, ROOT, 20, message=9)
    used_leaves = [DiceLeaf(ROOT, number) for number in range(20)]
    assert needed_seals(rules, 12, [seal], used_leaves[:16], begun=True) == ()
    assert [new.ahead for new in needed_seals(rules, 12, [seal], used_leaves[:17], begun=True)] == [False]


def test_a_league_seals_its_next_season_during_this_one() -> None:
    rules = Rules(Format.LEAGUE, league=LeagueRules(group_size=4))
    own_seal, ahead_seal = needed_seals(rules, 8, (), (), begun=False)
    assert (own_seal.ahead, ahead_seal.ahead) == (False, True)
    seals = [DiceSeal(1, ROOT, 16, message=9), DiceSeal(2, OTHER, 16, message=10, ahead=True)]
    assert needed_seals(rules, 8, seals, (), begun=True) == ()
    with_closed = [seals[0], replace(seals[1], closed=True)]
    assert [seal.ahead for seal in needed_seals(rules, 8, with_closed, (), begun=True)] == [True]
    # Games already drawn by an earlier version get no seal.
    assert [seal.ahead for seal in needed_seals(rules, 8, (), (), begun=True)] == [True]

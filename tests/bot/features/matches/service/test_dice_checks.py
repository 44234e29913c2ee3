"""Checks of a finished match's seed against its first published commitment."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.features.matches.service.dice_checks import DiceChecks
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.match.beacon import Beacon, Origin
from bot.model.match.dice import FirstShown, SealCheck, Seed
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.dice_tree import DiceTree, ShownTree
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from bot.model.people.players import EnginePlayer, HumanPlayer
from tests.bot.support.fakes import HALL
from tests.bot.support.matches_in_memory import NOON, match_of

SEEDS = tuple(Seed(bytes([number]) * 32) for number in range(1, 5))
TREE = DiceTree(SEEDS)
SEED, LEAF = SEEDS[2], TREE.leaf(2)
SEALED = 500
PAIR = replace(
    match_of(HumanPlayer(11), HumanPlayer(12)),
    commitment=SEED.short_commitment,
    beacon=Beacon(Origin.OPENING, MessageRef(70, SEALED + 1)),
)
PRACTICE = replace(PAIR, players=(HumanPlayer(11), EnginePlayer("conhex", 1)))
IN_TREE = replace(PAIR, leaf=DiceLeaf(TREE.root, 2))
CHALLENGE = Challenge(3, Terms("conhex", {}), 11, 12, HALL, NOON, commitment=SEED.short_commitment)


@dataclass
class FakeStore:
    """A store of a challenge and a tree; `in_place`: the game has the leaf that the draw order gives it."""

    challenge: Challenge | None = CHALLENGE
    shown: ShownTree | None = ShownTree(TREE, SEALED)  # noqa: RUF009  # an immutable value
    in_place: bool = True

    @property
    def checks(self) -> DiceChecks:
        ports: Any = self
        return DiceChecks(ports)

    @property
    def session(self) -> Any:
        return self

    def of(self, _: object) -> "FakeStore":
        return self

    async def get(self, number: int) -> Challenge | None:
        assert number == CHALLENGE.id
        return self.challenge

    async def find_tree(self, _: object, root: str) -> ShownTree | None:
        return self.shown if root == TREE.root else None

    async def is_in_place(self, _: object, challenge: int, leaf: DiceLeaf) -> bool:
        assert (challenge, leaf.number) == (CHALLENGE.id, 2)
        return self.in_place

    async def seal_of(self, match: Match, seed: Seed = SEED) -> SealCheck:
        return await self.checks.seal_of(self.session, match, seed)


@pytest.mark.parametrize(
    ("match", "store", "shown"),
    [
        (
            replace(PAIR, players=(HumanPlayer(11), EnginePlayer("conhex", 1))),
            FakeStore(),
            FirstShown.NOWHERE,
        ),
        (PAIR, FakeStore(), FirstShown.CARD),
        (PAIR, FakeStore(None), FirstShown.OPENING),
        (PAIR, FakeStore(replace(CHALLENGE, commitment=None)), FirstShown.OPENING),
        (replace(PAIR, number=2), FakeStore(), FirstShown.OPENING),
    ],
    ids=["practice", "card", "no challenge", "before there were seals", "a series' second game"],
)
async def test_seals_outside_tournaments(match: Match, store: FakeStore, shown: FirstShown) -> None:
    assert await store.seal_of(match) == SealCheck(shown, fits=True)
    assert await store.seal_of(match, SEEDS[0]) == SealCheck(shown, fits=False)
    assert await store.checks.leaf_of(store.session, match) is None


async def test_a_different_commitment_on_the_card_does_not_fit() -> None:
    store = FakeStore(replace(CHALLENGE, commitment=SEEDS[0].short_commitment))
    assert await store.seal_of(PAIR) == SealCheck(FirstShown.CARD, fits=False)


async def test_a_leaf_of_a_tree_shown_in_time_fits() -> None:
    store = FakeStore()
    assert await store.seal_of(IN_TREE) == SealCheck(FirstShown.TREE, True, LEAF, SEALED)
    assert await store.checks.leaf_of(store.session, IN_TREE) == LEAF
    without_opening = replace(IN_TREE, beacon=replace(IN_TREE.beacon or Beacon(Origin.NOTHING), message=None))
    assert (await store.seal_of(without_opening)).fits


@pytest.mark.parametrize(
    ("match", "store", "seed"),
    [
        (IN_TREE, FakeStore(), SEEDS[1]),
        (IN_TREE, FakeStore(in_place=False), SEED),
        (IN_TREE, FakeStore(shown=ShownTree(TREE, None)), SEED),
        (IN_TREE, FakeStore(shown=ShownTree(TREE, SEALED + 1)), SEED),
        (IN_TREE, FakeStore(shown=ShownTree(DiceTree(SEEDS[::-1]), SEALED)), SEED),
        (replace(IN_TREE, words=("ab",)), FakeStore(), SEED),
    ],
    ids=["another seed", "another place", "not shown", "shown too late", "another tree", "words of players"],
)
async def test_mismatched_leaves_do_not_fit(match: Match, store: FakeStore, seed: Seed) -> None:
    check = await store.seal_of(match, seed)
    assert (check.shown, check.fits) == (FirstShown.TREE, False)


@pytest.mark.parametrize(
    ("leaf", "store"),
    [
        (DiceLeaf(TREE.root, 4), FakeStore()),
        (DiceLeaf("ab", 2), FakeStore()),
        (DiceLeaf(TREE.root, 2), FakeStore(shown=None)),
    ],
    ids=["beyond the tree", "an unknown root", "a tree that is gone"],
)
async def test_leaves_without_a_tree_do_not_fit(leaf: DiceLeaf, store: FakeStore) -> None:
    match = replace(IN_TREE, leaf=leaf)
    check = await store.seal_of(match)
    assert (check.fits, check.leaf) == (False, leaf)
    assert await store.checks.leaf_of(store.session, match) is None

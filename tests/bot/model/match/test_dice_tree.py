"""Hash trees of dice seeds: proofs of leaves, forged proofs, independence of seeds."""

import random
from dataclasses import dataclass, field, replace

import pytest

from bot.model.match.dice import Seed
from bot.model.match.dice_tree import LARGEST, DiceTree


@dataclass
class _RecordingChance:
    """A random source that records its draws."""

    source: random.Random
    draws: list[int] = field(default_factory=list)

    def choose(self, n: int) -> int:
        self.draws.append(self.source.randrange(n))
        return self.draws[-1]


def _tree(games: int, seed: int = 1) -> DiceTree:
    return DiceTree.draw(games, _RecordingChance(random.Random(seed)))


@pytest.mark.parametrize(
    ("games", "seeds"), [(0, 1), (1, 1), (2, 2), (3, 4), (28, 32), (LARGEST + 1, LARGEST)]
)
def test_a_tree_has_enough_seeds_for_its_games(games: int, seeds: int) -> None:
    assert len(_tree(games).seeds) == seeds


@pytest.mark.parametrize("games", [1, 2, 5, 16])
def test_a_seed_proves_the_root_only_at_its_own_leaf(games: int) -> None:
    tree = _tree(games)
    for number, seed in enumerate(tree.seeds):
        leaf = tree.leaf(number)
        assert leaf.holds(seed.short_commitment)
        for other in range(len(tree.seeds)):
            assert replace(leaf, number=other).holds(seed.short_commitment) == (other == number)
        assert not replace(leaf, number=number + len(tree.seeds)).holds(seed.short_commitment)
        assert not replace(leaf, path=(*leaf.path, "0" * 44)).holds(seed.short_commitment)


def test_a_seed_chosen_later_does_not_prove_the_root() -> None:
    tree, seed = _tree(8), Seed(b"\6" * 32)
    for number in range(8):
        assert not tree.leaf(number).holds(seed.short_commitment)


def test_an_inner_node_is_not_a_valid_seal() -> None:
    tree = _tree(4)
    lower, upper = tree.leaf(0), tree.leaf(2)
    sibling = upper.path[1]
    assert replace(lower, path=lower.path[1:]).holds(sibling), "the path leads up from a node, too"
    # A seal hashes 64 digits and a node 88, so no seed fits a node.
    assert not [seed for seed in tree.seeds if seed.fits(sibling)]


def test_seeds_are_independent_of_each_other() -> None:
    chance = _RecordingChance(random.Random(2))
    tree = DiceTree.draw(8, chance)
    assert [int(seed.hex, 16) for seed in tree.seeds] == chance.draws, "each seed is a separate draw"
    # The other seeds and their paths do not reveal the hidden seed; replacing it changes only the root.
    for hidden in range(8):
        replaced = DiceTree((*tree.seeds[:hidden], Seed(b"\1" * 32), *tree.seeds[hidden + 1 :]))
        numbers = [number for number in range(8) if number != hidden]
        assert replaced.root != tree.root
        assert [replaced.seeds[number] for number in numbers] == [tree.seeds[number] for number in numbers]
        secret = tree.seeds[hidden].hex
        assert not [number for number in numbers if secret in repr(tree.leaf(number))]


def test_a_tree_round_trips_through_hex_and_hides_its_seeds() -> None:
    tree = _tree(8)
    assert DiceTree.from_hex(tree.hex) == tree
    assert not [seed for seed in tree.seeds if seed.hex in repr(tree)]

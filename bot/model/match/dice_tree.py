"""Seed trees: a root, shown before a tournament begins, commits to the dice of all its games.

A leaf is a seed's commitment, a node the hash of its two children. The seeds are drawn independently:
published seeds reveal nothing about the others. See docs/dice.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Self

from bot.model.match.dice import Seed
from bot.model.match.dice_leaf import DiceLeaf, node
from bot.model.ports import Chance

_SEED_DIGITS: Final = 64
LARGEST: Final = 1 << 12
"""The maximum number of seeds in a tree."""


@dataclass(frozen=True)
class DiceTree:
    """The seeds of a tree; their number is a power of two. `repr` hides them."""

    seeds: tuple[Seed, ...] = field(repr=False)

    @classmethod
    def draw(cls, games: int, chance: Chance) -> Self:
        """Draw a tree with a seed for each of `games` games, at most LARGEST."""
        leaves = 1
        while leaves < min(games, LARGEST):
            leaves *= 2
        return cls(tuple(Seed.draw(chance) for _ in range(leaves)))

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """Parse a tree from its seeds' text."""
        starts = range(0, len(text), _SEED_DIGITS)
        return cls(tuple(Seed.from_hex(text[start : start + _SEED_DIGITS]) for start in starts))

    @property
    def hex(self) -> str:
        """The seeds as one text, 64 digits each."""
        return "".join(seed.hex for seed in self.seeds)

    @property
    def root(self) -> str:
        """The hash that commits to all seeds."""
        return self._levels[-1][0]

    def leaf(self, number: int) -> DiceLeaf:
        """Return a seed's number with the path of hashes that proves it against the root."""
        path = tuple(level[number >> height ^ 1] for height, level in enumerate(self._levels[:-1]))
        return DiceLeaf(self.root, number, path)

    @cached_property
    def _levels(self) -> tuple[tuple[str, ...], ...]:
        """The hashes by level, from the seeds' commitments up to the root."""
        levels = [tuple(seed.short_commitment for seed in self.seeds)]
        while len(levels[-1]) > 1:
            levels.append(_parents(levels[-1]))
        return tuple(levels)


def _parents(level: Sequence[str]) -> tuple[str, ...]:
    return tuple(node(left, right) for left, right in zip(level[::2], level[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class ShownTree:
    """A tree and the message that shows its root, None until it is posted."""

    tree: DiceTree
    message: int | None

"""Leaves of seed trees: the place of a game's commitment below a root that was shown before."""

import hashlib
from dataclasses import dataclass
from typing import Final

HASH_DIGITS: Final = 44
"""The hexadecimal digits of a SHA-256 in a commitment: 176 bits, which fit on one line of a phone."""


@dataclass(frozen=True, slots=True)
class DiceLeaf:
    """The place of a seed's commitment in a tree: its number, from 0, below a root.

    `path` holds the sibling hashes on the way up to the root, the lowest first; it is empty unless requested.
    """

    root: str
    number: int
    path: tuple[str, ...] = ()

    def holds(self, commitment: str) -> bool:
        """Return whether the path leads from a commitment at this place to the root."""
        return 0 <= self.number < 1 << len(self.path) and self._root_of(commitment) == self.root

    def _root_of(self, commitment: str) -> str:
        reached, number = commitment, self.number
        for beside in self.path:
            reached = node(beside, reached) if number % 2 else node(reached, beside)
            number //= 2
        return reached


def node(left: str, right: str) -> str:
    """Return the hash of two sibling hashes."""
    return hashlib.sha256(f"{left}{right}".encode()).hexdigest()[:HASH_DIGITS]

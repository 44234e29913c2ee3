"""Explored lines that people save as private notes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MOST: Final = 20
"""The most saved lines per person and match."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {"too-many-kept-lines": ("limit",), "unknown-kept-line": ()}


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line from the position after a ply, with its count of take-backs; `moves` are canonical texts."""

    id: int
    ply: int
    taken_back: int
    moves: tuple[str, ...]

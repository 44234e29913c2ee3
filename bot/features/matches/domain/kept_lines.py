"""Lines that people have explored and keep as notes to themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MOST: Final = 20
"""How many lines of one match somebody keeps."""

REASONS: Final[Mapping[str, tuple[str, ...]]] = {"too-many-kept-lines": ("limit",), "unknown-kept-line": ()}


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line from the position after a ply, seen after so many take-backs; `moves` are canonical texts."""

    id: int
    ply: int
    taken_back: int
    moves: tuple[str, ...]

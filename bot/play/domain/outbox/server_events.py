"""Domain events that time brings to a server, as its admins have chosen."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from bot.kernel.event import DomainEvent


@dataclass(frozen=True, slots=True)
class PuzzleOfDay(DomainEvent):
    """A server's daily puzzle has come; `before` is that of the day before, None where this is the first."""

    background: ClassVar[bool] = True

    server: int
    channel: int
    number: int
    puzzle: int
    before: int | None = None


@dataclass(frozen=True, slots=True)
class LetterDue(DomainEvent):
    """A server's weekly letter has come: it tells of what was between two moments, and sets a puzzle.

    `puzzle_before` is that of the letter before. Both are None where there was none.
    """

    background: ClassVar[bool] = True

    server: int
    channel: int
    number: int
    since: datetime
    until: datetime
    puzzle: int | None = None
    puzzle_before: int | None = None

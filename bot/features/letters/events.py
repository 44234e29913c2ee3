"""The event of a weekly letter."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from bot.model.event import DomainEvent


@dataclass(frozen=True, slots=True)
class LetterDue(DomainEvent):
    """A server's weekly letter is due: it covers the time between two moments, and sets a puzzle.

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

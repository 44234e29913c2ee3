"""The event of a daily puzzle."""

from dataclasses import dataclass
from typing import ClassVar

from bot.model.event import DomainEvent


@dataclass(frozen=True, slots=True)
class PuzzleOfDay(DomainEvent):
    """A server's daily puzzle is due; `before` is the previous puzzle, None for the first."""

    background: ClassVar[bool] = True

    server: int
    channel: int
    number: int
    puzzle: int
    before: int | None = None

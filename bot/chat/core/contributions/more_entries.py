"""The entries that features contribute to a match's *More* page."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition


class MoreRow(Enum):
    """The rows of the page: the match record, and actions of the players."""

    RECORD = auto()
    PLAYERS = auto()


@dataclass(frozen=True, slots=True)
class MoreView:
    """A match as seen by a person on the page."""

    position: MatchPosition
    person: int
    t: Language

    @property
    def match(self) -> Match:
        return self.position.match

    @property
    def seat(self) -> int | None:
        """The person's seat, None if they never had one or have left it."""
        seat = self.match.seat_of(self.person)
        return None if seat in self.match.retired else seat


@dataclass(frozen=True, slots=True)
class MoreButtons:
    """Buttons in a row of the page."""

    row: MoreRow
    place: int
    make: Callable[[MoreView], Awaitable[Sequence[layouts.Button]]]


@dataclass(frozen=True, slots=True)
class MoreLine:
    """A line about the match on the page; may be empty."""

    place: int
    make: Callable[[MoreView], Awaitable[str]]

"""The entries that features contribute to the page *More* of a match."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition


class MoreRow(Enum):
    """The rows of the page: about the record of the match, and for its players."""

    RECORD = auto()
    PLAYERS = auto()


@dataclass(frozen=True, slots=True)
class MoreView:
    """A match as a person sees it on the page."""

    position: MatchPosition
    person: int
    t: Language

    @property
    def match(self) -> Match:
        return self.position.match

    @property
    def seat(self) -> int | None:
        """Return the seat on which the person plays to the end, None if there is none."""
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
    """A line of the page about the match; may be empty."""

    place: int
    make: Callable[[MoreView], Awaitable[str]]

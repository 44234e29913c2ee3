"""The paragraphs that features contribute to a server's weekly letter."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from bot.chat.core.messages import layouts
from bot.locale import Language
from bot.model.match.match import Match
from bot.model.people.person import Place


class LetterSection(Enum):
    """The sections of a letter. Lines of ENDED are news, and a letter without news is not posted."""

    ENDED = auto()
    AHEAD = auto()
    CLOSING = auto()


@dataclass(frozen=True, slots=True)
class LetterView:
    """The week of a server covered by a letter.

    `sees` returns whether all readers see a place. `ended` are people's games that ended with a result.
    `item` is the puzzle of the letter `number`, `item_before` the previous letter's puzzle.
    """

    server: int
    since: datetime
    until: datetime
    sees: Callable[[Place], bool]
    ended: Sequence[Match]
    number: int
    item: int | None
    item_before: int | None
    t: Language


@dataclass(frozen=True, slots=True)
class LetterPart:
    """Lines of a section, and buttons below the letter."""

    lines: Sequence[str] = ()
    buttons: Sequence[layouts.Button] = ()


@dataclass(frozen=True, slots=True)
class LetterParagraph:
    """A paragraph in a section of the letter."""

    section: LetterSection
    place: int
    make: Callable[[LetterView], Awaitable[LetterPart]]

"""The lines that features contribute to a profile."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.locale import Language
from bot.model.people.person import Place


@dataclass(frozen=True, slots=True)
class ProfileView:
    """The profile's person; `shows` returns whether its readers may see a place."""

    person: int
    shows: Callable[[Place], bool]
    t: Language


@dataclass(frozen=True, slots=True)
class ProfileNote:
    """A line, possibly empty, and the number of cups to draw."""

    line: str = ""
    cups: int = 0


@dataclass(frozen=True, slots=True)
class ProfileLine:
    place: int
    make: Callable[[ProfileView], Awaitable[ProfileNote]]

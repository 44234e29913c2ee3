"""A thing that everybody in a place can read about."""

from dataclasses import dataclass
from typing import Protocol

from bot.model.people.person import Place


class Public(Protocol):
    """A match, a challenge, an overview, a tournament: its texts have the language of its place."""

    @property
    def place(self) -> Place:
        """The place of the post."""

    @property
    def readers(self) -> frozenset[int]:
        """The people whose languages count where the place has none."""


@dataclass(frozen=True, slots=True)
class PublicPresentation:
    """The language of what everybody reads, and the theme of its pictures, empty for the usual one."""

    locale: str
    theme: str

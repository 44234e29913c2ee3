"""Subjects of public messages."""

from dataclasses import dataclass
from typing import Protocol

from bot.model.people.person import Place


class Public(Protocol):
    """A match, a challenge, an overview, a tournament: its texts have its place's language."""

    @property
    def place(self) -> Place:
        """The place of its messages."""

    @property
    def readers(self) -> frozenset[int]:
        """The people whose languages count if the place has none."""


@dataclass(frozen=True, slots=True)
class PublicPresentation:
    """The language of a public message, and the theme of its pictures, empty for the default."""

    locale: str
    theme: str

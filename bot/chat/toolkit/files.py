"""The files that messages bring along beside still pictures."""

import io
from dataclasses import dataclass
from typing import Protocol

import discord


class Attached(Protocol):
    """A file of a message."""

    @property
    def words(self) -> str:
        """What is said of it where it cannot be shown."""

    def file(self) -> discord.File:
        """Return a fresh upload."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be taken along."""

    data: bytes
    name: str

    @property
    def words(self) -> str:
        """What is said of it where it cannot be shown: its name."""
        return self.name

    def file(self) -> discord.File:
        """Return a fresh upload."""
        return discord.File(io.BytesIO(self.data), self.name)

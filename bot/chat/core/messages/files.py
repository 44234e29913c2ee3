"""Files in messages, other than still pictures."""

import io
from dataclasses import dataclass
from typing import Final, Protocol

import discord

ANIMATION: Final = "animation.gif"


class AttachedFile(Protocol):
    """A file of a message."""

    @property
    def words(self) -> str:
        """The text to show where the file cannot be shown."""

    def file(self) -> discord.File:
        """Return a fresh upload."""


@dataclass(frozen=True, slots=True)
class Animation:
    """An animation (GIF) and its description."""

    gif: bytes
    words: str

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.gif), ANIMATION, description=self.words)


@dataclass(frozen=True, slots=True)
class Document:
    """A file to download."""

    data: bytes
    name: str

    @property
    def words(self) -> str:
        """The text to show where the file cannot be shown: its name."""
        return self.name

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.data), self.name)

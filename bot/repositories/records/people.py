"""People, their blocks and settings, and their exports."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A row of `players`."""

    id: int
    name: str
    locale: str


@dataclass(frozen=True, slots=True)
class ReadersRecord:
    """The languages of known readers, and their server's settings.

    `chosen` is the language set there and `theme` the theme, None where none is; `spoken` is the language of
    the first person who used the bot there, None if not known.
    """

    languages: Mapping[int, str]
    chosen: str | None
    theme: str | None
    spoken: str | None = None


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A row of `blocks`: the blocking and the blocked person."""

    blocker: int
    blocked: int


@dataclass(frozen=True, slots=True)
class NamePlaceRecord:
    """Where messages may name a person: a channel or thread, or the direct messages to a `reader`.

    `since` is when there was first something to tell of them there; `locale` is the language of the server.
    """

    channel: int | None
    reader: int | None
    server: int | None
    locale: str
    since: datetime


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table's rows about a person, each as a value for each of its columns."""

    name: str
    rows: tuple[Mapping[str, object], ...]

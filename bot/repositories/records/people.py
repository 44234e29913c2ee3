"""People, their blocks and languages, and their exports."""

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

    `chosen` and `theme` are set by the server's admins, else None; `spoken` is the language of the first
    person who used the bot there, None if unknown.
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

    `since` is when they may first have been named there; `locale` is the server's language.
    """

    channel: int | None
    reader: int | None
    server: int | None
    locale: str
    since: datetime


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table's rows about a person, each as values by column."""

    name: str
    rows: tuple[Mapping[str, object], ...]

"""Executed requests, and notices."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.model.people.person import MessageRef


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """A row of `requests`: person, action, challenge or game, ply.

    `taken_back` is the game's number of take-backs by then; `made` is set in rows that were read.
    """

    id: str
    player: int
    action: str
    subject: int
    number: int | None
    taken_back: int | None = None
    made: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A notice to insert; `audience` is PUBLIC or a person, `due` is None for an immediate notice.

    `request` is its origin, if that differs from the transaction's. `background`: no person waits for it.
    """

    kind: str
    stream: int
    audience: int
    game: int | None
    ply: int | None
    data: Mapping[str, object]
    due: datetime | None = None
    request: str | None = None
    background: bool = False


@dataclass(frozen=True, slots=True)
class NoticeRecord:
    """A row of `notices`."""

    id: int
    kind: str
    stream: int
    audience: int
    game: int | None
    ply: int | None
    data: Mapping[str, object]
    status: str
    attempts: int
    uncertain: bool
    created: datetime
    request: str | None = None
    epoch: int | None = None
    priority: int = 0


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A notice's existing message."""

    notice: int
    kind: str
    message: MessageRef


@dataclass(frozen=True, slots=True)
class BacklogRecord:
    """The number of waiting items, and when the oldest was due."""

    number: int = 0
    oldest: datetime | None = None

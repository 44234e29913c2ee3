"""What the store hands out: rows as values, with plain texts where the club has its own kinds."""

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
class ChallengeRecord:
    """A row of `challenges`, with the server's present language and the game it led to."""

    id: int
    key: str
    options: Mapping[str, str]
    challenger: int
    opponent: int | None
    role: str
    server: int | None
    channel: int
    locale: str
    status: str
    reason: str | None
    accepted_by: int | None
    message: int | None
    created: datetime
    game: int | None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A row of `games`, with the server's present language and the people by seat.

    `board` is channel and message; `outcome` is whatever was stored.
    """

    id: int
    key: str
    options: Mapping[str, str]
    challenge: int
    server: int | None
    channel: int
    locale: str
    thread: int | None
    status: str
    plies: int
    turn: int | None
    position: str
    outcome: Mapping[str, object] | None
    resigned: int | None
    board: tuple[int, int] | None
    created: datetime
    updated: datetime
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlyRecord:
    """A row of `plies`. `seat` is None for a ply of chance."""

    number: int
    seat: int | None
    text: str
    played: datetime


@dataclass(frozen=True, slots=True)
class RequestRecord:
    """A row of `requests`: who asked, what was done, to which challenge or game, by which ply."""

    id: str
    player: int
    action: str
    subject: int
    number: int | None


@dataclass(frozen=True, slots=True)
class NewNotice:
    """A notice to be written; `audience` is PUBLIC or a person."""

    kind: str
    stream: int
    audience: int
    game: int | None
    ply: int | None
    data: Mapping[str, object]


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

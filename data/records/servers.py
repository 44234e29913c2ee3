"""What is kept of servers."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ServerRulesRecord:
    """A row of `server_rules`."""

    channels: tuple[int, ...]
    games: tuple[str, ...]
    clock: str
    threads: bool
    language: str | None = None
    forum: int | None = None
    results: int | None = None
    barred_people: tuple[int, ...] = ()
    barred_roles: tuple[int, ...] = ()
    allowed_people: tuple[int, ...] = ()
    allowed_roles: tuple[int, ...] = ()
    call_role: int | None = None
    theme: str | None = None
    rated: bool | None = None
    exploring: bool | None = None
    few_pictures: bool | None = None
    engines: bool | None = None
    engine_channels: tuple[int, ...] = ()
    open_tournaments: bool | None = None


@dataclass(frozen=True, slots=True)
class WelcomeRecord:
    """How the welcome of a server stands, and since when; None where nothing was decided.

    `common` is when all servers that the bot was in were taken as welcomed, None in a database begun since.
    """

    decided: datetime | None = None
    status: str | None = None
    common: datetime | None = None


@dataclass(frozen=True, slots=True)
class LimitationRecord:
    """A row of `limitations`."""

    server: int
    channel: int
    what: str
    code: int | None
    latest: datetime


@dataclass(frozen=True, slots=True)
class OverviewRecord:
    """A row of `overviews`, with the server's present language."""

    channel: int
    server: int | None
    locale: str
    message: int | None


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """A row of `deeds`."""

    done: datetime
    player: int
    deed: str
    game: int | None
    note: str

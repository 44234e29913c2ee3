"""Rows shared by the processes of a database: their leases, claims and limits, and backups."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class BackupRecord:
    """A row of `backups`; one that failed has a line that says why."""

    taken: datetime
    size: int | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A row of `processes`; `wish` says which shards it is to hold, None where it takes none."""

    id: str
    name: str
    version: str
    started: datetime
    wish: str | None = None


@dataclass(frozen=True, slots=True)
class OthersRecord:
    """The other processes: how many live, and how many requests of all Discord has refused lately."""

    processes: int
    refused: int


@dataclass(frozen=True, slots=True)
class HoldRecord:
    """A hold: a subject that Discord refuses for so many seconds from now on."""

    key: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """A row of `shards`: which process holds it, and how many shards there are in all.

    `connected` is None until its holder says so.
    """

    number: int
    total: int
    holder: str
    connected: bool | None = None

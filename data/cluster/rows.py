"""Rows shared by the processes of a database: their leases, claims and limits, and backups."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class BackupRecord:
    """A row of `backups`; after a failure it has a one-line reason."""

    taken: datetime
    size: int | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class ProcessRecord:
    """A row of `processes`; `requested_shards` are those that it asks for, None for none."""

    id: str
    name: str
    version: str
    started: datetime
    requested_shards: str | None = None


@dataclass(frozen=True, slots=True)
class OthersRecord:
    """The other processes: how many are living, and the recently refused requests of all."""

    processes: int
    refused: int


@dataclass(frozen=True, slots=True)
class HoldRecord:
    """A hold: a subject, and the seconds for which Discord refuses it."""

    key: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """A row of `shards`: its holder, and the total number of shards.

    `connected` is None until its holder reports it.
    """

    number: int
    total: int
    holder: str
    connected: bool | None = None

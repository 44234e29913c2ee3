"""The status of the whole bot, over all processes, from its database."""

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bot.monitoring.figures import FigureRepository
from bot.repositories.records.outbox import BacklogRecord
from bot.repositories.restores import EpochRecord, RestoreRepository
from data.cluster.backups import BackupRepository
from data.cluster.rows import BackupRecord, ProcessRecord, ShardRecord
from data.cluster.shards import ShardRepository
from data.store import Store

SCARCE_BYTES: Final = 1_000_000_000
SCARCE_SHARE: Final = 0.1
LATE_AFTER: Final = timedelta(minutes=1)
"""The age from which an unhandled deadline is overdue."""
BACKUP_TOO_OLD: Final = timedelta(hours=50)
"""Two days and a margin: a single failed or late daily backup is tolerated."""
TOO_OLD: Final = timedelta(minutes=5)
"""How long a notice may be due, or a deadline overdue, before it is a problem."""


@dataclass(frozen=True, slots=True)
class Backlogs:
    """Waiting work at a moment: due and claimed notices, overdue deadlines."""

    at: datetime
    due: BacklogRecord
    claimed: BacklogRecord
    overdue: BacklogRecord
    alive: tuple[ProcessRecord, ...]
    shards: tuple[ShardRecord, ...] = ()

    @property
    def intended_shards(self) -> int:
        """The intended number of shards; 0 if no process holds any."""
        return next((shard.total for shard in self.shards), 0)

    @property
    def connected_shards(self) -> int:
        """The number of shards connected by living processes."""
        alive = {process.id for process in self.alive}
        return sum(shard.holder in alive and shard.connected is True for shard in self.shards)

    @property
    def undelivered_notices(self) -> int:
        """The number of notices due or in delivery."""
        return self.due.number + self.claimed.number

    @property
    def oldest_notice(self) -> timedelta:
        """The time since the oldest undelivered notice was due."""
        moments = [backlog.oldest for backlog in (self.due, self.claimed) if backlog.oldest is not None]
        return max(self.at - min(moments, default=self.at), timedelta())

    @property
    def oldest_deadline(self) -> timedelta:
        """The time since the oldest overdue deadline."""
        return timedelta() if self.overdue.oldest is None else self.at - self.overdue.oldest

    def troubles(self) -> tuple[str, ...]:
        """Return the problems, a line each."""
        by_trouble = {
            "no process is alive": not self.alive,
            "nothing is connected to Discord": bool(self.alive) and not self.connected_shards,
            f"{self.connected_shards} of {self.intended_shards} shards are connected": 0
            < self.connected_shards
            < self.intended_shards,
            f"a notice has been due for {in_words(self.oldest_notice)}": self.oldest_notice > TOO_OLD,
            f"a deadline has been due for {in_words(self.oldest_deadline)}": self.oldest_deadline > TOO_OLD,
        }
        return tuple(line for line, wrong in by_trouble.items() if wrong)


@dataclass(frozen=True, slots=True)
class Backups:
    """The latest scheduled backup, and the latest good one; None if there is none."""

    latest: BackupRecord | None = None
    good: BackupRecord | None = None

    def age(self, now: datetime) -> timedelta | None:
        """Return the age of the latest good backup."""
        return None if self.good is None else now - self.good.taken

    def is_too_old(self, now: datetime) -> bool:
        """Return whether a good backup is overdue; False if there was none so far."""
        age = self.age(now)
        return age is not None and age > BACKUP_TOO_OLD

    def troubles(self, now: datetime) -> tuple[str, ...]:
        """Return the problems, a line each."""
        lines = []
        if self.latest is not None and self.latest.failure is not None:
            lines.append(f"the latest backup failed: {self.latest.failure}")
        if self.is_too_old(now):
            lines.append(f"the latest good backup is {in_words(self.age(now) or timedelta())} old")
        return tuple(lines)


@dataclass(frozen=True, slots=True)
class DiskRoom:
    """A disk's free and total bytes."""

    folder: str
    free: int
    size: int

    @property
    def is_scarce(self) -> bool:
        """Whether less than a gigabyte, and less than a tenth, is free."""
        return self.free < min(SCARCE_BYTES, self.size * SCARCE_SHARE)

    def troubles(self) -> tuple[str, ...]:
        """Return the problems, a line each."""
        if not self.is_scarce:
            return ()
        return (f"the disk of {self.folder} is nearly full: {self.free / 1e6:,.0f} MB are free",)


@dataclass(frozen=True, slots=True)
class Status:
    """The backlogs, and slower counts; `shards` are by the id of their process."""

    backlogs: Backlogs
    failing: int
    missed: int
    running: Mapping[str, int]
    database: str
    size: int
    revision: str | None
    shards: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    restored: EpochRecord | None = None
    """The latest restore."""
    unsettled: int = 0
    """The number of notices that waited at that restore and are still undelivered."""
    backups: Backups = Backups()
    disk: DiskRoom | None = None
    """The disk of a database file; None for a database server."""

    def troubles(self) -> tuple[str, ...]:
        """Return the problems, a line each."""
        disk = () if self.disk is None else self.disk.troubles()
        return (*self.backlogs.troubles(), *self.backups.troubles(self.backlogs.at), *disk)


async def read_backlogs(store: Store, now: datetime) -> Backlogs:
    async with store.read() as session:
        return Backlogs(
            now,
            await session.of(FigureRepository).due_notices(now),
            await session.of(FigureRepository).claimed_notices(),
            await session.of(FigureRepository).overdue(now - LATE_AFTER),
            await session.of(FigureRepository).alive(),
            await session.of(ShardRepository).held_shards(),
        )


async def read_running(store: Store) -> Mapping[str, int]:
    """Return the number of running matches of each game."""
    async with store.read() as session:
        return await session.of(FigureRepository).running_games()


async def read_backups(store: Store) -> Backups:
    async with store.read() as session:
        return Backups(
            await session.of(BackupRepository).latest(), await session.of(BackupRepository).latest_good()
        )


def disk_room(folder: Path) -> DiskRoom:
    """Return the size and free space of a folder's disk. Raises OSError."""
    usage = shutil.disk_usage(folder)
    return DiskRoom(str(folder.absolute()), usage.free, usage.total)


async def read_revision(store: Store) -> str | None:
    """Return the schema revision, None without tables."""
    async with store.read() as session:
        return await session.of(FigureRepository).revision()


async def read_status(store: Store, now: datetime, disk: DiskRoom | None = None) -> Status:
    backlogs, backups = await read_backlogs(store, now), await read_backups(store)
    async with store.read() as session:
        epochs = await session.of(RestoreRepository).epochs()
        return Status(
            backlogs,
            await session.of(FigureRepository).failing_notices(),
            await session.of(FigureRepository).missed_notices(),
            await session.of(FigureRepository).running_games(),
            session.of(FigureRepository).kind,
            await session.of(FigureRepository).size(),
            await session.of(FigureRepository).revision(),
            _by_holder(await session.of(ShardRepository).held_shards()),
            epochs[-1] if epochs else None,
            await session.of(RestoreRepository).count_unsettled() if epochs else 0,
            backups,
            disk,
        )


def _by_holder(records: Iterable[ShardRecord]) -> Mapping[str, tuple[int, ...]]:
    shards: dict[str, tuple[int, ...]] = {}
    for shard in records:
        shards[shard.holder] = (*shards.get(shard.holder, ()), shard.number)
    return shards


def in_words(span: timedelta) -> str:
    """Return a time span in words."""
    seconds = int(span.total_seconds())
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h {seconds % 3600 // 60} min"

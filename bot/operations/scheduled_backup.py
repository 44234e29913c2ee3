"""Scheduled backups: made in a folder, checked, recorded; then superseded ones are deleted."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import filelock
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

import rules
from bot.app import all_checks
from bot.operations.checks.checking import check_all
from bot.operations.operation import CannotOpen, counted
from bot.operations.progress import Progress
from bot.operations.store import open_database
from bot.repositories.tables.match_tables import GAME_IS_RUNNING, games, plies
from data import StoreUnavailable
from data.cluster.backups import BackupRepository
from data.cluster.rows import BackupRecord
from data.connections.urls import file_of
from data.keeping.backup import Backup, FileIsThere, back_up
from data.keeping.database import Database
from data.keeping.postgresql_programs import ProgramFailed, read_through
from data.keeping.rotation import BackupFolder, NoRoom, RetentionPolicy
from data.keeping.sqlite_backup import DamagedCopy
from data.outages import in_one_line
from data.store import Store

_GAMES: Final = sa.select(sa.func.count()).select_from(games)
COUNTS: Final = {
    "games": _GAMES,
    "running": _GAMES.where(GAME_IS_RUNNING),
    "plies": sa.select(sa.func.count()).select_from(plies),
}
"""The counts in a backup's summary."""
_FAILURES: Final = (
    FileIsThere,
    ProgramFailed,
    DamagedCopy,
    NoRoom,
    StoreUnavailable,
    OSError,
    SQLAlchemyError,
)


class BackupFailed(RuntimeError):
    """There is no new good backup; the message is the reason in one line. All earlier good ones remain."""


@dataclass(frozen=True, slots=True)
class ScheduledBackup:
    """Makes backups of the database at `address` in a folder; `report` gets a line for each step."""

    address: str
    folder: BackupFolder
    kept_for: RetentionPolicy
    report: Callable[[str], object]

    async def make(self, now: datetime) -> None:
        """Make a backup. Raises BackupFailed, WrongSetting and CannotOpen."""
        try:
            with filelock.FileLock(self.folder.folder / ".lock", timeout=0):
                await self._make(now)
        except filelock.Timeout:
            raise BackupFailed(f"another process is making a backup in {self.folder.folder}") from None
        except _FAILURES as error:
            reason = in_one_line(error) if isinstance(error, SQLAlchemyError) else str(error)
            await self._record(BackupRecord(now, failure=reason))
            raise BackupFailed(reason) from error
        except BackupFailed as error:
            await self._record(BackupRecord(now, failure=str(error)))
            raise

    async def _make(self, now: datetime) -> None:
        self.folder.delete_unfinished()
        database = await open_database(self.address)
        try:
            file, backup = await self._back_up(database, now)
            findings = await self._findings(database, self.folder.unchecked_name(file))
        finally:
            await database.close()
        if findings:
            aside = self.folder.set_aside(file)
            raise BackupFailed(f"{aside.name} has {len(findings)} findings, the first: {findings[0]}")
        self.folder.accept(file)
        games = counted(backup.contents.counts["games"], "game")
        self.report(f"{file}, {backup.size:,} bytes: {games}, checked, all is sound")
        await self._record(BackupRecord(now, backup.size))
        for old in self.folder.delete_superseded(self.kept_for):
            self.report(f"deleted {old}, which need not be kept")

    async def _back_up(self, database: Database, now: datetime) -> tuple[Path, Backup]:
        there = list(self.folder.backups().values())
        source = file_of(self.address)
        size = source.stat().st_size if source else max((file.stat().st_size for file in there), default=0)
        self.folder.refuse_without_room(size)
        file = self.folder.file_of(now, "db" if source else "dump")
        return file, await back_up(database, self.folder.unchecked_name(file), COUNTS)

    async def _findings(self, database: Database, file: Path) -> list[str]:
        """Return a backup's faults; a dump is read to its end, and the database checked in its place."""
        if file_of(self.address) is None:
            await read_through(file)
            return await _findings_in(database)
        copy = await Database.open_file(file)
        try:
            return await _findings_in(copy)
        finally:
            await copy.close()

    async def _record(self, backup: BackupRecord) -> None:
        """Record a backup for `status` and the alarms; if that fails, they see the last record grow old."""
        try:
            store = Store.open_unmigrated(self.address)
        except (StoreUnavailable, ValueError):
            return
        try:
            async with store.write() as session:
                await session.of(BackupRepository).add(backup)
        except (SQLAlchemyError, OSError) as error:
            reason = in_one_line(error)
            print(f"backup: the database does not record it: {reason}", file=sys.stderr)  # noqa: T201  # for the log
        finally:
            await store.close()


async def _findings_in(database: Database) -> list[str]:
    progress = Progress("backup: checking", "games")

    def on_progress(count: int, of: int, at: int) -> None:
        progress.report(count, of, f"up to number {at}")

    return [
        str(finding)
        async for finding in check_all(
            database.snapshot, rules.GAMES, all_checks(rules.GAMES), progress=on_progress
        )
    ]


def folder_at(path: Path) -> BackupFolder:
    """Return the backup folder at a path. Raises CannotOpen."""
    if not path.is_dir():
        raise CannotOpen(f"backup: there is no directory {path}")
    if not os.access(path, os.W_OK):
        raise CannotOpen(f"backup: {path} may not be written to")
    return BackupFolder(path)

"""Restore a backup of SQLite over the present file, which is kept under another name.

The name of the temporary copy contains the backup's digest, so that restoring the same backup again resumes
an interrupted restore.
"""

import asyncio
import glob
import hashlib
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from data.files import make_private, sync
from data.keeping.database import is_dump
from data.migration import incompatibility

_BESIDE: Final = ("-wal", "-shm")
_PAGES_AT_ONCE: Final = 1024
_RESTORING: Final = ".restoring"


class NoBackup(RuntimeError):
    """A file is not a backup of this program, or is damaged; the message says which."""


@asynccontextmanager
async def replacement_copy(backup: Path, target: Path, now: datetime) -> AsyncIterator[Path]:
    """Yield a verified copy of a backup next to `target`, which it replaces when the block ends.

    An error in the block changes nothing. After an interruption or a kill, the same backup gets the same copy
    again, with its progress. A previous file is kept under a dated name. `target` must not be in use
    meanwhile. Raises NoBackup and OSError.
    """
    fresh = await asyncio.to_thread(_checked_copy, backup, target)
    try:
        yield fresh
        await asyncio.to_thread(_exchange, fresh, target, now)
    except Exception:
        _remove_copies(target)
        raise
    _remove_copies(target)


def kept_name(target: Path, now: datetime) -> Path:
    """Return the name under which a replaced file is kept."""
    return target.with_name(f"{target.name}.before-restore-{now:%Y%m%dT%H%M%S}")


def last_epoch(file: Path) -> int:
    """Return the last epoch of a database; 0 if it is missing or unreadable."""
    if not file.is_file():
        return 0
    with suppress(sqlite3.Error), closing(_reading(file)) as connection:
        return int(connection.execute("SELECT max(epoch) FROM epochs").fetchone()[0] or 0)
    return 0


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _remove_copies(target: Path) -> None:
    """Remove temporary copies that never replaced a database."""
    for copy in target.parent.glob(f"{glob.escape(target.name)}.*{_RESTORING}*"):
        copy.unlink(missing_ok=True)


def _checked_copy(backup: Path, target: Path) -> Path:
    if not backup.is_file():
        raise NoBackup(f"there is no file {backup}")
    if target.exists() and backup.samefile(target):
        raise NoBackup(f"{backup} is the database itself")
    if is_dump(backup):
        raise NoBackup(f"{backup} is a dump of PostgreSQL, and the database to restore is a file: {target}")
    fresh = target.with_name(f"{target.name}.{_digest(backup)}{_RESTORING}")
    if _is_under_way(fresh, last_epoch(backup)):
        return fresh
    _remove_copies(target)
    make_private(fresh)
    try:
        _copy(backup, fresh)
    except sqlite3.OperationalError as error:
        # A full disk, for example: the backup may be sound.
        fresh.unlink(missing_ok=True)
        raise OSError(f"cannot copy {backup}: {error}") from error
    except sqlite3.Error as error:
        fresh.unlink(missing_ok=True)
        raise NoBackup(f"{backup} is not a backup, or is damaged: {error}") from error
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


def _digest(backup: Path) -> str:
    """Return a backup's digest, including its journal."""
    digest = hashlib.sha256()
    for part in (backup, Path(f"{backup}-wal")):
        # Reading a backup leaves an empty journal.
        if part.is_file() and part.stat().st_size:
            with part.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:16]


def _is_under_way(fresh: Path, known: int) -> bool:
    """Return whether a copy began, but has not finished, an epoch unknown to its backup."""
    if not fresh.is_file():
        return False
    # A copy killed before it was complete is unreadable, too.
    with suppress(sqlite3.Error), closing(_reading(fresh)) as connection:
        query = "SELECT 1 FROM epochs WHERE game_reached IS NOT NULL AND epoch > ?"
        return connection.execute(query, (known,)).fetchone() is not None
    return False


def _copy(backup: Path, fresh: Path) -> None:
    # Include a journal: the digest covers everything SQLite would read.
    with closing(_reading(backup)) as source, closing(sqlite3.connect(fresh, isolation_level=None)) as copy:
        source.backup(copy, pages=_PAGES_AT_ONCE)
        problems = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
        if problems != ["ok"]:
            raise NoBackup(f"{backup} is damaged: {' '.join(problems[0].split())}")
        names = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "games", "plies"} <= names:
            raise NoBackup(f"{backup} is not a backup of this program")
        revision = copy.execute("SELECT max(version_num) FROM alembic_version").fetchone()[0]
        if revision is None:
            raise NoBackup(f"{backup} is not a backup of this program")
        compatible = set()
        if "compatible_revisions" in names:
            compatible = {row[0] for row in copy.execute("SELECT revision FROM compatible_revisions")}
        unusable = incompatibility(revision, compatible)
        if unusable is not None:
            raise NoBackup(f"{backup} is {unusable}")


def _exchange(fresh: Path, target: Path, now: datetime) -> None:
    _fold(fresh)
    sync(fresh)
    _keep(target, kept_name(target, now))
    fresh.replace(target)
    if os.name == "posix":
        sync(target.parent)


def _keep(target: Path, file: Path) -> None:
    """Rename a database and its journal: the old journal must not stay next to the new database."""
    is_there = target.exists()
    if is_there:
        with suppress(sqlite3.Error):
            _fold(target)
    for name in _BESIDE:
        # A leftover of an unreadable or missing file, which SQLite would apply to the new one.
        beside = Path(f"{target}{name}")
        if beside.exists():
            beside.replace(f"{file}{name}")
    if not is_there:
        return
    try:
        os.link(target, file)
    except OSError:
        target.replace(file)


def _fold(file: Path) -> None:
    """Merge a database's journal into its single file."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.execute("PRAGMA journal_mode=DELETE").fetchall()

"""Backups: one file with all data, written while the bot runs."""

import asyncio
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from data.connections.async_engines import AsyncConnection
from data.connections.dialects import ONE_WRITER
from data.files import sync
from data.keeping.database import Database
from data.keeping.postgresql_programs import dump
from data.keeping.sqlite_backup import copy_file

Counts = Mapping[str, sa.Executable]
"""Statements that count something in a database, by name."""


class FileIsThere(RuntimeError):
    """The file already exists, or is the database itself."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The revision of a backup, and its counts."""

    revision: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished backup."""

    size: int
    contents: Contents


async def back_up(database: Database, file: Path, counts: Counts, *, replace: bool = False) -> Backup:
    """Write a snapshot of a database to a file, which appears only when complete.

    Raises FileIsThere, unless it may be replaced; ProgramFailed, DamagedCopy and OSError.
    """
    source = Path(database.url.database or "") if database.url.get_backend_name() == ONE_WRITER else None
    with _complete_file(file, source, replace=replace) as beginnings:
        if source is not None:
            await copy_file(source, beginnings)
            contents = await _contents_of_copy(beginnings, counts)
        else:
            contents = await _dump(database, beginnings, counts)
        size = await asyncio.to_thread(os.path.getsize, beginnings)
    return Backup(size, contents)


async def _contents_of_copy(copy: Path, counts: Counts) -> Contents:
    database = await Database.open_file(copy)
    try:
        async with database.snapshot() as connection:
            return await _contents(connection, database.revision, counts)
    finally:
        await database.close()


async def _dump(database: Database, target: Path, counts: Counts) -> Contents:
    async with database.snapshot() as connection:
        snapshot = await connection.exec_driver_sql("SELECT pg_export_snapshot()")
        await dump(database.url, target, snapshot=snapshot.scalar_one())
        return await _contents(connection, database.revision, counts)


async def _contents(connection: AsyncConnection, revision: str, counts: Counts) -> Contents:
    rows = {name: (await connection.execute(count)).scalar_one() for name, count in counts.items()}
    return Contents(revision, rows)


@contextmanager
def _complete_file(file: Path, source: Path | None, *, replace: bool) -> Iterator[Path]:
    """Yield a temporary file that gets its final name after success.

    Raises FileIsThere, even with `replace` if the file is the `source`: a bot using that would keep writing
    to an unlinked file.
    """
    if source is not None and file.exists() and file.samefile(source):
        raise FileIsThere(f"{file} is the database itself")
    _refuse(file, replace=replace)
    if not file.parent.is_dir():
        raise NotADirectoryError(f"there is no directory {file.parent}")
    # Readable only by its owner: it contains the secrets of the dice.
    handle, name = tempfile.mkstemp(prefix=f"{file.name}.", suffix=".partial", dir=file.parent)
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        sync(partial)
        _refuse(file, replace=replace)
        partial.replace(file)
        if os.name == "posix":
            sync(file.parent)
    finally:
        partial.unlink(missing_ok=True)


def _refuse(file: Path, *, replace: bool) -> None:
    if file.is_dir():
        raise FileIsThere(f"{file} is a folder")
    if file.exists() and not replace:
        raise FileIsThere(f"{file} is there already; --force replaces it")

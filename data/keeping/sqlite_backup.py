"""Copies of SQLite files that may be in use, by SQLite's backup API."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

_PAGES_AT_ONCE: Final = 256
_BUSY_SECONDS: Final = 15.0


class DamagedCopy(RuntimeError):
    """The copy failed SQLite's integrity check."""


def _go_on() -> None:
    pass


async def copy_file(source: Path, target: Path, *, between: Callable[[], object] = _go_on) -> None:
    """Copy a snapshot of a database; concurrent writers do not wait.

    `target` is one file, complete when this returns; an existing file is overwritten. `between` is called
    after each step, in a worker thread. Raises OSError, and DamagedCopy if SQLite finds the copy damaged.
    """
    try:
        await asyncio.to_thread(_copy, source, target, between)
    except sqlite3.Error as error:
        raise OSError(f"cannot copy {source}: {error}") from error


def _copy(source: Path, target: Path, between: Callable[[], object]) -> None:
    with (
        closing(sqlite3.connect(source, _BUSY_SECONDS, isolation_level=None)) as original,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        # Concurrent writers would make SQLite restart again and again: the read transaction fixes the
        # snapshot.
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchall()
        # Step by step, so that signals are handled and other processes get disk access.
        original.backup(copy, pages=_PAGES_AT_ONCE, progress=lambda *_: between())
        original.execute("ROLLBACK")
        # The copy must be a single file that can be moved and read from a read-only medium.
        copy.execute("PRAGMA journal_mode=DELETE").fetchall()
        problems = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
        if problems != ["ok"]:
            raise DamagedCopy(f"the copy is damaged: {' '.join(problems[0].split())}")

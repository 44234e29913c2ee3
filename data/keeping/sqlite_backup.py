"""Copies of SQLite files that somebody may be writing to, by SQLite's own means."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

_PAGES_AT_ONCE: Final = 256
_BUSY_SECONDS: Final = 15.0


class DamagedCopy(RuntimeError):
    """The copy is not sound."""


def _go_on() -> None:
    pass


async def copy_file(source: Path, target: Path, *, between: Callable[[], object] = _go_on) -> None:
    """Copy a database as it is at one moment; who writes to it meanwhile does not wait.

    `target` is one file, whole when this returns; a file that is there is written over. `between` is called
    after each step, in a thread of its own.
    Raises OSError, and DamagedCopy where SQLite finds something wrong with the copy.
    """
    try:
        await asyncio.to_thread(_copy, source, target, between)
    except sqlite3.Error as error:
        raise OSError(f"cannot copy {source}: {error}") from error


def _copy(source: Path, target: Path, between: Callable[[], object]) -> None:
    with (
        closing(sqlite3.connect(source, _BUSY_SECONDS, isolation_level=None)) as copied,
        closing(sqlite3.connect(target, isolation_level=None)) as copy,
    ):
        # Where others write, SQLite would begin again and again: what this has begun to read stays as it is.
        copied.execute("BEGIN")
        copied.execute("SELECT count(*) FROM sqlite_master").fetchall()
        # Step by step: so a signal is heard, and others get at the disk.
        copied.backup(copy, pages=_PAGES_AT_ONCE, progress=lambda *_: between())
        copied.execute("ROLLBACK")
        # The copy is to be one file, to be moved and read where nothing can be written.
        copy.execute("PRAGMA journal_mode=DELETE").fetchall()
        problems = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
        if problems != ["ok"]:
            raise DamagedCopy(f"the copy is damaged: {' '.join(problems[0].split())}")

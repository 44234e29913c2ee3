"""Copies of SQLite files during writes."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.keeping.sqlite_backup import copy_file


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file of several megabytes in the store's journal mode."""
    path = tmp_path / "source.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE pages (text TEXT)")
        connection.executemany("INSERT INTO pages VALUES (?)", [("x" * 3000,)] * 1500)
    return path


async def test_a_copy_does_not_restart_on_concurrent_writes(source: Path, tmp_path: Path) -> None:
    writes: list[int] = []
    with closing(sqlite3.connect(source, isolation_level=None, check_same_thread=False)) as writer:

        def write() -> None:
            if len(writes) < 1000:
                writer.execute("INSERT INTO pages VALUES ('new')")
                writes.append(1)

        await copy_file(source, tmp_path / "copy.db", between=write)
    assert 3 < len(writes) < 20
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",), (
            "one file, also on a read-only medium"
        )
        assert copy.execute(
            "SELECT count(*), count(*) FILTER (WHERE text = 'new') FROM pages"
        ).fetchone() == (
            1500,
            0,
        )


async def test_a_file_that_is_no_database_is_not_copied(tmp_path: Path) -> None:
    source = tmp_path / "text"
    source.write_text("no database, and long enough to be taken for one at first sight" * 40)
    with pytest.raises(OSError, match="cannot copy"):
        await copy_file(source, tmp_path / "copy.db")

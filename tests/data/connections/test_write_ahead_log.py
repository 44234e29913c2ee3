"""The write-ahead log: erased data leaves it, at the latest after the next write."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.connections.write_ahead_log import WriteAheadLog

NAME = b"Xaverl the erased"


async def test_a_blocked_log_holds_erased_data_until_it_is_emptied(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder, file = tmp_path / "data", tmp_path / "data" / "games.db"
    log = WriteAheadLog(file)
    assert not log.holds_erased
    with caplog.at_level(logging.WARNING):
        await log.empty()
    assert log.holds_erased
    assert caplog.messages == [
        "truncating the write-ahead log of games.db failed, will be retried: unable to open database file"
    ]
    folder.mkdir()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE names (name BLOB)")
        connection.execute("INSERT INTO names VALUES (?)", [NAME])
        connection.commit()
        connection.execute("BEGIN")
        assert connection.execute("SELECT count(*) FROM names").fetchone() == (1,)
        with closing(sqlite3.connect(file)) as writer:
            writer.execute("PRAGMA secure_delete=ON")
            writer.execute("DELETE FROM names")
            writer.commit()
        await log.empty()
        assert log.holds_erased, "a reader still needs the pages"
        connection.rollback()
        await log.empty()
        assert not log.holds_erased
        assert not [path.name for path in folder.iterdir() if NAME in path.read_bytes()]

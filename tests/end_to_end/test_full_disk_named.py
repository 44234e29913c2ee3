"""A move that cannot be stored on a full disk: the player reads the reason."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from bot.kernel.transactions.unit_of_work import UnitOfWork
from tests.end_to_end.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def _error_of_a_full_disk(file: Path) -> OperationalError:
    """Return SQLite's error for a database that cannot grow."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE things (content)")
        connection.execute("PRAGMA max_page_count = 2")
        try:
            connection.execute("INSERT INTO things VALUES (zeroblob(100000))")
        except sqlite3.OperationalError as error:
            return OperationalError("INSERT", None, error)
    raise AssertionError("there was room")


@pytest.mark.usefixtures("bot")
async def test_a_full_disk_is_explained_to_the_player(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, full = await table.begin("conhex", swap="off"), _error_of_a_full_disk(tmp_path / "full.db")

    def refuse(*_: object, **__: object) -> None:
        raise full

    monkeypatch.setattr(UnitOfWork, "write", refuse)
    text = (await table.anna.slash(match.home, "move", move="a1")).text
    assert text == (
        "The bot's disk is full, so nothing can be saved just now. Nothing is lost: please try again later."
    )

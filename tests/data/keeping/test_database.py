"""Opening an existing database without changing it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.keeping.database import Database, is_dump
from data.migration import newest
from data.store import Store, StoreUnavailable

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
def file(tmp_path: Path, sqlite_tables: Path) -> Path:
    file = tmp_path / "what? 100%20.db"
    file.write_bytes(sqlite_tables.read_bytes())
    return file


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


async def test_a_file_is_opened_without_migrating(file: Path) -> None:
    database = await Database.open_file(file)
    assert (database.revision, database.is_usable) == (newest(), True)
    assert database.url.database == str(file)
    async with database.snapshot() as connection:
        count = await connection.exec_driver_sql("SELECT count(*) FROM games")
        assert count.scalar_one() == 0
        change(file, "INSERT INTO players (id, name, locale) VALUES (7, 'Anna', 'en')")
        before = await connection.exec_driver_sql("SELECT count(*) FROM players")
        assert before.scalar_one() == 0, "it shows one moment"
    async with database.snapshot() as connection:
        after = await connection.exec_driver_sql("SELECT count(*) FROM players")
        assert after.scalar_one() == 1
    await database.close()


async def test_a_file_of_another_version_is_unusable(file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '0047'")
    database = await Database.open_file(file)
    assert (database.revision, database.is_usable) == ("0047", False)
    await database.close()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (None, "there is no file "),
        (b"", "no version of this program has made this database"),
        (b"a letter to my aunt" * 99, "file is not a database"),
        (b"PGDMP...", "this is a dump of PostgreSQL: restore it into an empty database first"),
    ],
)
async def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, content: bytes | None, line: str
) -> None:
    other = write(tmp_path / "other.db", content)
    with pytest.raises(StoreUnavailable) as refused:
        await Database.open_file(other)
    assert str(refused.value).startswith(line)
    assert names_in(tmp_path) == ([] if content is None else ["other.db"])


async def test_an_inspection_creates_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="there is no file"):
        Store.open_unmigrated(f"sqlite:///{tmp_path / 'none.db'}")
    with pytest.raises(ValueError, match="cannot store games"):
        Store.open_unmigrated("mysql://here/games")
    assert names_in(tmp_path) == []


def test_a_dump_is_recognized_by_its_header(tmp_path: Path) -> None:
    assert is_dump(write(tmp_path / "dump", b"PGDMP and more"))
    assert not is_dump(write(tmp_path / "text", b"no PGDMP"))
    assert not is_dump(tmp_path)
    assert not is_dump(tmp_path / "none")


def write(file: Path, content: bytes | None) -> Path:
    if content is not None:
        file.write_bytes(content)
    return file


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())

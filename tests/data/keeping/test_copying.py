"""Copies from SQLite to PostgreSQL and back: equal content, resumed copies, refusals."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.app import TABLES
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.person_tables import players
from data.cluster.processes import ProcessRepository
from data.keeping.copying import NotCopied, copy
from data.keeping.database import Database
from data.keeping.digests import Digest, digest
from data.migration import NewerDatabase
from data.store import Store
from tests.adopted.release_database import load_release_file

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LEASE = timedelta(seconds=15)
prepared = pytest.mark.usefixtures("with_tables")
"""For a target whose tables exist; copying would create them in an empty target."""
to_postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
"""The usual direction, for tests that do not depend on the target's kind."""
with_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def look_away(connection: AsyncConnection) -> None:
    del connection


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()


async def digests_of(url: str) -> dict[str, Digest]:
    database = await Database.open(url)
    async with database.snapshot() as connection:
        digests = {table.name: await digest(connection, table) for table in TABLES.sorted_tables}
    await database.close()
    return digests


async def rows_in(url: str) -> dict[str, int]:
    """Return the number of rows of each table that is not empty."""
    return {name: content.rows for name, content in (await digests_of(url)).items() if content.rows}


@pytest.fixture
def source(tmp_path: Path, sqlite_tables: Path) -> str:
    """The address of a database with tables."""
    copyfile(sqlite_tables, tmp_path / "source.db")
    return f"sqlite:///{tmp_path}/source.db"


async def meet(url: str, name: str = "Anna") -> None:
    async with open_store(url) as store, store.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(1, name, "de"))


async def test_a_freshly_migrated_database_counts_as_empty(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    assert await rows_in(database_url) == {}


@to_postgresql
async def test_an_earlier_versions_data_survives_a_copy_there_and_back(
    database_url: str, tmp_path: Path
) -> None:
    old, back = f"sqlite:///{load_release_file(tmp_path / 'left.db')}", f"sqlite:///{tmp_path}/back.db"
    reports: list[tuple[int, int, str]] = []
    copied = await copy(
        TABLES, old, database_url, look_away, lambda done, of, table: reports.append((done, of, table))
    )
    await copy(TABLES, database_url, back, look_away)
    digests = await digests_of(old)
    assert await digests_of(database_url) == digests
    assert await digests_of(back) == digests
    assert {table_copy.table: table_copy.rows for table_copy in copied} == {
        name: content.rows for name, content in digests.items()
    }
    assert digests["plies"].rows > 50
    tables = [table_copy for table_copy in copied if table_copy.rows]
    before = [sum(each.rows for each in tables[:number]) for number in range(1, len(tables) + 1)]
    assert reports == [(done, before[-1], each.table) for done, each in zip(before, tables, strict=True)]


@prepared
async def test_new_rows_get_higher_ids_than_the_copied_ones(database_url: str, source: str) -> None:
    await meet(source)
    values = {"key": "any", "options": {}, "challenger": 1, "role": "", "channel": 5, "locale": "en"}
    values |= {"status": "open", "created": NOON}
    async with open_store(source) as store, store._engines.writer.begin() as connection:
        await connection.execute(sa.insert(challenges), [{"id": 41, **values}])
    await copy(TABLES, source, database_url, look_away)
    async with open_store(database_url) as store, store._engines.writer.begin() as connection:
        added = await connection.execute(sa.insert(challenges).returning(challenges.c.id), values)
        assert added.scalar_one() == 42


@prepared
@to_postgresql
async def test_a_large_table_is_copied_completely(database_url: str, source: str) -> None:
    people = [{"id": number, "name": f"P{number} ü", "locale": "de"} for number in range(1, 1202)]
    async with open_store(source) as store, store._engines.writer.begin() as connection:
        await connection.execute(sa.insert(players), people)
    copied = await copy(TABLES, source, database_url, look_away)
    assert next(table_copy.rows for table_copy in copied if table_copy.table == "players") == 1201
    assert (await digests_of(database_url))["players"] == (await digests_of(source))["players"]


class Killed(BaseException):
    """A simulated kill of the process."""


async def broken_off(source: str, target: str, after: int) -> None:
    """Copy until `after` rows are copied, then fail."""

    def progress(progress: int, of: int, table: str) -> None:
        del of, table
        if progress >= after:
            raise Killed

    with pytest.raises(Killed):
        await copy(TABLES, source, target, look_away, progress=progress)


async def crowd(source: str) -> None:
    people = [{"id": number, "name": f"P{number} ü", "locale": "de"} for number in range(1, 1702)]
    async with open_store(source) as store, store._engines.writer.begin() as connection:
        await connection.execute(sa.insert(players), people)


@prepared
@to_postgresql
async def test_a_killed_copy_resumes(database_url: str, source: str) -> None:
    await crowd(source)
    await broken_off(source, database_url, 1000)
    with pytest.raises(NewerDatabase, match="another database is being copied into this one"):
        await Store.open(database_url)
    counts: list[int] = []
    digests = await digests_of(source)
    await copy(
        TABLES, source, database_url, look_away, progress=lambda done, _of, _table: counts.append(done)
    )
    assert await digests_of(database_url) == digests
    assert counts[-1] == 1701
    async with open_store(database_url):
        pass


@prepared
async def test_a_concurrent_change_rolls_back_the_copy(database_url: str, source: str) -> None:
    await crowd(source)
    await broken_off(source, database_url, 1000)
    async with open_store(source) as store, store._engines.writer.begin() as connection:
        await connection.execute(sa.update(players).where(players.c.id == 7).values(name="another"))
    with pytest.raises(NotCopied, match="players came out differently"):
        await copy(TABLES, source, database_url, look_away)
    assert await rows_in(database_url) == {}
    await copy(TABLES, source, database_url, look_away)
    assert await digests_of(database_url) == await digests_of(source)


@prepared
@to_postgresql
async def test_a_copy_updates_postgresqls_row_estimates(database_url: str, source: str) -> None:
    await meet(source)
    await copy(TABLES, source, database_url, look_away)
    async with open_store(database_url) as store, store.read() as session:
        rows = await session.connection.execute(
            sa.text("SELECT reltuples FROM pg_class WHERE relname = 'players'")
        )
        assert rows.scalar_one() == 1


@prepared
async def test_digests_detect_any_difference_except_order(database_url: str, source: str) -> None:
    async def people(url: str, *people: tuple[int, str]) -> Digest:
        async with open_store(url) as store, store._engines.writer.begin() as connection:
            await connection.execute(sa.delete(players))
            rows = [{"id": number, "name": name, "locale": "de"} for number, name in people]
            await connection.execute(sa.insert(players), rows)
        return (await digests_of(url))["players"]

    first = await people(source, (1, "Anna"), (2, "Ben"))
    assert await people(database_url, (2, "Ben"), (1, "Anna")) == first
    for second in (((1, "Ben"), (2, "Anna")), ((1, "Anna"),), ((1, "Anna"), (2, "Ben "))):
        assert await people(database_url, *second) != first


async def refusal(source: str, target: str) -> str:
    with pytest.raises(NotCopied) as error:
        await copy(TABLES, source, target, look_away)
    assert "\n" not in str(error.value)
    return str(error.value)


@prepared
async def test_a_non_empty_target_is_refused(database_url: str, source: str) -> None:
    await meet(source)
    await meet(database_url, "Ben")
    assert await refusal(source, database_url) == "the target is not empty: there are rows in players"
    async with open_store(database_url) as store, store.read() as session:
        assert await session.of(PersonRepository).names([1]) == {1: "Ben"}


@prepared
@with_sqlite
async def test_a_source_in_use_is_refused_until_its_bot_stops(database_url: str, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/target.db"
    await meet(database_url)
    async with open_store(database_url) as store, store.write() as session:
        await session.of(ProcessRepository).join("a", "here", "1", LEASE)
    assert "a bot uses the source (here)" in await refusal(database_url, target)
    async with open_store(database_url) as store, store.write() as session:
        # The process was killed: its lease has expired.
        await session.of(ProcessRepository).renew("a", -LEASE)
    await copy(TABLES, database_url, target, look_away)


@prepared
@with_sqlite
async def test_a_bot_started_during_the_copy_rolls_it_back(database_url: str, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/target.db"
    await meet(database_url)

    async def start(connection: AsyncConnection) -> None:
        del connection
        async with open_store(database_url) as store, store.write() as session:
            await session.of(ProcessRepository).join("a", "here", "1", LEASE)

    with pytest.raises(NotCopied, match="a bot uses the source"):
        await copy(TABLES, database_url, target, start)
    assert await rows_in(target) == {}


@prepared
@with_sqlite
async def test_a_copy_begun_by_another_version_is_refused(database_url: str, source: str) -> None:
    with closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'copying 9999'")
    assert await refusal(source, database_url) == (
        "another version has begun a copy into the target: empty it, and begin anew"
    )


@prepared
@with_sqlite
async def test_a_failed_check_rolls_back_the_copy(database_url: str, source: str) -> None:
    await meet(source)

    async def find(connection: AsyncConnection) -> None:
        assert (await connection.execute(sa.select(players.c.name))).scalar_one() == "Anna"
        raise NotCopied("games 1: something")

    with pytest.raises(NotCopied, match="something"):
        await copy(TABLES, source, database_url, find)
    assert await rows_in(database_url) == {}
    await copy(TABLES, source, database_url, look_away)


@prepared
async def test_rows_rejected_by_the_target_roll_back_the_copy(database_url: str, source: str) -> None:
    await meet(source)
    with closing(sqlite3.connect(source.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("INSERT INTO habits VALUES (99, '{}', '[]')")
    assert "foreign key" in (await refusal(source, database_url)).lower()
    assert await rows_in(database_url) == {}


@prepared
async def test_a_missing_source_is_not_created(database_url: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    assert await refusal(f"sqlite:///{missing}", database_url) == f"the source: there is no file {missing}"
    assert not missing.exists()


@prepared
async def test_copying_a_database_to_itself_is_refused(database_url: str) -> None:
    await meet(database_url)
    assert await refusal(database_url, database_url) == "both addresses name the same database"


async def test_errors_do_not_leak_passwords(source: str, tmp_path: Path) -> None:
    await meet(source)
    text = await refusal(source, f"postgresql://anna:geheim@/games?host={tmp_path}")
    assert text.startswith("the target: ")
    assert "geheim" not in text

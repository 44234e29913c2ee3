import asyncio
import hashlib
import logging
import sqlite3
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from bot.app import TABLES
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from data import NewerDatabase, OlderDatabase, StoreUnavailable, migration
from data.cluster.processes import ProcessRepository
from data.connections.engines import make_engines
from data.connections.urls import driver_url
from data.migration import PASSED_THROUGH, TODAY, Migrations, OtherVersion, incompatibility
from data.migration_steps import compatible, steps
from data.store import Store
from tests.data.pretended import LAST, NEXT, next_version, version_after

pytest_plugins = ("tests.data.databases",)
ROOT = Path(__file__).parents[2]


# Not in the schema: columns that are no longer used, and the migrations' own table.
_LEFT = {("games", "due"), ("tournaments", "due"), (None, "compatible_revisions")}


def _differences(connection: sa.Connection) -> list[object]:
    context = MigrationContext.configure(
        connection,
        opts={
            "compare_type": True,
            "compare_server_default": True,
            "include_name": lambda name, kind, of: (
                (kind, name) != ("table", "compatible_revisions")
                and (of.get("table_name"), name) not in _LEFT
            ),
        },
    )
    return list(compare_metadata(context, TABLES))


def _folder(path: Path) -> dict[str, str]:
    return {entry.name: hashlib.sha256(entry.read_bytes()).hexdigest() for entry in path.iterdir()}


async def _column(database_url: str, statement: str) -> list[str]:
    engines = make_engines(driver_url(database_url))
    async with engines.reader.connect() as connection:
        values = list((await connection.execute(sa.text(statement))).scalars())
    await engines.dispose()
    return values


async def test_migrations_produce_the_declared_tables(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    engines = make_engines(driver_url(database_url))
    async with engines.reader.connect() as connection:
        assert await connection.run_sync(_differences) == []
        assert set(TABLES.tables) <= set(
            await connection.run_sync(lambda it: sa.inspect(it).get_table_names())
        )
    await engines.dispose()


async def test_reopening_keeps_existing_data(database_url: str) -> None:
    first = await Store.open(database_url)
    async with first.write() as session:
        await session.of(PersonRepository).record_server(7, "de")
    await first.close()
    second = await Store.open(database_url)
    async with second.read() as session:
        assert await session.of(PersonRepository).server_locale(7) == "de"
    await second.close()


async def test_concurrent_starts_take_turns(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(4)))
    for store in stores:
        async with store.read() as session:
            assert await session.of(PersonRepository).get(1) is None
    for store in stores:
        await store.close()


async def test_concurrent_starts_migrate_an_earlier_version_once(database_url: str, tmp_path: Path) -> None:
    await (await Store.open(database_url)).close()
    # The step fails where it runs twice.
    newer = next_version(tmp_path)
    stores = await asyncio.gather(*(Store.open(database_url, newer) for _ in range(6)))
    for store in stores:
        async with store.write() as session:
            await session.of(PersonRepository).record_server(7, "de")
    for store in stores:
        await store.close()
    assert await _column(database_url, "SELECT version_num FROM alembic_version") == [NEXT]


async def test_a_waiting_start_is_logged(
    database_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "_SAID_AFTER", 0.0)
    caplog.set_level(logging.INFO, "data.migration")
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await migration._take_turn(connection)
        opening = asyncio.create_task(Store.open(database_url))
        while not any("waiting for it" in message for message in caplog.messages):
            await asyncio.wait([opening], timeout=0.01)
            assert not opening.done()
        await connection.execute(sa.text("SELECT 1"))
    await (await opening).close()
    await engines.dispose()


async def test_a_migration_waits_for_writers_and_does_not_block_readers(
    database_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "data.migration")
    store = await Store.open(database_url)
    async with store.write() as session:
        await session.of(PersonRepository).record_server(7, "de")
        assert await session.of(MatchRepository).get(1) is None
        opening = asyncio.create_task(Store.open(database_url, next_version(tmp_path)))
        if driver_url(database_url).get_backend_name() == "postgresql":
            while not any("are in use" in message for message in caplog.messages):
                # While the migration waits for the table, readers are not blocked.
                async with store.read() as others:
                    assert await asyncio.wait_for(others.of(MatchRepository).get(1), 5) is None
                assert not opening.done()
    await (await opening).close()
    async with store.read() as session:
        assert await session.of(PersonRepository).server_locale(7) == "de"
    await store.close()


async def test_a_migration_waits_for_incompatible_processes_to_end(
    database_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "data.migration")
    store = await Store.open(database_url)
    async with store.write() as session:
        await session.of(ProcessRepository).join("old", "here", "0.9", timedelta(minutes=5))
        await session.of(ProcessRepository).join("dead", "there", "0.9", timedelta(minutes=-5))
    after = asyncio.create_task(Store.open(database_url, version_after(tmp_path)))
    while not any("an earlier version serves the database" in message for message in caplog.messages):
        await asyncio.wait([after], timeout=0.01)
        assert not after.done()
    async with store.write() as session:
        await session.of(ProcessRepository).leave("old")
    await (await after).close()
    await store.close()
    assert await _column(database_url, "SELECT version_num FROM alembic_version") == [LAST]


async def test_compatible_processes_keep_running_during_a_migration(
    database_url: str, tmp_path: Path
) -> None:
    store = await Store.open(database_url)
    async with store.write() as session:
        await session.of(ProcessRepository).join("old", "here", "0.9", timedelta(minutes=5))
    await (await Store.open(database_url, next_version(tmp_path))).close()
    await store.close()
    assert await _column(database_url, "SELECT version_num FROM alembic_version") == [NEXT]


async def test_a_lasting_incompatible_process_blocks_the_migration(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "_MAX_WAIT", 0.0)
    store = await Store.open(database_url)
    async with store.write() as session:
        await session.of(ProcessRepository).join("old", "here", "0.9", timedelta(minutes=5))
    with pytest.raises(StoreUnavailable, match="stop it"):
        await Store.open(database_url, version_after(tmp_path))
    await store.close()
    assert await _column(database_url, "SELECT version_num FROM alembic_version") == [TODAY.revisions()[0]]


async def test_a_database_lists_its_compatible_revisions(database_url: str, tmp_path: Path) -> None:
    query = "SELECT revision FROM compatible_revisions"
    await (await Store.open(database_url)).close()
    today = TODAY.revisions()[0]
    assert today in await _column(database_url, query)
    await (await Store.open(database_url, next_version(tmp_path))).close()
    assert {today, NEXT} <= set(await _column(database_url, query))
    await (await Store.open(database_url, version_after(tmp_path))).close()
    assert set(await _column(database_url, query)) == {NEXT, LAST}


def test_file_names_give_the_order_of_the_steps(tmp_path: Path) -> None:
    for version in (TODAY, next_version(tmp_path), version_after(tmp_path)):
        assert version.revisions() == tuple(step.revision for step in steps(version.folders))


async def test_an_up_to_date_database_opens_without_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    await (await Store.open(url)).close()
    opens = (
        "import asyncio, sys; from data.store import Store; "
        f"asyncio.run(Store.open({url!r})); print('alembic' in sys.modules)"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", opens, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert output.split() == [b"False"]


def test_every_step_declares_its_compatible_revisions() -> None:
    (folder,) = TODAY.folders
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("r*.py"))}
    assert [name for name, text in texts.items() if "usable_from: Final = " not in text] == []
    assert set(compatible(TODAY.folders)) <= set(TODAY.revisions())


async def test_a_newer_database_is_refused(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        await connection.execute(sa.text("DELETE FROM compatible_revisions"))
    await engines.dispose()
    with pytest.raises(NewerDatabase, match="9999"):
        await Store.open(database_url)


async def test_an_older_database_is_refused(database_url: str) -> None:
    await (await Store.open(database_url)).close()
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '0058'"))
    await engines.dispose()
    with pytest.raises(OlderDatabase, match=f"0058.*: go through {PASSED_THROUGH} first"):
        await Store.open(database_url)
    assert await _column(database_url, "SELECT version_num FROM alembic_version") == ["0058"]


@pytest.mark.parametrize("journal", ["delete", "wal"])
async def test_a_newer_database_is_left_unchanged(tmp_path: Path, journal: str) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode={journal}")
    connection.executescript("CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE future (a)")
    connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    before = _folder(tmp_path)
    with pytest.raises(NewerDatabase):
        await Store.open(f"sqlite:///{path}")
    assert _folder(tmp_path) == before
    assert set(before) == {"games.db"}


async def test_a_failed_step_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notices (somebody_elses TEXT)")
    connection.close()
    with pytest.raises(StoreUnavailable, match="notices"):
        await Store.open(f"sqlite:///{path}")
    connection = sqlite3.connect(path)
    session = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    connection.close()
    assert session == ["notices"]


async def test_an_unopenable_database_is_a_one_line_error(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable) as refused:
        await Store.open(f"sqlite:///{tmp_path}/no/such/folder/games.db")
    assert "\n" not in str(refused.value)
    with pytest.raises(StoreUnavailable):
        await Store.open(f"postgresql://nobody@/games?host={tmp_path}")


@pytest.mark.parametrize(
    ("revision", "allowed", "reason"),
    [
        ("0058", (), OlderDatabase),
        ("0059", (), None),
        ("0061", (), None),
        ("0062", (), NewerDatabase),
        ("0062", ("0061",), None),
        ("0062", ("0060",), NewerDatabase),
        ("copying 0059", (), NewerDatabase),
    ],
)
def test_compatible_revisions_can_be_opened(
    tmp_path: Path, revision: str, allowed: tuple[str, ...], reason: type[OtherVersion] | None
) -> None:
    for number in ("0059", "0060", "0061"):
        (tmp_path / f"r{number}_step.py").touch()
    refused = incompatibility(revision, allowed, Migrations((tmp_path,)))
    assert (None if refused is None else type(refused)) is reason
    if refused is not None:
        assert revision in str(refused)

"""Backups: sound and complete, consistent during play, absent after a failure."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.app import TABLES
from bot.features.records.store import IMPORT_TIMER, imports
from bot.operations.scheduled_backup import COUNTS
from data.cluster.cluster_tables import timers
from data.connections.urls import driver_url
from data.keeping.backup import Contents, FileIsThere, back_up
from data.keeping.database import Database
from data.keeping.digests import digest
from data.keeping.postgresql_programs import ProgramFailed, address_variables, dump
from data.keeping.sqlite_backup import DamagedCopy
from data.store import Store
from tests.bot.operations.checks.stories import findings, tell
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


@asynccontextmanager
async def open_database(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def digests(url: str) -> list[object]:
    async with open_database(url) as database, database.snapshot() as connection:
        return [(table.name, await digest(connection, table)) for table in TABLES.sorted_tables]


@asynccontextmanager
async def restore(backup: Path, url: str, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Yield the address of a database restored from a backup."""
    if url.startswith("sqlite"):
        yield f"sqlite:///{backup}"
        return
    async with request.getfixturevalue("restore_dump")(backup) as address:
        yield address


async def test_a_backup_is_complete(
    database_url: str, world: World, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    await tell(world)
    file = tmp_path / "backup"
    async with open_database(database_url) as database:
        backup = await back_up(database, file, COUNTS)
    assert backup.size == file.stat().st_size
    async with restore(file, database_url, request) as address:
        assert await digests(address) == await digests(database_url)
        async with open_database(address) as copy:
            assert await findings(world, copy.snapshot) == []
            assert copy.revision == backup.contents.revision
    assert backup.contents.counts["games"] > backup.contents.counts["running"] > 0
    assert backup.contents.counts["plies"] > backup.contents.counts["games"]


async def test_a_backup_is_consistent_despite_concurrent_writes(
    database_url: str,
    store: Store,
    world: World,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    match = await world.match(goal="9999", again="on")
    async with store._engines.writer.begin() as connection:
        large = {"player": ANNA.id, "key": "any", "names": [], "record": "x" * 100_000}
        expires = world.time.now
        await connection.execute(sa.insert(imports), [{**large, "expires": expires} for _ in range(120)])
        waiting = sa.select(sa.literal(IMPORT_TIMER), imports.c.id, imports.c.expires)
        await connection.execute(sa.insert(timers).from_select(["kind", "subject", "due"], waiting))
    enough = asyncio.Event()

    async def play() -> int:
        plies = 0
        while not enough.is_set():
            await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
            plies += 1
        return plies

    playing = asyncio.create_task(play())
    async with open_database(database_url) as database:
        first = await back_up(database, tmp_path / "first", COUNTS)
        second = await back_up(database, tmp_path / "second", COUNTS)
    enough.set()
    assert 0 <= first.contents.counts["plies"] < second.contents.counts["plies"] <= await playing
    for name, backup in (("first", first), ("second", second)):
        async with restore(tmp_path / name, database_url, request) as address:
            async with open_database(address) as copy, copy.snapshot() as connection:
                rows = await connection.exec_driver_sql("SELECT plies FROM games")
                assert rows.scalar_one() == backup.contents.counts["plies"]
            async with open_database(address) as copy:
                assert await findings(world, copy.snapshot) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_sqlite_backup_is_one_private_file(database_url: str, world: World, tmp_path: Path) -> None:
    await world.match()
    folder = tmp_path / "backups"
    folder.mkdir()
    async with open_database(database_url) as database:
        backup = await back_up(database, folder / "copy.db", COUNTS)
    async with open_database(f"sqlite:///{folder}/copy.db") as copy:
        assert await findings(world, copy.snapshot) == []
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR
    assert backup.contents == Contents(copy.revision, {"games": 1, "running": 1, "plies": 0})


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_link_to_the_database_is_not_overwritten(
    database_url: str, store: Store, tmp_path: Path
) -> None:
    del store
    async with open_database(database_url) as database:
        link = tmp_path / "link.db"
        link.symlink_to(database.url.database or "")
        with pytest.raises(FileIsThere, match=r"link\.db is the database itself"):
            await back_up(database, link, COUNTS, replace=True)
    assert link.is_symlink()


async def test_an_existing_file_is_kept_unless_replacing_is_allowed(
    database_url: str, store: Store, tmp_path: Path
) -> None:
    del store
    file = tmp_path / "backup"
    file.write_text("something else")
    async with open_database(database_url) as database:
        with pytest.raises(FileIsThere, match="is there already"):
            await back_up(database, file, COUNTS)
        assert file.read_text() == "something else"
        backup = await back_up(database, file, COUNTS, replace=True)
        with pytest.raises(FileIsThere, match="is a folder"):
            await back_up(database, tmp_path, COUNTS, replace=True)
    assert file.stat().st_size == backup.size
    assert not [name for name in names_in(tmp_path) if name.endswith(".partial")]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_damaged_database_yields_no_backup(database_url: str, store: Store, tmp_path: Path) -> None:
    await store.close()
    with closing(sqlite3.connect(database_url.removeprefix("sqlite:///"))) as connection, connection:
        # Point an index at another index's tree.
        connection.execute("PRAGMA writable_schema = ON")
        other = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'games' LIMIT 1"
        root = connection.execute(other).fetchone()
        connection.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = 'ix_notices_due'", root)
    async with open_database(database_url) as database:
        with pytest.raises((DamagedCopy, OSError)):
            await back_up(database, tmp_path / "backup", COUNTS)
    assert not (tmp_path / "backup").exists()
    assert not [name for name in names_in(tmp_path) if name.endswith(".partial")]


def _program(folder: Path, name: str, does: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("does", "text"),
    [
        (None, "pg_dump is not installed"),
        ("echo server version mismatch >&2; exit 1", "pg_dump failed: server version mismatch"),
    ],
)
async def test_a_failed_pg_dump_leaves_nothing_behind(
    database_url: str,
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    does: str | None,
    text: str,
) -> None:
    del store
    programs = tmp_path / "programs"
    programs.mkdir()
    if does is not None:
        _program(programs, "pg_dump", does)
    monkeypatch.setenv("PATH", str(programs))
    async with open_database(database_url) as database:
        with pytest.raises(ProgramFailed, match=text):
            await back_up(database, tmp_path / "backup", COUNTS)
    assert names_in(tmp_path) == ["programs"]


async def test_command_lines_contain_no_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(
        tmp_path,
        "pg_dump",
        f'env > {tmp_path}/env; echo "$@" > {tmp_path}/line',
    )
    _program(tmp_path, "pg_restore", "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    # The address goes before the owner's variables, which otherwise hold.
    for variable in ("PGHOST", "PGUSER", "PGDATABASE", "PGOPTIONS"):
        monkeypatch.setenv(variable, "elsewhere")
    url = driver_url("postgresql://anna:ge%20heim@db.example:5433/games?sslmode=require")
    await dump(url, tmp_path / "out", snapshot="1-1")
    lines = (tmp_path / "env").read_text().splitlines()
    assert {"PGUSER=anna", "PGPASSWORD=ge heim", "PGHOST=db.example", "PGPORT=5433"} <= set(lines)
    assert {"PGDATABASE=games", "PGSSLMODE=require", "PGOPTIONS=elsewhere"} <= set(lines)
    assert "heim" not in (tmp_path / "line").read_text()
    socket = address_variables(driver_url("postgresql://anna@/games?host=/run/here"))
    assert socket == {"PGUSER": "anna", "PGDATABASE": "games", "PGHOST": "/run/here"}

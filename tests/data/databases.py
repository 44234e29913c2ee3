"""Databases for tests: an empty SQLite file or a database on a private PostgreSQL server."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from bot.app import TABLES
from data.connections.engines import Engines, make_engines
from data.connections.urls import driver_url, file_of
from data.connections.write_ahead_log import WriteAheadLog
from data.files import WatchedFile
from data.store import Store

_numbers = count(1)
_TABLES, _TEMPLATE = "tables", "template_of_tests"
_END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND NOT (state = 'idle' AND pid = ANY($1))
"""
_NOT_DURABLE = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0"
)
"""Settings that trade the server's crash safety for speed."""
_COUNT_ANEW = "PERFORM setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"


def _programs() -> Path | None:
    program = shutil.which("initdb")
    if program is not None:
        return Path(program).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def _as_server(*command: str) -> list[str]:
    """Drop root privileges, as PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else list(command)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Path]:
    """The socket directory of a private server, stopped after the tests."""
    programs = _programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    home = Path(tempfile.mkdtemp(prefix="fp-pg-"))
    if os.getuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(home, owner.pw_uid, owner.pw_gid)
    cluster = str(home / "cluster")
    control = str(programs / "pg_ctl")
    make = (
        str(programs / "initdb"),
        "-D",
        cluster,
        "-U",
        "postgres",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
    )
    settings = f"-c listen_addresses='' -c unix_socket_directories={home} {_NOT_DURABLE}"
    try:
        subprocess.run(_as_server(*make), check=True, capture_output=True, cwd=home)
        start = (control, "-D", cluster, "-w", "-l", str(home / "log"), "-o", settings, "start")
        subprocess.run(_as_server(*start), check=True, stdout=subprocess.DEVNULL, cwd=home)
        yield home
    finally:
        stop = _as_server(control, "-D", cluster, "-m", "immediate", "stop")
        subprocess.run(stop, check=False, capture_output=True, cwd=home)
        shutil.rmtree(home, ignore_errors=True)


@asynccontextmanager
async def _connect(socket: Path, database: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(host=str(socket), user="postgres", database=database)
    try:
        yield connection
    finally:
        await connection.close()


async def _ask(socket: Path, command: str) -> None:
    async with _connect(socket, "postgres") as connection:
        await connection.execute(command)


def _empty_function() -> str:
    """Return the function that empties all tables and restarts their sequences."""
    # TRUNCATE takes longer: it creates new files, and these tables have few rows.
    deletions = "".join(f"{table.delete()}; " for table in reversed(TABLES.sorted_tables))
    body = f"BEGIN {deletions} {_COUNT_ANEW}; END"
    return f"CREATE FUNCTION pg_temp.empty_tables() RETURNS void LANGUAGE plpgsql AS $$ {body} $$"


class PostgresqlTables:
    """A database with the tables, and a connection that empties it.

    The connection and its temporary function persist between tests, so their plans are made once. So do the
    connections of the server processes in `kept`, unless a test left a transaction open in them.
    """

    def __init__(self, socket: Path, name: str) -> None:
        self.url = f"postgresql://postgres@/{name}?host={socket}"
        self.kept: set[int] = set()
        self._connect = partial(asyncpg.connect, host=str(socket), user="postgres", database=name)
        self._connection: asyncpg.Connection | None = None
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)

    def empty(self) -> None:
        """Empty all tables; end other connections to them."""
        try:
            self._runner.run(self._empty())
        except (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.AdminShutdownError):
            # A test has ended all connections.
            self._connection = None
            self._runner.run(self._empty())

    def close(self) -> None:
        if self._connection is not None:
            self._runner.run(self._connection.close())
        self._runner.close()

    async def _empty(self) -> None:
        if self._connection is None:
            self._connection = await self._connect()
            await self._connection.execute(_empty_function())
        await self._connection.execute(_END_OTHERS, self.kept)
        await self._connection.execute("SELECT pg_temp.empty_tables()")


async def _make_tables(url: str) -> None:
    await (await Store.open(url)).close()


@pytest.fixture(scope="session")
def sqlite_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables, for tests to copy: creating them takes longer than most tests."""
    path = tmp_path_factory.mktemp("tables") / "games.db"
    asyncio.run(_make_tables(f"sqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def postgresql_tables(postgresql_server: Path) -> Iterator[PostgresqlTables]:
    """A database with the tables, emptied for each test."""
    asyncio.run(_ask(postgresql_server, f"CREATE DATABASE {_TABLES}"))
    asyncio.run(_make_tables(f"postgresql://postgres@/{_TABLES}?host={postgresql_server}"))
    tables = PostgresqlTables(postgresql_server, _TABLES)
    yield tables
    tables.close()


@pytest.fixture(scope="session")
def postgresql_template(postgresql_server: Path) -> str:
    """A template database with the tables."""
    asyncio.run(_ask(postgresql_server, f"CREATE DATABASE {_TEMPLATE}"))
    asyncio.run(_make_tables(f"postgresql://postgres@/{_TEMPLATE}?host={postgresql_server}"))
    return _TEMPLATE


@pytest.fixture
def with_tables() -> None:
    """Request ready-made tables for a test without a store; creating them takes long."""


class _KeptEngines(Engines):
    """The connections to a database, shared by several tests."""

    async def dispose(self) -> None:
        """Close nothing: the next test reuses the connections of a closed store."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def postgresql_engines(postgresql_tables: PostgresqlTables) -> AsyncIterator[Engines]:
    """Connections to the database with the tables, for the tests of a module.

    Each connection is a process of the server, which reads the catalogue and plans every statement again.
    """
    engines = make_engines(driver_url(postgresql_tables.url))

    def keep(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        del connection
        assert isinstance(record.driver_connection, asyncpg.Connection)
        postgresql_tables.kept.add(record.driver_connection.get_server_pid())

    for engine in (engines.writer, engines.reader):
        event.listen(engine.sync_engine, "connect", keep)
    yield _KeptEngines(engines.writer, engines.reader, engines.listener)
    await engines.dispose()
    postgresql_tables.kept.clear()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of each kind, with tables for a store or for `with_tables`."""
    has_store, has_tables = ("store" in request.fixturenames, "with_tables" in request.fixturenames)
    if request.param == "sqlite":
        path = tmp_path / "games.db"
        if has_store or has_tables:
            shutil.copyfile(request.getfixturevalue("sqlite_tables"), path)
        yield f"sqlite:///{path}"
        return
    socket = request.getfixturevalue("postgresql_server")
    if has_store:
        tables: PostgresqlTables = request.getfixturevalue("postgresql_tables")
        request.getfixturevalue("postgresql_engines")
        tables.empty()
        yield tables.url
        return
    name = f"test{next(_numbers)}"
    template = f" TEMPLATE {request.getfixturevalue('postgresql_template')}" if has_tables else ""
    asyncio.run(_ask(socket, f"CREATE DATABASE {name}{template}"))
    yield f"postgresql://postgres@/{name}?host={socket}"
    asyncio.run(_ask(socket, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def restore_dump(postgresql_server: Path) -> Callable[[Path], AbstractAsyncContextManager[str]]:
    """Restore a dump by pg_dump into a new database, and yield its address."""
    if shutil.which("pg_dump") is None:
        pytest.skip("PostgreSQL's programs for clients are not installed")

    @asynccontextmanager
    async def restore(backup: Path) -> AsyncIterator[str]:
        name = f"restored{next(_numbers)}"
        await _ask(postgresql_server, f"CREATE DATABASE {name}")
        server = ("-h", str(postgresql_server), "-U", "postgres")
        command = ("pg_restore", *server, "-e", "-d", name, str(backup))
        await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
        yield f"postgresql://postgres@/{name}?host={postgresql_server}"
        await _ask(postgresql_server, f"DROP DATABASE {name} WITH (FORCE)")

    return restore


def _leave_to_the_system(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    """Trade the file's crash safety for a third of a test's system time."""
    del record
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


@pytest.fixture
async def store(request: pytest.FixtureRequest, database_url: str) -> AsyncIterator[Store]:
    """A store over an empty database of each kind."""
    # Store.open would check the version of these tables each time.
    if (file := file_of(database_url)) is None:
        store = Store(request.getfixturevalue("postgresql_engines"))
    else:
        engines = make_engines(driver_url(database_url))
        if "world" in request.fixturenames:
            # Tests of the store itself use its own settings.
            assert engines.write_connections is not None
            event.listen(engines.write_connections._engine, "connect", _leave_to_the_system)
        store = Store(engines, WriteAheadLog(file), WatchedFile(file))
    yield store
    await store.close()

"""Databases for tests: a fresh one each, SQLite and a private PostgreSQL server."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from data import Store

_numbers = count(1)


def _programs() -> Path | None:
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def _as_server(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else list(command)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Path]:
    """The socket directory of a private server, which ends with the tests."""
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
    settings = f"-c listen_addresses='' -c unix_socket_directories={home} -c fsync=off"
    try:
        subprocess.run(_as_server(*make), check=True, capture_output=True, cwd=home)
        start = (control, "-D", cluster, "-w", "-l", str(home / "log"), "-o", settings, "start")
        subprocess.run(_as_server(*start), check=True, stdout=subprocess.DEVNULL, cwd=home)
        yield home
    finally:
        stop = _as_server(control, "-D", cluster, "-m", "immediate", "stop")
        subprocess.run(stop, check=False, capture_output=True, cwd=home)
        shutil.rmtree(home, ignore_errors=True)


async def _ask(socket: Path, command: str) -> None:
    server = create_async_engine(
        f"postgresql+asyncpg://postgres@/postgres?host={socket}", isolation_level="AUTOCOMMIT"
    )
    async with server.connect() as connection:
        await connection.exec_driver_sql(command)
    await server.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    socket = request.getfixturevalue("postgresql_server")
    name = f"test{next(_numbers)}"
    asyncio.run(_ask(socket, f"CREATE DATABASE {name}"))
    yield f"postgresql://postgres@/{name}?host={socket}"
    asyncio.run(_ask(socket, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store over an empty database of each kind."""
    opened = await Store.open(database_url)
    yield opened
    await opened.close()

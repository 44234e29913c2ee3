"""A private PostgreSQL server for a block; it can be restarted, and its connections can be cut."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import asyncpg

from data.outages import OUTAGES, DriverError

_AWAY = (
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
)
_CUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname IS NOT NULL AND pid <> pg_backend_pid()
"""


class NotInstalled(RuntimeError):
    """PostgreSQL's programs are not on this machine."""


@dataclass(frozen=True, slots=True)
class PostgreSQL:
    """A running server; `home` is the directory of its socket."""

    home: Path
    programs: Path
    settings: str

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.home}"

    async def create(self, database: str) -> str:
        """Create an empty database; return its address."""
        await self.run(f"CREATE DATABASE {database}")
        return self.url(database)

    @asynccontextmanager
    async def connect(self, database: str = "postgres") -> AsyncIterator[asyncpg.Connection]:
        """Connect to a database as a superuser."""
        connection = await asyncpg.connect(host=str(self.home), user="postgres", database=database)
        try:
            yield connection
        finally:
            await connection.close()

    async def run(self, statement: str, database: str = "postgres") -> Sequence[tuple[object, ...]]:
        """Run a statement; return its rows. Raises one of OUTAGES while the server crashes or recovers."""
        try:
            async with self.connect(database) as connection:
                return [tuple(row) for row in await connection.fetch(statement)]
        except _AWAY as error:
            raise DriverError(str(error)) from error

    async def cut_connections(self) -> None:
        """End all other connections, even busy ones; do nothing while the server is down."""
        with suppress(*OUTAGES):
            await self.run(_CUT)

    async def crash(self) -> None:
        """Stop the server as a power loss would, and restart it."""
        control = (str(self.programs / "pg_ctl"), "-D", str(self.home / "cluster"), "-m", "immediate")
        more = ("-w", "-l", str(self.home / "log"), "-o", self.settings, "restart")
        command = _as_owner(*control, *more)
        # The server inherits open descriptors for its lifetime: do not read the starter's output.
        process = await asyncio.create_subprocess_exec(*command, cwd=self.home, stdout=subprocess.DEVNULL)
        if await process.wait():
            raise RuntimeError("the server does not come back")


@contextmanager
def postgresql(**more: str) -> Iterator[PostgreSQL]:
    """Run a server during a block, with `more` settings. Raises NotInstalled."""
    programs = _programs()
    home = Path(tempfile.mkdtemp(prefix="fp-pg-"))
    if os.getuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(home, owner.pw_uid, owner.pw_gid)
    cluster = ("-D", str(home / "cluster"))
    make = (str(programs / "initdb"), *cluster, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
    own = {"listen_addresses": "''", "unix_socket_directories": str(home), "fsync": "off"} | more
    settings = " ".join(f"-c {name}={value}" for name, value in own.items())
    control = str(programs / "pg_ctl")
    start = (control, *cluster, "-w", "-l", str(home / "log"), "-o", settings, "start")
    try:
        subprocess.run(_as_owner(*make), check=True, capture_output=True, cwd=home)
        subprocess.run(_as_owner(*start), check=True, stdout=subprocess.DEVNULL, cwd=home)
        yield PostgreSQL(home, programs, settings)
    finally:
        stop = _as_owner(control, *cluster, "-m", "immediate", "stop")
        subprocess.run(stop, check=False, capture_output=True, cwd=home)
        shutil.rmtree(home, ignore_errors=True)


def _programs() -> Path:
    program = shutil.which("initdb")
    if program is not None:
        return Path(program).parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not places:
        raise NotInstalled("PostgreSQL is not installed")
    return places[-1].parent


def _as_owner(*command: str) -> list[str]:
    """Drop root privileges, as PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else list(command)

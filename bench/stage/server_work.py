"""The work of a PostgreSQL server for a database: statements, transactions, lock waits, bytes."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.stage.bots import cpu_of
from bench.stage.postgresql import PostgreSQL

SETTINGS = {
    "shared_preload_libraries": "pg_stat_statements",
    "shared_buffers": "512MB",
    "max_wal_size": "4GB",
}
"""Settings that count statements, with the memory of a small machine."""

SAMPLE_INTERVAL = 0.02
"""Seconds between samples of waiting connections."""

_CPU_OF_ENDED = slice(13, 15)
"""The fields in a process's `stat`, after its name, with the CPU of its ended children (Linux)."""

_STATEMENTS = "pg_stat_statements JOIN pg_database ON pg_database.oid = dbid"


@dataclass(frozen=True, slots=True)
class Work:
    """Statements, transactions, and waits that ended in a deadlock."""

    statements: int
    transactions: int
    deadlocks: int

    def __sub__(self, before: "Work") -> "Work":
        return Work(
            self.statements - before.statements,
            self.transactions - before.transactions,
            self.deadlocks - before.deadlocks,
        )


@dataclass(slots=True)
class LockWaits:
    """The number of connections that waited for a lock, sample by sample."""

    samples: int = 0
    waiting: int = 0
    most: int = 0

    @property
    def milliseconds(self) -> float:
        """The sum of all waits, estimated from the samples."""
        return self.waiting * SAMPLE_INTERVAL * 1000


@dataclass(frozen=True, slots=True)
class WorkSize:
    """The size of a table; `rows` is the planner's estimate, and `bytes` include the indexes."""

    table: str
    rows: int
    bytes: int


@dataclass(frozen=True, slots=True)
class ServerWork:
    """The figures of a database, read through another one so that the reads do not count."""

    server: PostgreSQL
    database: str

    async def prepare(self) -> None:
        """Enable the counting of statements."""
        await self.server.run("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")

    async def so_far(self) -> Work:
        """Return the totals so far."""
        name = f"'{self.database}'"
        ((statements,),) = await self.server.run(
            f"SELECT coalesce(sum(calls), 0)::bigint FROM {_STATEMENTS} WHERE datname = {name}"  # noqa: S608  # a name of our own
        )
        ((transactions, deadlocks),) = await self.server.run(
            f"SELECT xact_commit + xact_rollback, deadlocks FROM pg_stat_database WHERE datname = {name}"  # noqa: S608  # a name of our own
        )
        return Work(int(str(statements)), int(str(transactions)), int(str(deadlocks)))

    def cpu(self) -> float:
        """Return the server's CPU seconds, including ended connections."""
        server = int((self.server.home / "cluster" / "postmaster.pid").read_text("ascii").split()[0])
        figures = Path(f"/proc/{server}/stat").read_text("ascii").rpartition(")")[2].split()
        seconds = sum(map(int, figures[_CPU_OF_ENDED])) / os.sysconf("SC_CLK_TCK")
        return cpu_of(server) + seconds

    async def connections(self) -> int:
        ((number,),) = await self.server.run(
            f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{self.database}'"  # noqa: S608  # a name of our own
        )
        return int(str(number))

    async def sizes(self) -> Sequence[WorkSize]:
        """Return the tables, largest first."""
        rows = await self.server.run(
            "SELECT relname, reltuples::bigint, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC",
            self.database,
        )
        return [WorkSize(str(name), int(str(number)), int(str(size))) for name, number, size in rows]

    @asynccontextmanager
    async def watch(self) -> AsyncIterator[LockWaits]:
        """During the block, sample the connections that wait for a lock."""
        waits = LockWaits()
        async with self.server.connect() as connection:

            async def sample() -> None:
                while True:
                    waiting = await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted")
                    waits.samples += 1
                    waits.waiting += waiting
                    waits.most = max(waits.most, waiting)
                    await asyncio.sleep(SAMPLE_INTERVAL)

            sampler = asyncio.create_task(sample())
            try:
                yield waits
            finally:
                sampler.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await sampler

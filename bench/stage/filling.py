"""Large databases: many copies of all rows of a small database, in all tables.

Numbered rows get new numbers in each copy, as do references to them. Discord's ids, recognised by their size,
also change if each copy has its own people.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import sqlalchemy as sa

from bot.app import TABLES
from bot.features.records.store import IMPORT_TIMER
from bot.features.tournaments.store.tournament_tables import TOURNAMENT_TIMER
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import GAME_TIMER, SEAT_TIMER
from data.cluster.cluster_tables import timers
from data.schema.columns import TextOf

MIN_DISCORD_ID = 10**15
OF_DISCORD = frozenset({"players", "servers"})
ONCE = frozenset(
    {
        *("welcomes", "epochs", "processes", "shards", "identifies", "job_claims", "refused_requests"),
        *("holds", "subscriptions"),
    }
)
"""Tables whose size does not depend on the number of games."""

TIMER_TABLES = {
    GAME_TIMER: "games",
    CHALLENGE_TIMER: "challenges",
    SEAT_TIMER: "substitutions",
    IMPORT_TIMER: "imports",
    TOURNAMENT_TIMER: "tournaments",
}
"""The numbered table that each kind of timer refers to; other kinds are not copied."""

STRIDE = 10_000
"""The offset between Discord's ids in two copies."""


@dataclass(frozen=True, slots=True)
class Copies:
    """The number of copies, and whether each has its own people and channels, and servers."""

    number: int
    own_people: bool
    own_servers: bool

    def statements(self, newest: Mapping[str, int]) -> Iterator[str]:
        """Yield the copying statements, in SQL for both databases; `newest` are the tables' largest ids."""
        yield "CREATE TEMP TABLE copies (copy BIGINT PRIMARY KEY)"
        numbers = f"SELECT 1 UNION ALL SELECT copy + 1 FROM numbers WHERE copy < {self.number}"  # noqa: S608  # a number of our own
        yield f"WITH RECURSIVE numbers (copy) AS ({numbers}) INSERT INTO copies SELECT copy FROM numbers"  # noqa: S608  # as above
        for table in TABLES.sorted_tables:
            if table is timers:
                yield from _timer_copies(newest)
            elif table.name not in ONCE and self._is_copied(table.name):
                yield from self._copy_table(table, newest)

    def _is_copied(self, table: str) -> bool:
        return {"players": self.own_people, "servers": self.own_servers}.get(table, True)

    def _copy_table(self, table: sa.Table, newest: Mapping[str, int]) -> Iterator[str]:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        values = ", ".join(self._copy_expression(column, newest) for column in table.columns)
        yield f"CREATE TEMP TABLE original AS SELECT * FROM {table.name}"  # noqa: S608  # names of our own
        yield f"INSERT INTO {table.name} ({names}) SELECT {values} FROM copies CROSS JOIN original"  # noqa: S608  # names of our own
        yield "DROP TABLE original"

    def _copy_expression(self, column: sa.Column[object], newest: Mapping[str, int]) -> str:
        """Return the expression for a column's value in a copy."""
        name = f'original."{column.name}"'
        tables = [key.column.table.name for key in column.foreign_keys] or [column.table.name]
        if column.foreign_keys or column.name == "id":
            step = next((newest[table] for table in tables if table in newest), None)
            if step is not None:
                return f"{name} + copy * {step}"
        if column.primary_key and isinstance(column.type, sa.Text | TextOf):
            return f"{name} || '-' || copy"
        of_server = "servers" in tables or column.name == "server"
        shifted = self.own_servers if of_server else self.own_people
        if shifted and isinstance(column.type, sa.Integer):
            return f"CASE WHEN {name} >= {MIN_DISCORD_ID} THEN {name} + copy * {STRIDE} ELSE {name} END"
        return name


def _timer_copies(newest: Mapping[str, int]) -> Iterator[str]:
    for kind, table in TIMER_TABLES.items():
        yield (
            "INSERT INTO timers (kind, subject, due) "  # noqa: S608  # names and numbers of our own
            f"SELECT kind, subject + copy * {newest[table]}, due FROM copies CROSS JOIN timers "
            f"WHERE kind = '{kind}' AND subject <= {newest[table]}"
        )


def multiply(database: Path, copies: Copies) -> None:
    """Add copies of all rows to a file made by the store. No other process may have it open."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("BEGIN")
        newest = {table: connection.execute(_newest(table)).fetchone()[0] for table in _numbered_tables()}
        for statement in copies.statements(newest):
            connection.execute(statement)
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


async def multiply_on_postgresql(connection: asyncpg.Connection, copies: Copies) -> None:
    """Add copies of all rows to a PostgreSQL database, as a superuser."""
    async with connection.transaction():
        # Skip the triggers, which check references.
        await connection.execute("SET LOCAL session_replication_role = replica")
        newest = {table: await connection.fetchval(_newest(table)) for table in _numbered_tables()}
        for statement in copies.statements(newest):
            await connection.execute(statement)
        for table in newest:
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            await connection.execute(f"SELECT setval({sequence}, (SELECT max(id) FROM {table}) + 1, false)")  # noqa: S608  # names of our own
    await connection.execute("VACUUM ANALYZE")


def _numbered_tables() -> tuple[str, ...]:
    """Return the tables whose rows are numbered by the database."""
    return tuple(
        table.name
        for table in TABLES.sorted_tables
        if table.name not in OF_DISCORD
        and "id" in table.columns
        and isinstance(table.columns["id"].type, sa.Integer)
    )


def _newest(table: str) -> str:
    return f"SELECT coalesce(max(id), 0) FROM {table}"  # noqa: S608  # names of our own

"""Findings: faults of a database, each on one line with its row."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from data.connections.async_engines import AsyncConnection
from data.connections.dialects import ONE_WRITER

MAX_PER_KIND: Final = 100
"""The most listed findings of a kind."""


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A fault: its place (a table and a row's key), and its description."""

    where: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.where}: {self.wrong}"


async def find_rows(
    connection: AsyncConnection, table: str, query: sa.Select[*tuple[Any, ...]], wrong: str
) -> Sequence[Inconsistency]:
    """Return a finding for each row of a query; the row's columns name it."""
    result = await connection.execute(query.limit(MAX_PER_KIND + 1))
    names = tuple(result.keys())
    findings = [Inconsistency(f"{table} {_row_name(names, row)}", wrong) for row in result]
    if len(findings) > MAX_PER_KIND:
        findings[-1] = Inconsistency(table, f"{wrong}; and more of that kind")
    return findings


async def damage(connection: AsyncConnection) -> AsyncIterator[Inconsistency]:
    """Yield SQLite's findings about its file; PostgreSQL has its own checksums."""
    if connection.dialect.name == ONE_WRITER:
        for row in (await connection.exec_driver_sql(f"PRAGMA integrity_check({MAX_PER_KIND})")).all():
            if row[0] != "ok":
                yield Inconsistency("file", row[0])


def _row_name(names: Sequence[str], row: sa.Row[*tuple[Any, ...]]) -> str:
    if names == ("id",):
        return str(row[0])
    return ", ".join(f"{name} {value}" for name, value in zip(names, row, strict=True))

"""The check that all indexes exist."""

from collections.abc import AsyncIterator

import sqlalchemy as sa

from bot.app import TABLES
from bot.operations.checks.findings import Inconsistency
from data.connections.async_engines import AsyncConnection


async def missing_indexes(connection: AsyncConnection) -> AsyncIterator[Inconsistency]:
    """Yield the indexes of the program's tables that the database lacks."""
    for finding in await connection.run_sync(_missing):
        yield finding


def _missing(connection: sa.Connection) -> list[Inconsistency]:
    inspector = sa.inspect(connection)
    return [
        Inconsistency(table.name, f"its index {missing} is not there")
        for table in TABLES.sorted_tables
        for missing in sorted(
            {str(index.name) for index in table.indexes}
            - {str(index["name"]) for index in inspector.get_indexes(table.name)}
        )
    ]

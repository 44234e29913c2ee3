"""Contradictions: rows that cannot all be right."""

from collections.abc import AsyncIterator, Iterable

from bot.kernel.checks import Contradiction
from bot.operations.checks.findings import Inconsistency, find_rows
from data.connections.async_engines import AsyncConnection


async def contradictions(
    connection: AsyncConnection, checks: Iterable[Contradiction]
) -> AsyncIterator[Inconsistency]:
    """Yield rows that contradict themselves or others."""
    for check in checks:
        for finding in await find_rows(connection, check.table.name, check.query, check.wrong):
            yield finding

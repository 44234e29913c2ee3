"""Orphans: rows with dangling references."""

from collections.abc import AsyncIterator
from typing import Final

import sqlalchemy as sa

from bot.app import TABLES
from bot.operations.checks.findings import Inconsistency, find_rows
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games, plans, plies, seats, substitutions, undone
from data.connections.async_engines import AsyncConnection

_Pairs = tuple[tuple[sa.Column[object], sa.Column[object]], ...]

_UNDECLARED: Final[tuple[_Pairs, ...]] = (
    ((challenges.c.rematch_of, games.c.id),),
    ((challenges.c.counter_to, challenges.c.id),),
    *(
        ((table.c.game, seats.c.game), (table.c.seat, seats.c.seat))
        for table in (plies, undone, plans, substitutions)
    ),
    ((games.c.id, seats.c.game), (games.c.turn, seats.c.seat)),
)
"""Columns that refer to a row without a foreign key constraint."""


async def orphans(connection: AsyncConnection) -> AsyncIterator[Inconsistency]:
    """Yield rows with dangling references, whether or not the database enforces them."""
    for pairs in (*_declared_pairs(), *_UNDECLARED):
        for finding in await _without_parent(connection, pairs):
            yield finding


def _declared_pairs() -> tuple[_Pairs, ...]:
    return tuple(
        tuple((key.parent, key.column) for key in constraint.elements)
        for table in TABLES.sorted_tables
        for constraint in sorted(table.foreign_key_constraints, key=lambda column: str(column.name))
    )


async def _without_parent(connection: AsyncConnection, pairs: _Pairs) -> list[Inconsistency]:
    child = pairs[0][0].table
    parent = pairs[0][1].table.alias("parent")
    there = sa.exists(
        sa.select(sa.literal_column("1"))
        .select_from(parent)
        .where(*(parent.c[named.name] == naming for naming, named in pairs))
    )
    columns = dict.fromkeys((*child.primary_key.columns, *(naming for naming, _ in pairs)))
    query = sa.select(*columns).where(*(naming.is_not(None) for naming, _ in pairs), ~there)
    names = " and ".join(naming.name for naming, _ in pairs)
    wrong = f"its {names} is not in {pairs[0][1].table.name}"
    return list(await find_rows(connection, child.name, query, wrong))

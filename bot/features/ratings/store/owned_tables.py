"""The tables of ratings and their erasure."""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.tables import (
    AliasedRows,
    DeletedRows,
    Key,
    OwnedTable,
    Row,
    challenge_of_game,
    rows_of,
)
from bot.repositories.tables.rating_tables import rating_changes, ratings
from data.connections.engines import Connection


@dataclass(frozen=True, slots=True)
class RatingChangeEraser:
    """Rating changes. Other people's ratings depend on a person's rating before each result."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Keep the rating before a result under the alias, but not the change caused by the result."""
        changed, before = rating_changes.c, {"value": "value_before", "deviation": "deviation_before"}
        forget = sa.update(rating_changes).where(changed.player == subject.person)
        await connection.execute(forget.values({name: changed[kept] for name, kept in before.items()}))
        await AliasedRows(rating_changes, self.columns, challenge_of_game(rating_changes)).erase(
            connection, subject
        )

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        return await rows_of(connection, rating_changes, self.columns, person)


TABLES: Final = (
    OwnedTable(
        ratings,
        DeletedRows(ratings, ("player",)),
        {"scope": Key.SERVER},
        nameless=("key", "role"),
    ),
    OwnedTable(
        rating_changes,
        RatingChangeEraser(),
        {"game": Key.GAME, "scope": Key.SERVER},
        nameless=("key", "role"),
    ),
)

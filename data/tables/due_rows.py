"""Rows that wait for their moment: when the next one has come, and which have and are in nobody's hands."""

from datetime import datetime

import sqlalchemy as sa

from data.engines import Connection
from data.records import JobKind
from data.schema import unclaimed


class DueRows:
    """The rows, by `key`, that each are a job of a kind once their moment `due` has come.

    Those alone count for which all that is `waiting` holds.
    """

    def __init__(
        self,
        kind: JobKind,
        key: sa.ColumnElement[int],
        due: sa.ColumnElement[datetime],
        *waiting: sa.ColumnElement[bool],
    ) -> None:
        self._next = sa.select(due).where(*waiting).order_by(due).limit(1)
        self._come = (
            sa.select(key)
            .where(*waiting, due <= sa.bindparam("now"), unclaimed(kind, key))
            .order_by(due, key)
            .limit(sa.bindparam("limit"))
            .with_for_update(skip_locked=True, key_share=True)
        )

    async def next(self, connection: Connection) -> datetime | None:
        """Return the moment of the row that waits for the nearest one."""
        return (await connection.execute(self._next)).scalar_one_or_none()

    async def come(self, connection: Connection, now: datetime, limit: int) -> tuple[int, ...]:
        """Return the rows whose moment has come by now, in nobody's hands, the longest due first."""
        found = await connection.execute(self._come, {"now": now, "limit": limit})
        return tuple(found.scalars())

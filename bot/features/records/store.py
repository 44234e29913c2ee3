"""The table of imported games and its queries."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.records.domain.imports import Import
from bot.kernel.checks import timer_checks
from bot.kernel.personal.erasure_subject import GONE_NAME, ErasureSubject
from bot.kernel.personal.tables import OwnedTable, Row, RowTimers, rows_of
from bot.repositories.rows.row_mapping import RowMapping
from data.cluster.timers import TimerRepository
from data.connections.engines import Connection
from data.schema.base import metadata
from data.schema.columns import UtcDateTime, json_of, key
from data.session import Session

imports: Final = sa.Table(
    "imports",
    metadata,
    sa.Column("id", key(), primary_key=True),
    sa.Column("player", sa.ForeignKey("players.id"), nullable=False),
    # The columns of a list; everything else is in the record, in the format of an export.
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("names", json_of(tuple[str, ...]), nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("expires", UtcDateTime, nullable=False),
    sa.Index(None, "player", "id"),
)

IMPORT_TIMER: Final = "import"
"""The kind of the timers for imports' expiry."""

_IMPORT: Final = RowMapping(Import)
_LISTED: Final = (imports.c.id, imports.c.key, imports.c.names, imports.c.expires)
_OF_PERSON: Final = imports.c.player == sa.bindparam("person")
_KEPT: Final = imports.c.expires > sa.bindparam("now")
_ADD: Final = sa.insert(imports).returning(imports.c.id)
_COUNT: Final = sa.select(sa.func.count()).select_from(imports).where(_OF_PERSON, _KEPT)
_OF: Final = sa.select(*_LISTED).where(_OF_PERSON, _KEPT).order_by(imports.c.id.desc())
_ONE: Final = sa.select(*_LISTED, imports.c.record).where(
    imports.c.id == sa.bindparam("id"), _OF_PERSON, _KEPT
)
_DELETE: Final = (
    sa.delete(imports).where(imports.c.id == sa.bindparam("id"), _OF_PERSON).returning(imports.c.id)
)
_EXPIRE: Final = (
    sa.delete(imports)
    .where(imports.c.id == sa.bindparam("id"), imports.c.expires <= sa.bindparam("now"))
    .returning(imports.c.id)
)


class ImportRepository:
    """The table `imports` within one connection; expired rows are invisible."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def add(self, *, person: int, key: str, names: Sequence[str], body: str, expires: datetime) -> int:
        """Store a record for a person and return its id."""
        values = {"player": person, "key": key, "names": tuple(names), "record": body, "expires": expires}
        number: int = (await self._connection.execute(_ADD, values)).scalar_one()
        await self._timers.set(IMPORT_TIMER, number, expires)
        return number

    async def count_of(self, person: int, now: datetime) -> int:
        """Count a person's imports."""
        count: int = (await self._connection.execute(_COUNT, {"person": person, "now": now})).scalar_one()
        return count

    async def of(self, person: int, now: datetime) -> tuple[Import, ...]:
        """Return a person's imports without the records, newest first."""
        rows = await self._connection.execute(_OF, {"person": person, "now": now})
        return tuple(map(_IMPORT.read, rows))

    async def get(self, person: int, number: int, now: datetime) -> tuple[Import, str] | None:
        """Return a person's import with its record as text, None without one of that id."""
        values = {"id": number, "person": person, "now": now}
        row = (await self._connection.execute(_ONE, values)).one_or_none()
        return None if row is None else (_IMPORT.read(row), row.record)

    async def delete(self, person: int, number: int) -> None:
        """Delete a person's import, if it exists."""
        deleted = await self._connection.execute(_DELETE, {"id": number, "person": person})
        if deleted.first() is not None:
            await self._timers.cancel(IMPORT_TIMER, number)

    async def expire(self, number: int, now: datetime) -> bool:
        """Delete an import if it has expired; return whether it had."""
        deleted = await self._connection.execute(_EXPIRE, {"id": number, "now": now})
        if deleted.first() is None:
            return False
        await self._timers.cancel(IMPORT_TIMER, number)
        return True


@dataclass(frozen=True, slots=True)
class ImportEraser:
    """Imported records: a person's own, and other people's that name them."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Delete the person's imports; replace their name by GONE_NAME in other people's imports."""
        await connection.execute(sa.delete(imports).where(imports.c.player == subject.person))
        listed = (await connection.execute(sa.select(imports.c.id, imports.c.names))).all()
        change = sa.update(imports).where(imports.c.id == sa.bindparam("_id"))
        for row in listed:
            if not any(map(subject.is_called, row.names)):
                continue
            query = sa.select(imports.c.record).where(imports.c.id == row.id)
            record = json.loads((await connection.execute(query)).scalar_one())
            for player in record["players"]:
                player["name"] = GONE_NAME if subject.is_called(player["name"]) else player["name"]
            names = [GONE_NAME if subject.is_called(name) else name for name in row.names]
            values = {"_id": row.id, "names": names, "record": json.dumps(record, ensure_ascii=False)}
            await connection.execute(change, values)

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the rows of the person's own imports."""
        return await rows_of(connection, imports, self.columns, person)


TABLES: Final = (
    OwnedTable(
        imports,
        ImportEraser(),
        timers=RowTimers(IMPORT_TIMER, imports.c.id),
        nameless=("key",),
    ),
)


CHECKS: Final = timer_checks(imports, imports.c.id, IMPORT_TIMER)

"""The table of imported games."""

import json
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.features.records.store.imports import IMPORT_TIMER, imports
from bot.kernel.personal.erasure_subject import GONE_NAME, ErasureSubject
from bot.kernel.personal.tables import OwnedTable, Row, RowTimers, rows_of
from data.connections.engines import Connection


@dataclass(frozen=True, slots=True)
class ImportEraser:
    """The records that people have brought along: a person's own, and those of others that name them."""

    columns: tuple[str, ...] = ("player",)

    async def erase(self, connection: Connection, gone: ErasureSubject) -> None:
        """Delete the person's own; in those of others a sign takes their name's place."""
        await connection.execute(sa.delete(imports).where(imports.c.player == gone.person))
        listed = (await connection.execute(sa.select(imports.c.id, imports.c.names))).all()
        change = sa.update(imports).where(imports.c.id == sa.bindparam("_id"))
        for row in listed:
            if not any(map(gone.is_called, row.names)):
                continue
            one = sa.select(imports.c.record).where(imports.c.id == row.id)
            record = json.loads((await connection.execute(one)).scalar_one())
            for player in record["players"]:
                player["name"] = GONE_NAME if gone.is_called(player["name"]) else player["name"]
            names = [GONE_NAME if gone.is_called(name) else name for name in row.names]
            values = {"_id": row.id, "names": names, "record": json.dumps(record, ensure_ascii=False)}
            await connection.execute(change, values)

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return the person's own."""
        return await rows_of(connection, imports, self.columns, person)


TABLES: Final = (
    OwnedTable(
        imports,
        ImportEraser(),
        timers=RowTimers(IMPORT_TIMER, imports.c.id),
        nameless=("key",),
    ),
)

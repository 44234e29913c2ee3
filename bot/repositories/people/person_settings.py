"""People's preferences and absences."""

from collections.abc import Collection
from typing import Any, Final

import sqlalchemy as sa

from bot.model.people.person_settings import USUAL, PersonSettings, Speaker
from bot.model.time.vacation import Vacation
from bot.repositories.rows.row_mapping import RowMapping, RowPart
from bot.repositories.tables.outbox_tables import NOTICE_IS_MISSED, notices
from bot.repositories.tables.person_tables import deletions, habits
from data.connections.dialects import upserts
from data.session import Session


def _setting(column: sa.Column[Any]) -> sa.Label[Any]:
    query = sa.select(column).where(habits.c.player == sa.bindparam("person"))
    return query.scalar_subquery().label(column.name)


_has_missed: Final = sa.exists(
    sa.select(sa.literal_column("1")).where(NOTICE_IS_MISSED, notices.c.audience == sa.bindparam("person"))
)
_deletion_due: Final = sa.select(deletions.c.due).where(deletions.c.player == sa.bindparam("person"))
_SPEAKER: Final = sa.select(
    _setting(habits.c.preferences),
    _setting(habits.c.vacation),
    _has_missed.label("missed"),
    _deletion_due.scalar_subquery().label("leaving"),
)
_BY_ID: Final = sa.select(habits).where(habits.c.player.in_(sa.bindparam("people", expanding=True)))
_SETTINGS: Final = RowMapping(
    PersonSettings, parts={"vacation": RowPart(RowMapping(Vacation, columns={"days": "vacation"}))}
)
_PUT: Final = upserts(habits, "player", "preferences", "vacation")


class PersonSettingsRepository:
    """The table `habits` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, people: Collection[int]) -> dict[int, PersonSettings]:
        """Return the stored settings of `people`."""
        rows = await self._connection.execute(_BY_ID, {"people": sorted(people)})
        return {row.player: settings_in(row) for row in rows}

    async def speaker(self, person: int) -> Speaker:
        """Return an interaction's person: settings, whether notices were missed, the time of deletion."""
        row = (await self._connection.execute(_SPEAKER, {"person": person})).one()
        return Speaker(settings_in(row), row.missed, row.leaving)

    async def save(self, person: int, settings: PersonSettings) -> None:
        values = {"player": person, **_SETTINGS.columns_of(settings)}
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


def settings_in(row: sa.Row[*tuple[Any, ...]]) -> PersonSettings:
    """Read settings from a row with their columns; NULL columns give the defaults."""
    return USUAL if row.preferences is None else _SETTINGS.read(row)

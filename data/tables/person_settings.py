"""Settings: what people want, and when they are away."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa

from data.dialects import upserts
from data.engines import Connection
from data.records import PersonSettingsRecord, SpeakerRecord
from data.schema import NOTICE_IS_MISSED, deletions, habits, notices


def _of_one(column: sa.Column[Any]) -> sa.Label[Any]:
    found = sa.select(column).where(habits.c.player == sa.bindparam("person"))
    return found.scalar_subquery().label(column.name)


_missed: Final = sa.exists(
    sa.select(sa.literal_column("1")).where(NOTICE_IS_MISSED, notices.c.audience == sa.bindparam("person"))
)
_leaving: Final = sa.select(deletions.c.due).where(deletions.c.player == sa.bindparam("person"))
_OF_ONE: Final = sa.select(
    _of_one(habits.c.preferences),
    _of_one(habits.c.vacation),
    _missed.label("missed"),
    _leaving.scalar_subquery().label("leaving"),
)
_BY_ID: Final = sa.select(habits).where(habits.c.player.in_(sa.bindparam("people", expanding=True)))


_PUT: Final = upserts(habits, "player", "preferences", "vacation")


class PersonSettingsRepository:
    """The table `habits` within one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of(self, people: Collection[int]) -> dict[int, PersonSettingsRecord]:
        """Return the settings of those of `people` who have any."""
        rows = await self._connection.execute(_BY_ID, {"people": sorted(people)})
        found = ((row.player, settings_record(row)) for row in rows)
        return {person: record for person, record in found if record is not None}

    async def of_one(self, person: int) -> SpeakerRecord:
        """Return what to know of someone who speaks."""
        row = (await self._connection.execute(_OF_ONE, {"person": person})).one()
        return SpeakerRecord(settings_record(row), row.missed, row.leaving)

    async def put(self, person: int, record: PersonSettingsRecord) -> None:
        """Keep someone's settings, in place of those they had."""
        values = {
            "player": person,
            "preferences": dict(record.preferences),
            "vacation": [_written(day) for day in record.vacation],
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


def settings_record(row: sa.Row[*tuple[Any, ...]]) -> PersonSettingsRecord | None:
    """Return the settings in a row that has their columns, None where these are empty."""
    if row.preferences is None:
        return None
    return PersonSettingsRecord(row.preferences, tuple(_read(day) for day in row.vacation))


def _written(day: tuple[datetime, datetime, int | None, bool]) -> list[object]:
    start, end, year, automatic = day
    return [start.astimezone(UTC).isoformat(), end.astimezone(UTC).isoformat(), year, automatic]


def _read(day: Sequence[Any]) -> tuple[datetime, datetime, int | None, bool]:
    start, end, year, automatic = day
    return datetime.fromisoformat(start), datetime.fromisoformat(end), year, automatic

"""Settings: what people want, and when they are away."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.model.people.person_settings import USUAL, PersonSettings, Speaker
from bot.model.people.preferences import read_preferences, write_preferences
from bot.model.time.vacation import Day, Vacation
from bot.repositories.tables.outbox_tables import NOTICE_IS_MISSED, notices
from bot.repositories.tables.person_tables import deletions, habits
from data.dialects import upserts
from data.session import Session


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

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, people: Collection[int]) -> dict[int, PersonSettings]:
        """Return the settings of those of `people` who have any."""
        rows = await self._connection.execute(_BY_ID, {"people": sorted(people)})
        return {row.player: settings_in(row) for row in rows}

    async def of_one(self, person: int) -> Speaker:
        """Return what to know of someone who speaks."""
        row = (await self._connection.execute(_OF_ONE, {"person": person})).one()
        return Speaker(settings_in(row), row.missed, row.leaving)

    async def put(self, person: int, settings: PersonSettings) -> None:
        """Keep someone's settings, in place of those they had."""
        values = {
            "player": person,
            "preferences": write_preferences(settings.preferences),
            "vacation": [_written(day) for day in settings.vacation.days],
        }
        await self._connection.execute(_PUT[self._connection.dialect.name], values)


def settings_in(row: sa.Row[*tuple[Any, ...]]) -> PersonSettings:
    """Return the settings in a row that has their columns; these are empty of who never said anything."""
    if row.preferences is None:
        return USUAL
    return PersonSettings(read_preferences(row.preferences), Vacation(tuple(map(_read, row.vacation))))


def _written(day: Day) -> list[object]:
    return [
        day.start.astimezone(UTC).isoformat(),
        day.end.astimezone(UTC).isoformat(),
        day.year,
        day.automatic,
    ]


def _read(stored: Sequence[Any]) -> Day:
    start, end, year, automatic = stored
    return Day(datetime.fromisoformat(start), datetime.fromisoformat(end), year, automatic)

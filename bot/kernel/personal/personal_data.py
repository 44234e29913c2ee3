"""Personal data: the rows of all features about a person, their export and erasure."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

import sqlalchemy as sa

from bot.kernel.feature import Features
from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.kernel.personal.tables import PERSON, AliasedRows, OwnedTable, RowTimers, by_kind
from bot.repositories.records.people import ExportedTable, NamePlaceRecord
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.person_tables import players
from data.cluster.timers import TimerRepository
from data.connections.engines import Connection
from data.session import Session

_CLOCK_SKEW: Final = timedelta(days=1)
"""The tolerance for differences between this clock and Discord's."""
_Subjects = Mapping[str, set[int]]
"""The subjects of timers by kind."""
_LOWEST: Final = sa.select(sa.func.min(players.c.id))
_ADD: Final = sa.insert(players)


class PersonalData:
    """People's data in the tables of all features."""

    def __init__(self, features: Features) -> None:
        self._features = features

    async def export(self, session: Session, person: int) -> tuple[ExportedTable, ...]:
        """Return the rows about a person without other people's ids; of games only the person's plies."""
        exported = [
            ExportedTable(owned.name, tuple(await owned.eraser.rows(session.connection, person)))
            for owned in self._tables
            if owned.eraser is not None
        ]
        for feature in self._features:
            for export in feature.exports:
                exported += await export(session.connection, person)
        return tuple(exported)

    async def places(self, session: Session, person: int) -> tuple[NamePlaceRecord, ...]:
        """Return the places that may name a person: channels, threads, direct messages to others."""
        challenges = await self._challenges_of(session.connection, person)
        by_place: dict[tuple[int | None, int | None], NamePlaceRecord] = {}
        for feature in self._features:
            for find in feature.name_places or ():
                for place in await find(session.connection, person, challenges):
                    _add(by_place, place)
        return tuple(by_place[key] for key in sorted(by_place, key=lambda key: (key[0] or 0, key[1] or 0)))

    async def erase(self, session: Session, person: int, names: Sequence[str]) -> None:
        """Erase a person with all their `names` in one transaction.

        Where a column needs a replacement, it gets a nameless alias: one for each challenge and its games.
        Rows are deleted before those that they refer to.
        """
        connection = session.connection
        lowest = min(0, (await connection.execute(_LOWEST)).scalar_one() or 0)
        # Lock challenges first: the order of the erased tables differs from the lock order.
        ids = await self._challenges_of(connection, person, lock=True)
        aliases = {challenge: lowest - number for number, challenge in enumerate(ids, start=2)}
        subject = ErasureSubject(person, tuple(names), aliases, lowest - 1)
        rows = [{"id": alias, "name": "", "locale": ""} for alias in (subject.alias, *aliases.values())]
        await connection.execute(_ADD, rows if len(rows) > 1 else rows[0])
        timers_before = await self._timers_before(connection, person)
        for owned in reversed(self._features.tables):
            if owned.eraser is not None:
                await owned.eraser.erase(connection, subject)
        for timers, subjects in timers_before:
            await _cancel_deleted(session, timers, subjects)

    async def _timers_before(
        self, connection: Connection, person: int
    ) -> list[tuple[RowTimers, dict[str, set[int]]]]:
        """Return the timers of rows that name a person, by kind."""
        pairs = []
        for owned in self._tables:
            timers, eraser = owned.timers, owned.eraser
            if timers is not None and eraser is not None:
                condition = sa.or_(*(owned.table.c[name] == person for name in eraser.columns))
                pairs.append((timers, by_kind(await connection.execute(timers.timer_keys.where(condition)))))
        return pairs

    @property
    def _tables(self) -> Sequence[OwnedTable]:
        return [table for feature in self._features for table in feature.tables]

    async def _challenges_of(self, connection: Connection, person: int, *, lock: bool = False) -> list[int]:
        """Return the challenges that name a person; `lock` locks them."""
        queries = [
            sa.select(eraser.challenge.label("challenge")).where(
                sa.or_(*(eraser.table.c[name] == PERSON for name in eraser.columns))
            )
            for eraser in (owned.eraser for owned in self._tables)
            if isinstance(eraser, AliasedRows)
        ]
        query: sa.Executable = sa.union(*queries)
        if lock:
            matching = sa.select(challenges.c.id).where(challenges.c.id.in_(sa.union(*queries)))
            query = matching.order_by(challenges.c.id).with_for_update()
        return sorted((await connection.execute(query, {"person": person})).scalars())


async def _cancel_deleted(session: Session, timers: RowTimers, subjects_by_kind: _Subjects) -> None:
    """Cancel the timers of deleted rows; rows with an alias keep theirs."""
    for kind, subjects in subjects_by_kind.items():
        query = timers.timer_keys.where(timers.subject.in_(sorted(subjects)))
        remaining = by_kind(await session.connection.execute(query)).get(kind, set())
        await session.of(TimerRepository).cancel_all(kind, subjects - remaining)


def _add(places: dict[tuple[int | None, int | None], NamePlaceRecord], place: NamePlaceRecord) -> None:
    """Add a place with the earliest time from which it may name the person."""
    if place.channel is None and (place.reader is None or place.reader <= 0):
        # An alias has no direct messages.
        return
    existing, since = places.get((place.channel, place.reader)), place.since - _CLOCK_SKEW
    since = since if existing is None else min(existing.since, since)
    places[place.channel, place.reader] = NamePlaceRecord(
        place.channel, place.reader, place.server, place.locale, since
    )

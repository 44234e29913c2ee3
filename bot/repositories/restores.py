"""Restores: their epochs, and the changes that a restore makes to all rows of a kind."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from bot.model.restores.epochs import Epochs, Restore
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.challenge_tables import CHALLENGE_IS_OPEN, CHALLENGE_TIMER, challenges
from bot.repositories.tables.match_tables import GAME_IS_RUNNING, SEAT_TIMER, games, substitutions
from bot.repositories.tables.outbox_tables import NOTICE_IS_OF_BEFORE, is_undelivered, notices, requests
from bot.repositories.tables.server_tables import overviews
from data.cluster.cluster_tables import processes, timers
from data.cluster.timers import TimerRepository
from data.schema.base import metadata
from data.schema.columns import UtcDateTime, key
from data.session import Session, SessionFactory

# The database's restores, each of which began an epoch; the epoch before the first is 0. The numbers are the
# last ones in the restored backup.
epochs: Final = sa.Table(
    "epochs",
    metadata,
    sa.Column("epoch", key(), primary_key=True, autoincrement=False),
    # The end of the known history, and the time of the restore.
    sa.Column("backed_up", UtcDateTime, nullable=False),
    sa.Column("begun", UtcDateTime, nullable=False),
    sa.Column("last_game", sa.BigInteger, nullable=False),
    sa.Column("last_challenge", sa.BigInteger, nullable=False),
    # The number of notices whose delivery could not be decided.
    sa.Column("undecided", sa.Integer, nullable=False, server_default="0"),
    # The last rows that the restore has handled; empty once it is complete.
    sa.Column("game_reached", sa.BigInteger),
    sa.Column("challenge_reached", sa.BigInteger),
)

RESTORE_IS_UNDER_WAY: Final = epochs.c.game_reached.is_not(None)

_KNOWN: Final = sa.select(epochs).order_by(epochs.c.epoch)
_UNDER_WAY: Final = sa.select(epochs).where(RESTORE_IS_UNDER_WAY).with_for_update()
_REACH: Final = (
    sa.update(epochs)
    .where(epochs.c.epoch == sa.bindparam("_epoch"))
    .values(game_reached=sa.bindparam("_game"), challenge_reached=sa.bindparam("_challenge"))
)
_BEGIN: Final = sa.insert(epochs)
_LAST: Final = sa.select(
    sa.func.max(games.c.id).label("game"),
    sa.select(sa.func.max(challenges.c.id)).scalar_subquery().label("challenge"),
)
_RENEWED: Final = sa.select(sa.func.max(processes.c.until))
_SIGNS: Final = tuple(
    sa.select(sa.func.max(column)) for column in (notices.c.created, games.c.updated, requests.c.made)
)
_RUNNING: Final = (
    sa.select(games.c.id)
    .where(GAME_IS_RUNNING, games.c.id > sa.bindparam("after"))
    .order_by(games.c.id)
    .limit(sa.bindparam("limit"))
)
_COUNT_RUNNING: Final = sa.select(sa.func.count()).where(GAME_IS_RUNNING, games.c.id <= sa.bindparam("up_to"))
_COUNT_UNPAUSED: Final = sa.select(sa.func.count()).where(GAME_IS_RUNNING, games.c.paused.is_(None))
# Failures before the backup say nothing about now; undecidable notices are counted at the first attempt.
_UNSETTLE: Final = (
    sa.update(notices)
    .where(is_undelivered(notices))
    .values(status="waiting", claimant=None, uncertain=True, attempts=0)
)
_SAY_WHEN: Final = (
    sa.update(notices)
    .where(is_undelivered(notices), notices.c.kind.not_in(sa.bindparam("_kinds", expanding=True)))
    .values(epoch=sa.func.coalesce(notices.c.epoch, sa.bindparam("_epoch")))
    .returning(notices.c.id)
)
_DROP: Final = (
    sa.update(notices)
    .where(is_undelivered(notices), notices.c.kind.in_(sa.bindparam("_kinds", expanding=True)))
    .values(status="dropped", claimant=None)
)
_OPEN: Final = (
    sa.select(challenges.c.id)
    .where(CHALLENGE_IS_OPEN, challenges.c.id > sa.bindparam("after"))
    .order_by(challenges.c.id)
    .limit(sa.bindparam("limit"))
)
_TIMERS: Final = {challenges: CHALLENGE_TIMER, substitutions: SEAT_TIMER}
_EXPIRES: Final = {
    table: sa.select(table.c.id, table.c.expires)
    .join(timers, timers.c.subject == table.c.id)
    .where(timers.c.kind == sa.literal_column(f"'{kind}'"))
    for table, kind in _TIMERS.items()
}
_PUT_OFF: Final = {
    table: sa.update(table).where(table.c.id == sa.bindparam("_id")).values(expires=sa.bindparam("_expires"))
    for table in _EXPIRES
}
_OVERVIEWS: Final = sa.select(overviews.c.channel).order_by(overviews.c.channel)
_UNDECIDED: Final = (
    sa.update(epochs)
    .where(epochs.c.epoch == sa.select(sa.func.max(epochs.c.epoch)).scalar_subquery())
    .values(undecided=epochs.c.undecided + 1)
)
_WAITING: Final = (
    sa.select(sa.func.count()).select_from(notices).where(NOTICE_IS_OF_BEFORE, is_undelivered(notices))
)
# No process can join, and so read the epoch, before the transaction ends. On SQLite no process writes then.
_HOLD: Final = {"postgresql": sa.text("LOCK TABLE processes IN ACCESS EXCLUSIVE MODE")}


@dataclass(frozen=True, slots=True)
class EpochRecord:
    """A row of `epochs`; the progress numbers are None once its restore is complete."""

    epoch: int
    backed_up: datetime
    begun: datetime
    last_game: int
    last_challenge: int
    undecided: int
    game_reached: int | None = None
    challenge_reached: int | None = None


_EPOCH: Final = RowMapping(EpochRecord)


class RestoreRepository:
    """The table `epochs`, and a restore's statements, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection
        self._timers = session.of(TimerRepository)

    async def epochs(self) -> tuple[EpochRecord, ...]:
        """Return the epochs begun by restores of this database, the earliest first."""
        rows = await self._connection.execute(_KNOWN)
        return tuple(map(_EPOCH.read, rows))

    async def begin(self, epoch: int, backed_up: datetime, now: datetime) -> EpochRecord:
        """Begin an epoch; the last numbers so far are those in the backup."""
        last = (await self._connection.execute(_LAST)).one()
        record = EpochRecord(epoch, backed_up, now, last.game or 0, last.challenge or 0, 0, 0, 0)
        await self._connection.execute(_BEGIN, _EPOCH.columns_of(record))
        return record

    async def under_way(self) -> EpochRecord | None:
        """Lock and return the incomplete restore, None if there is none."""
        row = (await self._connection.execute(_UNDER_WAY)).one_or_none()
        return None if row is None else _EPOCH.read(row)

    async def reach(self, epoch: int, game: int, challenge: int) -> None:
        """Store the last game and challenge that a restore has handled."""
        values = {"_epoch": epoch, "_game": game, "_challenge": challenge}
        await self._connection.execute(_REACH, values)

    async def complete(self, epoch: int) -> None:
        """Store that a restore is complete."""
        await self._connection.execute(_REACH, {"_epoch": epoch, "_game": None, "_challenge": None})

    async def keep_processes_out(self) -> None:
        """Keep processes from joining until the transaction ends."""
        hold = _HOLD.get(self._connection.dialect.name)
        if hold is not None:
            await self._connection.execute(hold)

    async def is_served(self, now: datetime) -> bool:
        """Return whether a process lives by the database's clock, or did until a moment ago."""
        until: datetime | None = (await self._connection.execute(_RENEWED)).scalar_one()
        return until is not None and until >= now

    async def last_sign(self, lease: timedelta) -> datetime | None:
        """Return the time of the last write, as far as rows show it; processes renew a `lease`."""
        renewed: datetime | None = (await self._connection.execute(_RENEWED)).scalar_one()
        marks: list[datetime | None] = [
            (await self._connection.execute(sign)).scalar_one() for sign in _SIGNS
        ]
        signs = [None if renewed is None else renewed - lease, *marks]
        return max((sign for sign in signs if sign is not None), default=None)

    async def running(self, after: int, limit: int) -> tuple[int, ...]:
        """Return the next running games, by number."""
        rows = await self._connection.execute(_RUNNING, {"after": after, "limit": limit})
        return tuple(rows.scalars())

    async def count_running(self, up_to: int) -> int:
        """Count the running games up to a number."""
        return await self._number(_COUNT_RUNNING, up_to=up_to)

    async def count_unpaused(self) -> int:
        """Count the running games that are not paused."""
        return await self._number(_COUNT_UNPAUSED)

    async def unsettle(self, epoch: int, but_for: Collection[str]) -> int:
        """Mark all undelivered notices as waiting and uncertain.

        They belong to the finished epoch or to an earlier one. `but_for` are kinds that may be posted twice.
        Return the number of the other notices.
        """
        await self._connection.execute(_UNSETTLE)
        values = {"_epoch": epoch, "_kinds": sorted(but_for)}
        return len((await self._connection.execute(_SAY_WHEN, values)).all())

    async def drop(self, kinds: Collection[str]) -> None:
        """Drop waiting notices of these kinds."""
        await self._connection.execute(_DROP, {"_kinds": sorted(kinds)})

    async def postpone(self, by: timedelta) -> None:
        """Postpone the expiry of challenges and of offered seats."""
        for table, ask in _EXPIRES.items():
            rows = (await self._connection.execute(ask)).all()
            values: list[dict[str, Any]] = [{"_id": row.id, "_expires": row.expires + by} for row in rows]
            if values:
                await self._connection.execute(_PUT_OFF[table], values if len(values) > 1 else values[0])
            await self._timers.set_all(_TIMERS[table], {row.id: row.expires + by for row in rows})

    async def open_challenges(self, after: int, limit: int) -> tuple[int, ...]:
        """Return the next open challenges, by number."""
        rows = await self._connection.execute(_OPEN, {"after": after, "limit": limit})
        return tuple(rows.scalars())

    async def overviews(self) -> tuple[int, ...]:
        """Return the channels with an overview."""
        return tuple((await self._connection.execute(_OVERVIEWS)).scalars())

    async def count_undecided(self) -> None:
        """Count a notice that may have been posted in the lost time."""
        await self._connection.execute(_UNDECIDED)

    async def count_unsettled(self) -> int:
        """Return the number of undelivered notices from before the restore."""
        return await self._number(_WAITING)

    async def _number(self, query: sa.Executable, **values: object) -> int:
        number: int = (await self._connection.execute(query, values)).scalar_one()
        return number


async def is_under_way(sessions: SessionFactory) -> bool:
    """Return whether a restore is incomplete: no games may be played before its end."""
    async with sessions.read() as session:
        return any(epoch.game_reached is not None for epoch in await session.of(RestoreRepository).epochs())


async def known_epochs(sessions: SessionFactory) -> Epochs:
    """Return a database's restores."""
    async with sessions.read() as session:
        return epochs_from(await session.of(RestoreRepository).epochs())


def epochs_from(records: tuple[EpochRecord, ...]) -> Epochs:
    """Return the stored epochs of a database."""
    return Epochs(tuple(Restore(record.epoch, record.last_game, record.last_challenge) for record in records))

"""Alarms: grave problems, sent to the owner on Discord once while each lasts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.model.ports import Clock
from bot.monitoring.status import disk_room, in_words, read_backups
from data.cluster.alarms import AlarmRepository
from data.outages import OUTAGES, in_one_line
from data.store import Store

OVER_AFTER: Final = timedelta(minutes=15)
"""An alarm ends when no process has detected its cause for this long."""
REFUSED_FOR: Final = timedelta(minutes=5)
"""The length of a database outage that raises an alarm."""
DEAD_ENGINES: Final = 3
"""The number of engine processes whose death within an hour raises an alarm."""
_DEATHS_COUNT_FOR: Final = timedelta(hours=1)


class AlarmKind(StrEnum):
    """The subject of an alarm; its text is "alarm.<kind>"."""

    DATABASE = "database"
    DISK = "disk"
    BACKUP_OLD = "backup-old"
    BACKUP_FAILED = "backup-failed"
    ENGINES = "engines"


@dataclass(frozen=True, slots=True)
class Alarm:
    """A problem for the owner; `detail` and `folder` are values of its text."""

    kind: AlarmKind
    detail: str = ""
    folder: str = ""


@dataclass(slots=True)
class Alarms:
    """Detects problems. Among the processes of a database, only one raises each alarm.

    While the database accepts no writes, as on a full disk, each process keeps its own record of the alarms
    that it has raised, and when it last detected their causes.
    """

    store: Store
    clock: Clock
    folder: Path
    _refused_since: datetime | None = None
    _raised_here: dict[AlarmKind, datetime] = field(default_factory=dict)
    _deaths: list[datetime] = field(default_factory=list)

    def engine_died(self) -> None:
        """Record the death of an engine process."""
        self._deaths.append(self.clock())

    async def new_alarms(self) -> Sequence[Alarm]:
        """Return the alarms to raise now: those that no process has raised yet."""
        now = self.clock()
        alarms = [*self._disk(), *self._engines(now)]
        try:
            alarms += await self._backups(now)
            new = await self._new(alarms, now)
        except OUTAGES as error:
            return self._without_database(alarms, now, error)
        self._refused_since = None
        # Alarms raised during a database outage are not raised again after it.
        self._remember(now, (alarm.kind for alarm in alarms if alarm.kind in self._raised_here))
        return [alarm for alarm in new if alarm.kind not in self._raised_here]

    async def forget(self, alarm: Alarm) -> None:
        """Withdraw an alarm that could not be sent: the next check raises it again."""
        self._raised_here.pop(alarm.kind, None)
        try:
            async with self.store.write() as session:
                await session.of(AlarmRepository).delete(alarm.kind)
        except OUTAGES:
            return

    def _disk(self) -> Sequence[Alarm]:
        try:
            room = disk_room(self.folder)
        except OSError:
            return ()
        detail = f"{room.free / 1e6:,.0f} MB"
        return (Alarm(AlarmKind.DISK, detail, room.folder),) if room.is_scarce else ()

    def _engines(self, now: datetime) -> Sequence[Alarm]:
        self._deaths = [at for at in self._deaths if now - at <= _DEATHS_COUNT_FOR]
        deaths = len(self._deaths)
        return (Alarm(AlarmKind.ENGINES, str(deaths)),) if deaths >= DEAD_ENGINES else ()

    async def _backups(self, now: datetime) -> Sequence[Alarm]:
        backups = await read_backups(self.store)
        alarms = []
        if backups.is_too_old(now):
            alarms.append(Alarm(AlarmKind.BACKUP_OLD, in_words(backups.age(now) or timedelta())))
        if backups.latest is not None and backups.latest.failure is not None:
            alarms.append(Alarm(AlarmKind.BACKUP_FAILED, backups.latest.failure))
        return alarms

    async def _new(self, alarms: Sequence[Alarm], now: datetime) -> Sequence[Alarm]:
        async with self.store.read() as session:
            lasting = await session.of(AlarmRepository).lasting()
        if not alarms and not lasting:
            return ()
        async with self.store.write() as session:
            new = [alarm for alarm in alarms if await session.of(AlarmRepository).record(alarm.kind, now)]
            # Only after recording: an alarm that lasted while no process ran is not over.
            await session.of(AlarmRepository).end(now - OVER_AFTER)
        return new

    def _without_database(
        self, current: Sequence[Alarm], now: datetime, error: BaseException
    ) -> Sequence[Alarm]:
        self._refused_since = self._refused_since or now
        alarms = list(current)
        if now - self._refused_since >= REFUSED_FOR:
            alarms.append(Alarm(AlarmKind.DATABASE, in_one_line(error)))
        self._remember(now)
        new = [alarm for alarm in alarms if alarm.kind not in self._raised_here]
        self._remember(now, (alarm.kind for alarm in alarms))
        return new

    def _remember(self, now: datetime, kinds: Iterable[AlarmKind] = ()) -> None:
        """Record that the causes of these kinds exist now, and drop outdated kinds."""
        self._raised_here.update(dict.fromkeys(kinds, now))
        self._raised_here = {kind: at for kind, at in self._raised_here.items() if now - at < OVER_AFTER}

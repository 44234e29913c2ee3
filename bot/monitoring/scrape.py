"""Serves all metrics in Prometheus's format; figures from the database are cached for a while."""

import asyncio
import contextlib
import logging
import platform
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from prometheus_client import Gauge, GCCollector, ProcessCollector, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from bot.model.ports import Clock
from bot.monitoring.metrics import Metrics
from bot.monitoring.status import Backlogs, disk_room, read_backlogs, read_backups, read_running
from data.migration import newest
from data.store import Store

log = logging.getLogger(__name__)

BACKLOGS_EVERY: Final = timedelta(seconds=5)
RUNNING_EVERY: Final = timedelta(minutes=1)
"""Minimum intervals between queries; counting running games scans an index."""
_TIMEOUT: Final = 2.0
"""The timeout of a query in seconds."""


class Scrape:
    """Collects a process's metrics, and figures shared by all processes."""

    def __init__(
        self, metrics: Metrics, store: Store, clock: Clock, version: str, disk: Path | None = None
    ) -> None:
        """Create a scrape; it reports the free space of the disk that holds the folder `disk`."""
        self._metrics = metrics
        self._store = store
        self._clock = clock
        self._folder = disk
        self._queried_at: dict[str, datetime] = {}
        registry = metrics.registry
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        info = Gauge(
            "fernpartie_build_info",
            "This program; always 1.",
            ("version", "schema", "python"),
            registry=registry,
        )
        info.labels(version, newest(), platform.python_version()).set(1)
        self._notices = self._gauge("outbox_notices", "Notices to be delivered, by all processes.", "state")
        self._oldest = self._gauge(
            "outbox_oldest_seconds", "Seconds since the oldest undelivered notice became due."
        )
        self._overdue = self._gauge("deadlines_overdue", "Deadlines that passed more than a minute ago.")
        self._lateness = self._gauge("deadlines_oldest_seconds", "Seconds since the oldest overdue deadline.")
        self._alive = self._gauge("processes_alive", "Processes that serve the bot.")
        self._wanted = self._gauge("shards_wanted", "Intended number of shards of all processes.")
        self._connected = self._gauge("shards_connected", "Connected shards of all processes.")
        self._backup = self._gauge(
            "backup_last_success_timestamp_seconds",
            "Time of the last good scheduled backup; NaN without one.",
        )
        self._backup_failed = self._gauge("backup_last_failed", "Whether the latest scheduled backup failed.")
        self._free = self._gauge("disk_free_bytes", "Free bytes on the folder's disk.", "folder")
        self._disk = self._gauge("disk_size_bytes", "Size of the folder's disk in bytes.", "folder")
        self._running = self._gauge("running_games", "Running matches.", "game")

    async def text(self) -> bytes:
        """Return the current metrics, formatted off the event loop."""
        await self._throttle("backlogs", BACKLOGS_EVERY, self._update_backlogs)
        await self._throttle("running", RUNNING_EVERY, self._update_running)
        self._measure_disk()
        self._metrics.refresh()
        return await asyncio.to_thread(generate_latest, self._metrics.registry)

    async def _throttle(self, name: str, every: timedelta, query: Callable[[], Awaitable[None]]) -> None:
        now, last = self._clock(), self._queried_at.get(name)
        if last is not None and now - last < every:
            return
        self._queried_at[name] = now
        try:
            async with asyncio.timeout(_TIMEOUT):
                await query()
        except (SQLAlchemyError, OSError) as error:
            # Keep serving the other metrics, which matter most during an outage; clear the stale figures.
            log.warning("the metrics cannot be read from the database: %s", error)
            self._clear()

    def _measure_disk(self) -> None:
        if self._folder is not None:
            with contextlib.suppress(OSError):
                room = disk_room(self._folder)
                self._free.labels(room.folder).set(room.free)
                self._disk.labels(room.folder).set(room.size)

    async def _update_backlogs(self) -> None:
        self._set_backlogs(await read_backlogs(self._store, self._clock()))
        backups = await read_backups(self._store)
        good, latest = backups.good, backups.latest
        self._backup.set(float("nan") if good is None else good.taken.timestamp())
        self._backup_failed.set(latest is not None and latest.failure is not None)

    async def _update_running(self) -> None:
        running = await read_running(self._store)
        self._running.clear()
        for game, number in running.items():
            self._running.labels(game).set(number)

    def _set_backlogs(self, backlogs: Backlogs) -> None:
        self._notices.labels("due").set(backlogs.due.number)
        self._notices.labels("claimed").set(backlogs.claimed.number)
        self._oldest.set(backlogs.oldest_notice.total_seconds())
        self._overdue.set(backlogs.overdue.number)
        self._lateness.set(backlogs.oldest_deadline.total_seconds())
        self._alive.set(len(backlogs.alive))
        self._wanted.set(backlogs.intended_shards)
        self._connected.set(backlogs.connected_shards)

    def _clear(self) -> None:
        self._notices.clear()
        self._running.clear()
        gauges = self._oldest, self._overdue, self._lateness, self._alive, self._wanted, self._connected
        for gauge in (*gauges, self._backup, self._backup_failed):
            gauge.set(float("nan"))

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"fernpartie_{name}", about, labels, registry=self._metrics.registry)

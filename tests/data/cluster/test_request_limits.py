"""Discord's rate limits, shared between processes and timed by the database's clock."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from data.cluster.cluster_tables import holds, refused_requests
from data.cluster.processes import ProcessRepository
from data.cluster.request_limits import RequestLimitRepository
from data.cluster.rows import HoldRecord, OthersRecord
from data.store import Store
from tests.data.cluster.test_processes import LEASE, Opened

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
WINDOW = timedelta(minutes=10)


async def _join(store: Store) -> None:
    async with store.write() as session:
        for process in ("one", "two"):
            await session.of(ProcessRepository).join(process, "here", "0.1", LEASE)


async def test_refusals_of_other_processes_are_summed_within_the_window(store: Store) -> None:
    await _join(store)
    async with store.write() as session:
        assert (await session.of(RequestLimitRepository).record_refusals("one", 3, WINDOW)).refused == 0
        assert (await session.of(RequestLimitRepository).record_refusals("two", 4, WINDOW)).refused == 3
        assert (await session.of(RequestLimitRepository).record_refusals("one", 0, WINDOW)).refused == 4
        assert (await session.of(RequestLimitRepository).record_refusals("one", 0, timedelta())).refused == 0
        await session.of(ProcessRepository).join("three", "here", "0.1", LEASE)
        limits = session.of(RequestLimitRepository)
        assert await limits.record_refusals("three", 2, WINDOW) == OthersRecord(2, 7)
        assert await limits.record_refusals("two", 1, WINDOW) == OthersRecord(2, 5), (
            "its latest number counts"
        )


async def test_refusals_outside_the_window_are_deleted(store: Store) -> None:
    await _join(store)
    async with store.transaction(Opened) as session:
        await session.of(RequestLimitRepository).record_refusals("one", 3, WINDOW)
        past = await session.of(ProcessRepository).now() - 2 * WINDOW
        await session.connection.execute(sa.update(refused_requests).values(told=past))
        await session.of(RequestLimitRepository).record_refusals("two", 4, WINDOW)
        rows = await session.connection.execute(sa.select(refused_requests.c.process))
        assert list(rows.scalars()) == ["two"]


async def test_a_hold_lasts_until_its_seconds_pass(store: Store) -> None:
    async with store.transaction(Opened) as session:
        await session.of(RequestLimitRepository).hold([HoldRecord("long", 60.0), HoldRecord("over", 60.0)])
        past = await session.of(ProcessRepository).now() - timedelta(seconds=1)
        await session.connection.execute(sa.update(holds).where(holds.c.key == "over").values(until=past))
        (record,) = await session.of(RequestLimitRepository).holds()
        assert record.key == "long"
        assert 0 < record.seconds <= 60
        await session.of(RequestLimitRepository).hold([])
        assert (await session.connection.execute(sa.select(holds.c.key))).scalars().all() == ["long"]


async def test_a_later_hold_of_a_route_replaces_the_earlier_one(store: Store) -> None:
    async with store.transaction(Opened) as session:
        limits = session.of(RequestLimitRepository)
        await limits.hold([HoldRecord("route", 60.0)])
        await limits.hold([HoldRecord("route", 600.0), HoldRecord("other", 60.0)])
        held = {record.key: record.seconds for record in await limits.holds()}
        assert held.keys() == {"route", "other"}
        assert 60 < held["route"] <= 600


async def test_a_key_is_exclusive_until_it_expires(store: Store) -> None:
    async with store.write() as session:
        limits = session.of(RequestLimitRepository)
        assert await limits.held_until("key") is None
        assert await limits.take("key", NOON, NOON + HOUR)
        assert not await limits.take("key", NOON + HOUR / 2, NOON + 2 * HOUR)
        assert await limits.take("other", NOON, NOON + 3 * HOUR)
        assert await limits.held_until("key") == NOON + HOUR
        assert await limits.take("key", NOON + HOUR, NOON + 2 * HOUR), "its moment is over"
        assert await limits.held_until("key") == NOON + 2 * HOUR

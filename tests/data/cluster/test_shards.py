"""Rows of shards: assignments, and identify times a gap apart."""

from datetime import UTC, datetime, timedelta

from data.cluster.processes import ProcessRepository
from data.cluster.rows import ShardRecord
from data.cluster.shards import ShardRepository
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
GAP = timedelta(seconds=5)


async def test_shards_of_a_bucket_identify_a_gap_apart(store: Store) -> None:
    async with store.write() as session:
        shards = session.of(ShardRepository)
        assert await shards.reserve_identify(0, NOON, GAP) == NOON
        assert await shards.reserve_identify(0, NOON, GAP) == NOON + GAP
        assert await shards.reserve_identify(1, NOON, GAP) == NOON, "other buckets do not wait"


async def test_a_shard_never_identifies_in_the_past(store: Store) -> None:
    async with store.write() as session:
        shards = session.of(ShardRepository)
        await shards.reserve_identify(0, NOON, GAP)
        hour_later = NOON + timedelta(hours=1)
        assert await shards.reserve_identify(0, hour_later, GAP) == hour_later


async def test_a_clock_moved_back_delays_no_shard(store: Store) -> None:
    async with store.write() as session:
        shards = session.of(ShardRepository)
        await shards.reserve_identify(0, NOON, GAP)
        hour_before = NOON - timedelta(hours=1)
        assert await shards.reserve_identify(0, hour_before, GAP) == hour_before


async def test_shards_are_claimed_connected_and_freed(store: Store) -> None:
    async with store.write() as session:
        for process in ("one", "two"):
            await session.of(ProcessRepository).join(process, "host", "1", GAP)
        shards = session.of(ShardRepository)
        await shards.take_turns()
        await shards.take([], 4, "one")
        await shards.take([2, 0], 4, "one")
        await shards.take([3], 4, "two")
        assert await shards.held_shards() == (
            ShardRecord(0, 4, "one"),
            ShardRecord(2, 4, "one"),
            ShardRecord(3, 4, "two"),
        )
        await shards.record_connected([2], "one")
        assert [shard.connected for shard in await shards.held_shards()] == [False, True, None]
        await shards.free([0, 3], "one")
        assert [shard.number for shard in await shards.held_shards()] == [2, 3]
        await shards.free_all("one")
        assert [shard.holder for shard in await shards.held_shards()] == ["two"]


async def test_the_latest_identify_is_returned_for_a_while(store: Store) -> None:
    async with store.write() as session:
        shards = session.of(ShardRepository)
        assert await shards.latest_identify(0, NOON) is None
        await shards.reserve_identify(0, NOON, GAP)
        assert await shards.latest_identify(0, NOON) == NOON
        assert await shards.latest_identify(0, NOON - timedelta(minutes=15)) == NOON
        assert await shards.latest_identify(0, NOON - timedelta(minutes=16)) is None

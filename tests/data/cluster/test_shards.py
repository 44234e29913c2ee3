"""Shards identify themselves one after the other."""

from datetime import UTC, datetime, timedelta

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


async def test_a_clock_put_back_delays_no_shard(store: Store) -> None:
    async with store.write() as session:
        shards = session.of(ShardRepository)
        await shards.reserve_identify(0, NOON, GAP)
        hour_before = NOON - timedelta(hours=1)
        assert await shards.reserve_identify(0, hour_before, GAP) == hour_before

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest

from bot.cluster.membership import LeaseExpired
from bot.cluster.shard_leases import Waiting
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from data.cluster.processes import ProcessRepository
from data.cluster.shards import ShardRepository
from data.cluster.signal_values import Signal, Topic
from data.session import Session
from data.store import Store
from tests.bot.cluster.stages import Stage
from tests.bot.cluster.stages import stage as opened_stage
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
async def stage(database_url: str, store: Store) -> AsyncIterator[Stage]:
    async with opened_stage(database_url, store) as stage:
        yield stage


async def test_a_second_process_waits_until_the_first_drains(stage: Stage) -> None:
    first, second = await stage.process("", recommended=2), await stage.process("", recommended=2)
    assert await first.held_shards() == {0, 1}
    share = await second.leases.renew()
    assert (share.held, share.waiting, share.others) == (frozenset(), Waiting.OTHERS, True)
    await first.leases.drain()
    assert await first.held_shards() == set(), "released before another process takes them"
    assert await second.held_shards() == {0, 1}
    assert await first.held_shards() == set()


async def test_shards_of_a_dead_process_are_taken_over(stage: Stage) -> None:
    first, second = await stage.process(""), await stage.process("")
    assert await first.held_shards() == {0}
    assert await second.held_shards() == set()
    await stage.end_lease(first)
    assert await second.held_shards() == {0}
    with pytest.raises(LeaseExpired):
        await first.leases.renew()
    assert not first.leases.alive
    assert await stage.holders() == {0: second.id}


async def test_an_expired_lease_unnoticed_by_others_is_renewed(stage: Stage) -> None:
    first = await stage.process("")
    assert await first.held_shards() == {0}
    await stage.end_lease(first)
    assert await first.held_shards() == {0}
    assert first.leases.alive


async def test_notice_claims_are_released_with_their_process(stage: Stage) -> None:
    first, second = await stage.process(""), await stage.process("")
    async with stage.store.write() as session:
        now = await session.of(ProcessRepository).now()
        notices = [NewNotice("ply", stream, PUBLIC, None, None, {}) for stream in (1, 2)]
        await session.of(NoticeRepository).add(notices, now)
        for process in (first, second):
            assert len(await session.of(NoticeRepository).claim(process.id, now, 1)) == 1
    await stage.end_lease(first)
    await second.leases.renew()
    async with stage.store.read() as session:
        freed_notice, claimed_notice = (
            await session.of(NoticeRepository).get(1),
            await session.of(NoticeRepository).get(2),
        )
    assert freed_notice is not None
    assert claimed_notice is not None
    assert (freed_notice.status, freed_notice.uncertain) == ("waiting", True)
    assert (claimed_notice.status, claimed_notice.uncertain) == ("claimed", False)


async def test_a_leaving_process_frees_its_shards_at_once(stage: Stage) -> None:
    first, second = await stage.process(""), await stage.process("")
    await first.leases.renew()
    await first.membership.leave()
    assert await second.held_shards() == {0}


async def test_surplus_shards_are_released_one_by_one(stage: Stage) -> None:
    first = await stage.process("auto", recommended=4)
    assert await first.held_shards() == {0, 1, 2, 3}
    second = await stage.process("auto", recommended=4)
    assert await second.held_shards() == set()
    # No shard is released yet: the first process's shards still wait for their identify slots.
    assert (await first.leases.renew()).surplus is None
    await stage.age_identify_times(60)
    surplus = []
    while (share := await first.leases.renew()).surplus is not None:
        surplus.append(share.surplus)
        await first.leases.free(share.surplus)
        assert (await first.leases.renew()).surplus is None  # the released shard is not taken yet
        new_share = await second.leases.renew()
        assert dict(new_share.starts) == {share.surplus: 0}
        assert (await first.leases.renew()).surplus is None  # the next identify slot is not free yet
        await stage.age_identify_times(60)
    assert len(surplus) == 2
    assert share.settled
    assert sorted((await stage.holders()).values()) == sorted([first.id, second.id] * 2)


async def test_shards_of_a_bucket_identify_in_turn(stage: Stage) -> None:
    first = await stage.process("0-3/6", concurrency=2)
    starts = (await first.leases.renew()).starts
    assert dict(starts) == {0: 0, 1: 0, 2: pytest.approx(5), 3: pytest.approx(5)}
    second = await stage.process("4-5/6", concurrency=2)
    assert (await second.leases.renew()).starts[4] == pytest.approx(10, abs=2)
    assert await first.leases.identify_in(0) == pytest.approx(15, abs=2)


async def test_a_future_identify_time_after_a_clock_change_is_ignored(stage: Stage) -> None:
    first = await stage.process("")
    assert await first.held_shards() == {0}
    await stage.age_identify_times(-3600)
    assert await first.leases.identify_in(0) == 0
    assert await first.leases.identify_in(0) == pytest.approx(5, abs=2), "later identifies wait as usual"


async def test_a_process_with_another_shard_total_waits(stage: Stage) -> None:
    first, second = await stage.process("0-1/2"), await stage.process("0-3/4")
    assert await first.held_shards() == {0, 1}
    share = await second.leases.renew()
    assert (share.waiting, share.total) == (Waiting.TOTAL, 2)
    await first.membership.leave()
    share = await second.leases.renew()
    assert (set(share.held), share.total) == ({0, 1, 2, 3}, 4)
    third = await stage.process("0-3/4")
    assert (await third.leases.renew()).waiting is Waiting.OTHERS


async def test_the_shard_total_stays_while_a_process_serves(stage: Stage) -> None:
    first, second = await stage.process("auto", recommended=2), await stage.process("auto", recommended=4)
    assert await first.held_shards() == {0, 1}
    assert (await second.leases.renew()).total == 2


async def test_a_process_without_a_recommendation_takes_no_shards(stage: Stage) -> None:
    first = await stage.process("auto", recommended=None)
    assert await first.held_shards() == set()
    second = await stage.process("auto", recommended=3)
    assert await second.held_shards() == {0, 1, 2}
    assert await first.held_shards() == set()


async def test_an_unreadable_shard_request_is_ignored(stage: Stage) -> None:
    first, newer = await stage.process("auto", recommended=2), await stage.process("auto", recommended=2)
    async with stage.store.write() as session:
        await session.of(ProcessRepository).set_requested_shards(newer.id, "by the moon")
    share = await first.leases.renew()
    assert (set(share.held), share.others) == ({0, 1}, False)


async def test_only_shard_related_signals_wake_the_leases(stage: Stage) -> None:
    leases, waking_topics = (await stage.process("")).leases, set()
    for topic in Topic:
        leases.on_signal(Signal(topic))
        if leases.woken.is_set():
            waking_topics.add(topic)
        leases.woken.clear()
    assert waking_topics == {Topic.SHARDS, Topic.FREED, Topic.MISSED}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_shard_changes_are_signalled_to_other_processes(stage: Stage) -> None:
    topics: list[Topic] = []
    listener = asyncio.create_task(stage.store.listen(lambda signal: topics.append(signal.topic)))
    await until(lambda: _as_coroutine(Topic.MISSED in topics), "the process to listen")
    process = await stage.process("auto", recommended=2)
    for act in (
        process.leases.renew,
        lambda: process.leases.free(0),
        process.leases.renew,
        process.leases.drain,
        process.membership.leave,
    ):
        topics.clear()
        await act()
        await until(lambda: _as_coroutine(Topic.SHARDS in topics), "the other processes to be notified")
    listener.cancel()


async def _as_coroutine(fact: bool) -> bool:
    return fact


async def test_concurrent_renewals_never_share_a_shard(stage: Stage) -> None:
    processes = [await stage.process("auto", recommended=6) for _ in range(4)]
    for _ in range(3):
        shares = await asyncio.gather(*(process.leases.renew() for process in processes))
        numbers = [number for share in shares for number in share.held]
        assert len(numbers) == len(set(numbers))
    assert set(numbers) == set(range(6))


async def test_connected_shards_are_recorded_for_other_processes(stage: Stage) -> None:
    process = await stage.process("", recommended=3)
    await process.leases.renew()
    await process.leases.renew([1, 2, 7])
    async with stage.store.read() as session:
        assert [shard.connected for shard in await session.of(ShardRepository).held_shards()] == [
            False,
            True,
            True,
        ]
    await process.leases.renew([])
    async with stage.store.read() as session:
        assert not [shard for shard in await session.of(ShardRepository).held_shards() if shard.connected]


async def test_shards_count_as_replaced_only_once_reconnected(stage: Stage) -> None:
    first, second = await stage.process("", recommended=2), await stage.process("", recommended=2)
    assert await first.held_shards() == {0, 1}
    await first.leases.renew([0, 1])
    assert not await first.leases.are_connected([0]), "its own connections are no replacement"
    assert await second.leases.are_connected([0, 1])
    await first.leases.drain()
    assert not await first.leases.are_connected([0]), "no process holds the shard"
    assert await second.held_shards() == {0, 1}
    assert not await first.leases.are_connected([0]), "the shard is held, but not connected yet"
    await second.leases.renew([0])
    assert await first.leases.are_connected([0])
    assert not await first.leases.are_connected([0, 1]), "shard 1 is not connected yet"
    await second.leases.renew([0, 1])
    assert await first.leases.are_connected([0, 1])


async def test_connected_shards_are_rewritten_after_a_lost_commit_reply(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await stage.process("", recommended=2)
    await process.leases.renew()
    await process.leases.renew([0, 1])
    write = process.store.write

    @asynccontextmanager
    async def write_and_disconnect() -> AsyncIterator[Session]:
        async with write() as session:
            yield session
        raise ConnectionResetError

    with monkeypatch.context() as patches:
        patches.setattr(process.store, "write", write_and_disconnect)
        with pytest.raises(ConnectionResetError):
            await process.leases.renew([0])
    await process.leases.renew([0, 1])
    async with stage.store.read() as session:
        assert [shard.connected for shard in await session.of(ShardRepository).held_shards()] == [True, True]


async def test_unchanged_connected_shards_are_not_rewritten(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = await stage.process("", recommended=2)
    await process.leases.renew([0])
    writes: list[str] = []
    record_connected = ShardRepository.record_connected

    async def count_call(self: ShardRepository, connected: Collection[int], holder: str) -> None:
        writes.append(holder)
        await record_connected(self, connected, holder)

    monkeypatch.setattr(ShardRepository, "record_connected", count_call)
    await process.leases.renew([0])
    await process.leases.renew([0])
    assert not writes
    await process.leases.renew([0, 1])
    assert writes == [process.id]

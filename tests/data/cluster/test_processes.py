from datetime import timedelta

import sqlalchemy as sa

from data.cluster.cluster_tables import processes
from data.cluster.processes import ProcessRepository
from data.connections.engines import Connection
from data.session import Session
from data.store import Store

pytest_plugins = ("tests.data.databases",)

LEASE = timedelta(seconds=15)


async def _end_lease(store: Store, process: str) -> None:
    async with store.transaction(Opened) as session:
        past = await session.of(ProcessRepository).now() - timedelta(seconds=1)
        await session.connection.execute(
            sa.update(processes).where(processes.c.id == process).values(until=past)
        )


class Opened(Session):
    """A session that exposes its connection."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.connection = connection


async def test_a_process_is_alive_until_it_leaves(store: Store) -> None:
    async with store.write() as session:
        await session.of(ProcessRepository).join("one", "here:1", "0.1", LEASE)
        await session.of(ProcessRepository).join("two", "here:2", "0.1", LEASE)
    async with store.write() as session:
        assert [process.id for process in await session.of(ProcessRepository).living()] == ["one", "two"]
        await session.of(ProcessRepository).leave("one")
    async with store.read() as session:
        assert [process.id for process in await session.of(ProcessRepository).living()] == ["two"]


async def test_a_renewed_process_survives_and_a_removed_one_cannot_renew(store: Store) -> None:
    async with store.write() as session:
        await session.of(ProcessRepository).join("one", "here:1", "0.1", LEASE)
        await session.of(ProcessRepository).join("two", "here:2", "0.1", LEASE)
        await session.of(ProcessRepository).join("new", "here:3", "0.1", LEASE)
    for process in ("one", "two"):
        await _end_lease(store, process)
    async with store.write() as session:
        assert await session.of(ProcessRepository).renew("one", LEASE), "its lease goes on"
        assert await session.of(ProcessRepository).remove_dead() == ("two",)
        assert not await session.of(ProcessRepository).renew("two", LEASE), "its lease has ended"
        assert await session.of(ProcessRepository).renew("one", LEASE), "its lease goes on"


async def test_a_lone_process_removes_all_others(store: Store) -> None:
    async with store.write() as session:
        for process in ("one", "two", "three"):
            await session.of(ProcessRepository).join(process, "here", "0.1", LEASE)
        assert set(await session.of(ProcessRepository).remove_others("two")) == {"one", "three"}


async def test_a_process_records_its_name_version_and_shard_request(store: Store) -> None:
    async with store.transaction(Opened) as session:
        repository = session.of(ProcessRepository)
        await repository.join("a", "there:1", "1.2", LEASE)
        await repository.set_requested_shards("a", "0-3/8")
        await repository.join("b", "here:2", "1.1", LEASE)
        (record,) = [process for process in await repository.living() if process.id == "a"]
        assert (record.name, record.version, record.requested_shards) == ("there:1", "1.2", "0-3/8")
        assert LEASE > await repository.now() - record.started >= timedelta()
        earlier = record.started - LEASE
        await session.connection.execute(
            sa.update(processes).where(processes.c.id == "b").values(started=earlier)
        )
        assert [process.id for process in await repository.living()] == ["b", "a"], "the oldest first"
        await repository.set_requested_shards("a", None)
        assert [process.requested_shards for process in await repository.living()] == [None, None]

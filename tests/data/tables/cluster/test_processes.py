from datetime import timedelta

import sqlalchemy as sa

from bot.play.repositories.store import Store, Tables
from data.engines import Connection
from data.schema import processes

pytest_plugins = ("tests.data.databases",)

LEASE = timedelta(seconds=15)


async def _end_lease(store: Store, process: str) -> None:
    async with store.transaction(Opened) as tables:
        past = await tables.processes.now() - timedelta(seconds=1)
        await tables.connection.execute(
            sa.update(processes).where(processes.c.id == process).values(until=past)
        )


class Opened(Tables):
    """Tables with their connection at hand."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.connection = connection


async def test_a_process_lives_until_it_leaves(store: Store) -> None:
    async with store.write() as tables:
        await tables.processes.join("one", "here:1", "0.1", LEASE)
        await tables.processes.join("two", "here:2", "0.1", LEASE)
    async with store.write() as tables:
        assert [process.id for process in await tables.processes.living()] == ["one", "two"]
        await tables.processes.leave("one")
    async with store.read() as tables:
        assert [process.id for process in await tables.processes.living()] == ["two"]


async def test_who_renews_is_not_removed_and_who_was_removed_cannot_renew(store: Store) -> None:
    async with store.write() as tables:
        await tables.processes.join("one", "here:1", "0.1", LEASE)
        await tables.processes.join("two", "here:2", "0.1", LEASE)
    for process in ("one", "two"):
        await _end_lease(store, process)
    async with store.write() as tables:
        assert await tables.processes.renew("one", LEASE)
        assert await tables.processes.remove_dead() == ("two",)
        assert not await tables.processes.renew("two", LEASE)
        assert await tables.processes.renew("one", LEASE)


async def test_who_is_alone_removes_all_others(store: Store) -> None:
    async with store.write() as tables:
        for process in ("one", "two", "three"):
            await tables.processes.join(process, "here", "0.1", LEASE)
        assert set(await tables.processes.remove_others("two")) == {"one", "three"}

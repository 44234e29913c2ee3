"""Processes that share a database, each with its own store."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa

from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.cluster.shard_request import ShardRequest
from data.cluster.cluster_tables import identifies, processes
from data.cluster.processes import ProcessRepository
from data.cluster.shards import ShardRepository
from data.connections.engines import Connection
from data.session import Session
from data.store import Store


class ExposedSession(Session):
    """A session that exposes its connection."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.connection = connection


@dataclass(frozen=True, slots=True)
class Process:
    """A process of the cluster."""

    store: Store
    membership: Membership
    leases: ShardLeases

    @property
    def id(self) -> str:
        return self.membership.id

    async def held_shards(self) -> set[int]:
        """Renew the leases; return the held shards."""
        return set((await self.leases.renew()).held)


@dataclass(frozen=True, slots=True)
class Stage:
    """A database shared by several processes."""

    url: str
    stack: AsyncExitStack
    store: Store

    async def process(
        self, request: str, *, recommended: int | None = 1, concurrency: int = 1, gap: float = 5.0
    ) -> Process:
        """Add a process that requests the shards `request`; `recommended` is Discord's number of shards."""
        store = await Store.open(self.url)
        self.stack.push_async_callback(store.close)
        membership = Membership(store, "here", "0.1")
        await membership.join()
        leases = ShardLeases(store, membership, ShardRequest.read(request), timedelta(seconds=gap))
        if recommended is not None:
            leases.advise(recommended, concurrency)
        return Process(store, membership, leases)

    async def end_lease(self, process: Process) -> None:
        async with self.store.transaction(ExposedSession) as session:
            past = await session.of(ProcessRepository).now() - timedelta(seconds=1)
            await session.connection.execute(
                sa.update(processes).where(processes.c.id == process.id).values(until=past)
            )

    async def age_identify_times(self, seconds: float) -> None:
        """Move the latest identify times `seconds` into the past."""
        async with self.store.transaction(ExposedSession) as session:
            latest = {
                row.bucket: row.at - timedelta(seconds=seconds)
                for row in await session.connection.execute(sa.select(identifies))
            }
            for bucket, at in latest.items():
                await session.connection.execute(
                    sa.update(identifies).where(identifies.c.bucket == bucket).values(at=at)
                )

    async def holders(self) -> dict[int, str]:
        async with self.store.read() as session:
            return {shard.number: shard.holder for shard in await session.of(ShardRepository).held_shards()}


@asynccontextmanager
async def stage(url: str, store: Store) -> AsyncIterator[Stage]:
    """Share a database between processes during the block."""
    async with AsyncExitStack() as stack:
        yield Stage(url, stack, store)

"""Transactions that wait for each other's locks midway, which only happens on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa

from data.session import Session
from data.store import Store
from tests.end_to_end.waiting import until

_WAITING = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


class Queue:
    """Concurrent requests that queue for a lock held by the test."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.tasks: list[asyncio.Task[Any]] = []

    async def join(self, request: Coroutine[Any, Any, object]) -> None:
        """Start a request and return once it waits."""
        self.tasks.append(asyncio.create_task(request))

        async def waits() -> bool:
            return await self._waiting() >= sum(not task.done() for task in self.tasks)

        await until(waits, "the requests to wait for a lock")

    async def _waiting(self) -> int:
        async with self._store._engines.reader.connect() as connection:
            return int((await connection.execute(_WAITING)).scalar_one())


@asynccontextmanager
async def queue_behind(
    store: Store, hold: Callable[[Session], Coroutine[Any, Any, object]]
) -> AsyncIterator[Queue]:
    """Hold a lock while requests queue for it; release it and wait for all of them."""
    queue = Queue(store)
    async with store.write() as session:
        await hold(session)
        yield queue
    await asyncio.gather(*queue.tasks)

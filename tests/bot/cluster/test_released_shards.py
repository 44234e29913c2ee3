"""Shards on their way to other processes, over scripted shares without a database."""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from bot.cluster.shard_keeper import ShardKeeper
from bot.cluster.shard_leases import Share

HELD = frozenset({0, 1})


class Leases:
    """Leases that grant two shards, of which the second has to be released."""

    alive, alone = True, False

    def __init__(self) -> None:
        self.woken, self.released = asyncio.Event(), asyncio.Event()
        self.freed: list[int] = []

    async def renew(self, _open: Collection[int]) -> Share:
        return Share(HELD - {*self.freed}, 2, {}, surplus=None if self.freed else 1, others=True)

    async def free(self, number: int) -> None:
        self.freed.append(number)
        self.released.set()


class Connections:
    """Open connections whose end takes as long as the test wants."""

    def __init__(self) -> None:
        self.there = set(HELD)
        self.log: list[str] = []
        self.closing, self.go_on = asyncio.Event(), asyncio.Event()

    async def open(self, number: int, total: int, due: float | None) -> None:
        del total, due
        self.log.append(f"+{number}")
        self.there.add(number)

    async def close(self, number: int) -> None:
        self.log.append(f"-{number}")
        self.closing.set()
        await self.go_on.wait()
        self.there.discard(number)

    def open_shards(self) -> Collection[int]:
        return tuple(self.there)

    def in_touch(self) -> bool:
        return True


async def test_a_shard_being_released_is_not_reopened() -> None:
    leases, connections = Leases(), Connections()
    doubles: list[Any] = [leases, connections]
    running = asyncio.create_task(ShardKeeper(*doubles).run())
    await connections.closing.wait()
    for _ in range(2):
        leases.woken.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert not leases.woken.is_set(), "the keeper has looked again"
    assert (connections.log, leases.freed) == (["+0", "-1"], [])
    connections.go_on.set()
    await leases.released.wait()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (connections.log, leases.freed, connections.there) == (["+0", "-1"], [1], {0})
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running

"""Deliveries during database outages."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import timedelta

import aiohttp
import pytest
from sqlalchemy.exc import OperationalError

from bot.chat.delivery.workers import worker
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import DeliveryWorker
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.outbox import Exchange, Outbox
from tests.bot.chat.delivery.workers.deliveries import Counting, Discord, delivery
from tests.bot.support.fakes import World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Shaky(Counting):
    """An outbox whose database fails several times: before a write, or after it without an answer."""

    before = after = recoveries = 0

    async def recover(self) -> int:
        if self.recoveries:
            self.recoveries -= 1
            raise OperationalError("COMMIT", {}, OSError("away"))
        return await super().recover()

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        if self.before:
            self.before -= 1
            raise OperationalError("COMMIT", {}, OSError("away"))
        exchange = await super().exchange(delivered, limit, background)
        if self.after and exchange.claimed:
            self.after -= 1
            raise OperationalError("COMMIT", {}, OSError("away"))
        return exchange

    async def postpone(
        self, notice_id: int, error: str, *, uncertain: bool = True, wait: timedelta | None = None
    ) -> None:
        if self.before:
            self.before -= 1
            raise OperationalError("COMMIT", {}, OSError("away"))
        await super().postpone(notice_id, error, uncertain=uncertain, wait=wait)


async def test_claims_of_a_dead_process_survive_an_outage_at_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AFTER_OUTAGE", 0.01)
    await world.challenge(opponent=None)
    assert len((await Outbox(world.store, world.time, ROUTES, "dead").exchange((), 1)).claimed) == 1
    discord, outbox = Discord(), Shaky(world.store, world.time, ROUTES, "this")
    outbox.recoveries = 2
    loop = delivery(world, discord, outbox)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(1)
        loop.end()
        await running


async def test_an_outage_at_shutdown_leaves_claims_to_others(world: World) -> None:
    discord, outbox = Discord(), Shaky(world.store, world.time, ROUTES, "this")
    await world.challenge(opponent=None)
    discord.open.clear()
    loop = delivery(world, discord, outbox)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.busy(1)
        outbox.before = 100
        loop.end()
        discord.open.set()
        await running
    assert len(discord.posted) == 1
    assert await Outbox(world.store, world.time, ROUTES, "successor").recover() == 1


@pytest.mark.parametrize(("before", "after"), [(3, 0), (0, 2), (2, 1)])
async def test_a_database_outage_neither_loses_nor_repeats_notices(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    before: int,
    after: int,
) -> None:
    monkeypatch.setattr(worker, "AFTER_OUTAGE", 0.01)
    discord = Discord()
    for _ in range(3):
        await world.challenge(opponent=None)
    outbox = Shaky(world.store, world.time, ROUTES, "this")
    outbox.before, outbox.after = before, after
    bell = Wakeup()
    loop = delivery(world, discord, outbox, bell)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(3)
        await outbox.rests()
        outbox.before = 2
        await outbox.wait_for_exchange(bell)
        loop.end()
        await running
    assert len({notice.id for notice in discord.posted.values()}) == 3
    assert await world.outbox.next_due() is None
    records = [
        record
        for record in caplog.records
        if record.getMessage().startswith("deliveries wait for the database")
    ]
    assert len(records) == 2, "once for each outage, however often it is asked meanwhile"


async def test_a_failure_during_a_database_outage_is_retried(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AFTER_OUTAGE", 0.01)
    discord = Discord()
    await world.challenge(opponent=None)
    outbox, bell = Shaky(world.store, world.time, ROUTES, "this"), Wakeup()
    loop = DeliveryWorker(outbox, discord, world.time, bell)  # type: ignore[arg-type]  # only the used part
    discord.fails = aiohttp.ClientConnectionError("reset")
    async with asyncio.timeout(10):
        outbox.before = 0
        discord.open.clear()
        running = asyncio.create_task(loop.run())
        await discord.busy(1)
        outbox.before = 3
        discord.open.set()
        await discord.wait_for_failures(1)
        discord.fails = None
        while not discord.posted:
            world.time.pass_by(timedelta(minutes=1))
            bell.ring()
            await asyncio.sleep(0.01)
        loop.end()
        await running
    assert len(discord.posted) == 1
    assert await world.outbox.next_due() is None


class FailingToRecord(Counting):
    """An outbox that twice fails to record deliveries."""

    failures = 2

    def __init__(self, world: World) -> None:
        super().__init__(world.store, world.time, ROUTES, "this")
        self.known: list[frozenset[int]] = []
        self.twice_away = asyncio.Event()

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        if delivered and self.failures:
            self.failures -= 1
            raise OperationalError("COMMIT", {}, OSError("away"))
        return await super().exchange(delivered, limit, background)

    async def release_others(self, ids: Collection[int]) -> None:
        self.known.append(frozenset(ids))
        await super().release_others(ids)
        if not self.failures:
            self.twice_away.set()


async def test_an_unrecorded_delivery_is_not_released_after_an_outage(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AFTER_OUTAGE", 0.01)
    await world.challenge(opponent=None)
    discord, outbox, bell = Discord(), FailingToRecord(world), Wakeup()
    loop = delivery(world, discord, outbox, bell)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await outbox.twice_away.wait()
        await outbox.rests()
        await outbox.wait_for_exchange(bell)
        loop.end()
        await running
    (notice,) = discord.posted.values()
    assert outbox.known == [frozenset({notice.id})] * 2, "once after each failure"

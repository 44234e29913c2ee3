"""The liveness check: stops only deliveries, and only while this process may count as dead."""

import asyncio
from datetime import timedelta
from types import SimpleNamespace

import aiohttp
import pytest

from bot.chat.delivery.workers.liveness_check import LivenessCheck
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import AT_ONCE, DeliveryWorker
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef
from bot.model.ports import LeaseUncertain
from tests.bot.chat.delivery.workers.deliveries import Counting, Discord
from tests.bot.support.fakes import BEN, World
from tests.bot.support.services import ROUTES
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.bot.support.worlds",)


async def _request(liveness: LivenessCheck) -> None:
    requests = aiohttp.TraceConfig()
    liveness.watch(requests)
    (before,) = requests.on_request_start
    await before(None, SimpleNamespace(), None)  # type: ignore[arg-type]  # both unused


async def test_requests_outside_deliveries_pass() -> None:
    await _request(LivenessCheck(lambda: False))


async def test_no_delivery_starts_without_a_lease() -> None:
    with pytest.raises(LeaseUncertain), LivenessCheck(lambda: False).delivering():
        pytest.fail("nothing is delivered")


async def test_a_delivery_makes_no_requests_after_losing_the_lease() -> None:
    lives = True
    liveness = LivenessCheck(lambda: lives)
    with liveness.delivering():
        await _request(liveness)
        lives = False
        with pytest.raises(LeaseUncertain):
            await _request(liveness)
    await _request(liveness)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_deliveries_pause_while_the_lease_is_uncertain(world: World) -> None:
    lives = True
    discord = Discord()
    outbox = Counting(world.store, world.time, ROUTES, "first", alive=lambda: lives)
    liveness = LivenessCheck(outbox.alive)
    requests = aiohttp.TraceConfig()
    liveness.watch(requests)
    busy = asyncio.Event()
    (before,) = requests.on_request_start

    async def send(notice: Notice) -> MessageRef | None:
        nonlocal lives
        if not busy.is_set():
            lives = False
            busy.set()
        await before(None, SimpleNamespace(), None)  # type: ignore[arg-type]  # both unused
        return await Discord.send(discord, notice)

    discord.send = send  # type: ignore[method-assign]  # a fake
    for _ in range(2):
        await world.challenge(opponent=BEN)
    bell = Wakeup()
    loop = DeliveryWorker(outbox, discord, world.time, bell, liveness)  # type: ignore[arg-type]  # as above
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await busy.wait()

        async def is_idle() -> bool:
            return outbox.room == AT_ONCE

        await until(is_idle, "the deliveries to be abandoned")
        await outbox.wait_for_exchange(bell)
        assert not discord.posted
        assert await world.outbox.next_due() is None, "they stay claimed"
        lives = True
        world.time.pass_by(timedelta(minutes=1))
        bell.ring()

        async def waits() -> bool:
            return await world.outbox.next_due() is not None or bool(discord.posted)

        await until(waits, "the notice to wait again")
        world.time.pass_by(timedelta(minutes=1))
        bell.ring()
        await discord.has(2)
        loop.end()
        await running
    assert [(notice.uncertain, notice.attempts) for notice in discord.posted.values()] == [(True, 1)] * 2

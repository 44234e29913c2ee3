"""Edits are recorded late, but soon: even those that took longer than the next look at the outbox."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.chat.delivery.workers import worker
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Exchange
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.chat.delivery.workers.deliveries import Counting, Discord, delivery
from tests.bot.support.fakes import World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)


class SlowEdits(Discord):
    """Completes one edit each time that the outbox has nothing left to claim."""

    def __init__(self) -> None:
        super().__init__()
        self.turns = asyncio.Semaphore(0)

    async def send(self, notice: Notice) -> MessageRef | None:
        await self.turns.acquire()
        return await super().send(notice)


class Watched(Counting):
    """An outbox that lets one edit pass when it has nothing to claim, and counts the records."""

    discord: SlowEdits
    recorded = 0
    enough = 0
    has_enough: asyncio.Event

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        exchange = await super().exchange(delivered, limit, background)
        self.recorded += len(delivered)
        if self.recorded == self.enough:
            self.has_enough.set()
        if not exchange.claimed:
            self.discord.turns.release()
        return exchange


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_each_slow_edit_is_recorded_soon_afterwards(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "SOON", 0.01)
    async with world.store.write() as session:
        edits = [OutgoingMessage(RemoveButtons(MessageRef(70, number)), number) for number in (1, 2, 3)]
        await session.of(NoticeRepository).add([edit.to_notice() for edit in edits], world.time.now)
    discord = SlowEdits()
    outbox = Watched(world.store, world.time, ROUTES, "this")
    outbox.discord, outbox.enough, outbox.has_enough = discord, len(edits), asyncio.Event()
    loop = delivery(world, discord, outbox, Wakeup())
    async with asyncio.timeout(5):
        running = asyncio.create_task(loop.run())
        # No commit wakes the worker meanwhile.
        await outbox.has_enough.wait()
        loop.end()
        await running
    assert len(discord.changed) == len(edits)

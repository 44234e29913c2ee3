"""A fake Discord, observed outboxes, and the delivery worker between them."""

import asyncio
from collections.abc import Sequence
from itertools import count

from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import AT_ONCE, DeliveryWorker
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Exchange, Outbox
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef
from tests.bot.support.fakes import HALL, World
from tests.end_to_end.waiting import until


class Discord:
    """Receives notices and changes of messages; `open` holds notices up."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.posted: dict[int, Notice] = {}
        self.under_way = self.found = 0
        self.most = 0
        self.changed: list[Notice] = []
        self.fails: Exception | None = None
        self.failures = 0
        self._numbers = count(1)
        self._changed = asyncio.Condition()

    async def send(self, notice: Notice) -> MessageRef | None:
        if notice.kind is RemoveButtons:
            self.changed.append(notice)
            await self._change()
            return None
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await self._change()
        try:
            await self.open.wait()
        finally:
            self.under_way -= 1
        if self.fails is not None and notice.recipient is None:
            self.failures += 1
            await self._change()
            raise self.fails
        earlier = next((number for number, entry in self.posted.items() if entry.id == notice.id), None)
        if earlier is not None:
            assert notice.uncertain, "it is posted twice"
            self.found += 1
            await self._change()
            return MessageRef(HALL.channel, earlier)
        number = next(self._numbers)
        self.posted[number] = notice
        await self._change()
        return MessageRef(HALL.channel, number)

    async def busy(self, deliveries: int) -> None:
        """Wait until this number of deliveries is in progress."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.under_way == deliveries)

    async def wait_until_found(self, deliveries: int) -> None:
        """Wait until this number of posts of unknown fate has been found."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.found == deliveries)

    async def has(self, messages: int) -> None:
        """Wait until this number of messages is posted."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.posted) == messages)

    async def changes(self, changes: int) -> None:
        """Wait until this number of messages has changed."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.changed) == changes)

    async def wait_for_failures(self, failures: int) -> None:
        """Wait until this number of attempts has failed."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.failures == failures)

    async def _change(self) -> None:
        async with self._changed:
            self._changed.notify_all()


class Counting(Outbox):
    """An outbox that counts its exchanges."""

    asked = 0
    found = Exchange()
    has_left = False

    async def leave_to_others(self) -> None:
        await super().leave_to_others()
        self.has_left = True

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        self.asked += 1
        self.found = await super().exchange(delivered, limit, background)
        return self.found

    async def wait_for_exchange(self, wakeup: Wakeup) -> None:
        """Ring and wait for another exchange."""
        before = self.asked

        async def has_asked() -> bool:
            return self.asked > before

        wakeup.ring()
        await until(has_asked, "another exchange")

    async def rests(self) -> None:
        """Wait until nothing is in progress or waiting, as confirmed by a later exchange."""

        async def is_settled() -> bool:
            empty = not self.found.claimed and self.found.next_due is None
            return empty and self.room == AT_ONCE

        await until(is_settled, "the outbox to be empty")


def delivery(
    world: World, discord: Discord, outbox: Outbox | None = None, wakeup: Wakeup | None = None
) -> DeliveryWorker:
    return DeliveryWorker(
        outbox or world.outbox,
        discord,  # type: ignore[arg-type]  # only the used part
        world.time,
        wakeup or Wakeup(),
    )

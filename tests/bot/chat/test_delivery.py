"""The loop that empties the outbox, over a real one: what it does when it ends, breaks down, is busy."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import count

import pytest

from bot.chat.delivery import AT_ONCE, Delivery
from bot.chat.news import News
from bot.play.model import Limits, MessageRef, Notice, NoticeKind
from bot.play.outbox import Delivered, Exchange, Outbox
from tests.bot.play.fakes import ANNA, BEN, HALL, World

pytest_plugins = ("tests.bot.play.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Discord:
    """Where notices are sent and messages changed; both can be held up."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.asked_to_tidy = asyncio.Event()
        self.tidy = asyncio.Event()
        self.tidy.set()
        self.posted: dict[int, Notice] = {}
        self.under_way = self.found = 0
        self.most = 0
        self.stripped: list[MessageRef] = []
        self._numbers = count(1)
        self._changed = asyncio.Condition()

    async def send(self, notice: Notice) -> MessageRef:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await self._change()
        try:
            await self.open.wait()
        finally:
            self.under_way -= 1
        found = next((number for number, one in self.posted.items() if one.id == notice.id), None)
        if found is not None:
            assert notice.uncertain, "it is posted twice"
            self.found += 1
            await self._change()
            return MessageRef(HALL.channel, found)
        number = next(self._numbers)
        self.posted[number] = notice
        await self._change()
        return MessageRef(HALL.channel, number)

    async def strip(self, ref: MessageRef, *, as_posted: bool) -> None:
        assert as_posted
        self.asked_to_tidy.set()
        await self.tidy.wait()
        self.stripped.append(ref)

    async def busy(self, deliveries: int) -> None:
        """Return when as many deliveries are under way."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.under_way == deliveries)

    async def taken_up(self, deliveries: int) -> None:
        """Return when as many posts of unknown fate have been found."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.found == deliveries)

    async def has(self, messages: int) -> None:
        """Return when there are as many messages."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.posted) == messages)

    async def _change(self) -> None:
        async with self._changed:
            self._changed.notify_all()


class Failing(Outbox):
    """An outbox whose database is away when it is to write what was delivered."""

    async def exchange(self, delivered: Sequence[Delivered], limit: int) -> Exchange:
        if delivered:
            raise OSError("away")
        return await super().exchange(delivered, limit)


def delivery(world: World, discord: Discord, outbox: Outbox | None = None) -> Delivery:
    return Delivery(
        outbox or world.outbox,
        discord,  # type: ignore[arg-type]  # as much of both as is used
        discord,  # type: ignore[arg-type]
        world.time,
        News(),
    )


async def test_at_most_a_handful_is_under_way(world: World) -> None:
    discord, many = Discord(), AT_ONCE + 5
    world.limits = Limits(challenges_per_person=many)
    world.club = world.another_club()
    for _ in range(many):
        await world.challenge(opponent=None)
    discord.open.clear()
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.busy(AT_ONCE)
        discord.open.set()
        await discord.has(many)
        loop.end()
        await running
    assert discord.most == AT_ONCE
    assert await world.outbox.next_due() is None


async def test_what_is_under_way_at_the_end_is_delivered_and_the_rest_stays(world: World) -> None:
    discord = Discord()
    match = await world.match()
    discord.open.clear()
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.busy(1)
        loop.end()
        discord.open.set()
        await running
    assert [notice.kind for notice in discord.posted.values()] == [NoticeKind.CHALLENGE]
    assert (await world.club.challenge_by_id(match.challenge)).message == 1
    successor = Outbox(world.store, world.time, "successor")
    assert await successor.recover() == 0
    assert [notice.kind for notice in await world.outbox.claim()] == [NoticeKind.START]


async def test_old_boards_are_tidied_up_before_the_end(world: World) -> None:
    discord = Discord()
    match = await world.match()
    await world.club.take_turn(world.by(ANNA), match.id, "take 1")
    discord.tidy.clear()
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.asked_to_tidy.wait()
        loop.end()
        # Discord takes longer than it takes to end without it.
        for _ in range(50):
            await world.outbox.next_due()
        discord.tidy.set()
        await running
    start = next(number for number, one in discord.posted.items() if one.kind is NoticeKind.START)
    assert discord.stripped == [MessageRef(HALL.channel, start)]


async def test_what_could_not_be_written_is_not_posted_again(world: World) -> None:
    discord = Discord()
    await world.challenge(opponent=BEN)
    with suppress(ExceptionGroup):
        await delivery(world, discord, Failing(world.store, world.time, "first")).run()
    assert len(discord.posted) == 1
    loop = delivery(world, discord, Outbox(world.store, world.time, "second"))
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.taken_up(1)
        loop.end()
        await running
    assert len(discord.posted) == 1
    assert await Outbox(world.store, world.time, "third").recover() == 0

"""Follow-ups of delivered or failed notices, resumed after a crash."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.chat.delivery.discord_sender import PlaceClosed, Undecided
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import BACKGROUND_AT_ONCE, DeliveryWorker
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import ChallengeMade
from bot.model.events.instructions import CloseThread
from bot.model.people.person import MessageRef
from bot.model.ports import LeaseUncertain
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.restores import RestoreRepository
from tests.bot.chat.delivery.workers.deliveries import Counting, Discord
from tests.bot.support.fakes import BEN, World
from tests.bot.support.services import ROUTES
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Stage:
    """A worker whose follow-ups are recorded."""

    def __init__(self, world: World, error: Exception | None = None) -> None:
        self.world = world
        self.discord, self.bell = Discord(), Wakeup()
        self.settled: list[int | None] = []
        self.posted: list[type] = []
        self.resumed = 0
        self.error = error
        self.outbox = Counting(world.store, world.time, ROUTES, "here")
        self.worker = DeliveryWorker(
            self.outbox,
            self.discord,  # type: ignore[arg-type]  # only the used part
            world.time,
            self.bell,
            posted=lambda notice: self.posted.append(notice.kind),
            settled={ChallengeMade: self._settle},
            resume=[self._resume],
        )

    async def _settle(self, notice: Notice) -> None:
        self.settled.append(notice.recipient)
        if self.error is not None:
            raise self.error

    async def _resume(self) -> None:
        self.resumed += 1

    async def run(self, done: Callable[[], Awaitable[bool]]) -> None:
        """Deliver until `done`."""
        async with asyncio.timeout(20):
            running = asyncio.create_task(self.worker.run())
            await until(done, "the follow-up")
            self.worker.end()
            await running


async def test_a_delivered_notice_is_followed_up(world: World) -> None:
    stage = Stage(world)
    await world.challenge(opponent=BEN)

    async def is_done() -> bool:
        return bool(stage.settled)

    await stage.run(is_done)
    assert stage.settled == [None]
    assert stage.posted == [ChallengeMade]


async def test_an_abandoned_notice_is_followed_up(world: World) -> None:
    """Both the public place and the reader's direct messages are closed."""
    stage = Stage(world)

    async def refuse(notice: Notice) -> MessageRef | None:
        raise PlaceClosed(f"notice {notice.id} has no place")

    stage.discord.send = refuse  # type: ignore[method-assign]  # a fake
    await world.challenge(opponent=BEN)

    async def is_done() -> bool:
        return BEN.id in stage.settled

    await stage.run(is_done)
    assert stage.settled[0] is None
    assert stage.posted == []
    assert [notice.kind for notice in await world.outbox.take_missed(BEN.id)] == [ChallengeMade]


@pytest.mark.parametrize(
    ("error", "line"),
    [(LeaseUncertain("x"), "is left to other processes"), (ArithmeticError("x"), "failed, will be retried")],
)
async def test_a_failing_follow_up_does_not_stop_deliveries(
    world: World, caplog: pytest.LogCaptureFixture, error: Exception, line: str
) -> None:
    stage = Stage(world, error)
    await world.challenge(opponent=BEN)

    async def is_done() -> bool:
        return bool(stage.settled) and await world.outbox.next_due() is None

    await stage.run(is_done)
    assert line in caplog.text
    assert len(stage.discord.posted) == 1


async def test_interrupted_work_is_resumed_each_minute(world: World) -> None:
    stage = Stage(world)

    resumed = list[int]()

    async def is_done() -> bool:
        for seconds in (0, 59, 1, 59):
            world.time.pass_by(timedelta(seconds=seconds))
            await stage.outbox.wait_for_exchange(stage.bell)
            resumed.append(stage.resumed)
        return True

    await stage.run(is_done)
    assert resumed == [1, 1, 2, 2]


async def _restore(world: World) -> str:
    """Complete a restore that left the waiting notices; return its moment as text."""
    async with world.store.write() as session:
        restores, now = session.of(RestoreRepository), world.time()
        await restores.begin(1, now, now)
        await restores.unsettle(1, ())
        await restores.complete(1)
    return now.isoformat(timespec="seconds")


async def test_settling_all_notices_of_a_restore_is_logged_once(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    stage = Stage(world)
    await world.match()
    moment = await _restore(world)

    async def is_done() -> bool:
        return len(stage.posted) == 3

    await stage.run(is_done)
    settled = [record.getMessage() for record in caplog.records if "at the restore" in record.getMessage()]
    text = f"all notices queued at the restore of {moment} are settled; 0 messages remain undecided"
    assert settled == [text]


async def test_an_undecided_notice_is_neither_posted_nor_retried(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    stage = Stage(world)
    tried: list[int] = []

    async def refuse(notice: Notice) -> MessageRef | None:
        tried.append(notice.id)
        raise Undecided("nobody knows")

    stage.discord.send = refuse  # type: ignore[method-assign]  # a fake
    await world.challenge(opponent=BEN)
    moment = await _restore(world)

    async def is_done() -> bool:
        return bool(tried) and await world.outbox.next_due() is None

    await stage.run(is_done)
    assert (len(tried), stage.posted, stage.settled) == (1, [], [])
    settled = [record.getMessage() for record in caplog.records if "at the restore" in record.getMessage()]
    text = f"all notices queued at the restore of {moment} are settled; 1 messages remain undecided"
    assert settled == [text]


async def test_background_deliveries_are_limited(world: World) -> None:
    stage = Stage(world)
    stage.discord.open.clear()
    waiting = [OutgoingMessage(CloseThread(number), number).to_notice() for number in range(101, 113)]
    async with world.store.write() as session:
        await session.of(NoticeRepository).add(waiting, world.time.now)
    async with asyncio.timeout(20):
        running = asyncio.create_task(stage.worker.run())
        await stage.discord.busy(BACKGROUND_AT_ONCE)
        await world.challenge(opponent=BEN)
        stage.bell.ring()
        await stage.discord.busy(BACKGROUND_AT_ONCE + 1)
        stage.discord.open.set()
        await stage.discord.has(13)
        stage.worker.end()
        await running
    assert stage.discord.most == BACKGROUND_AT_ONCE + 1

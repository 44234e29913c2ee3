"""The delivery worker over a real outbox: concurrency, limits, failures, shutdown."""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError
from structlog.contextvars import get_contextvars

from bot.chat.delivery.discord_sender import PlaceClosed
from bot.chat.delivery.workers import worker
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import AT_ONCE, DeliveryWorker
from bot.chat.rate_limits.refusals import LeftAlone
from bot.chat.rate_limits.tracing import SentRequest
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Exchange, Outbox
from bot.model.agenda import Limits
from bot.model.events.events import ChallengeClosed, ChallengeMade, MatchStarted
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.chat.delivery.workers.deliveries import Counting, Discord, delivery
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.services import ROUTES, make_services

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Failing(Outbox):
    """An outbox that fails to record deliveries, which ends the process."""

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        if delivered:
            raise RuntimeError("broken")
        return await super().exchange(delivered, limit, background)


class OneByOne(Discord):
    """Accepts the first message; the others wait for `later`."""

    def __init__(self) -> None:
        super().__init__()
        self.later = asyncio.Event()
        self._first: int | None = None

    async def send(self, notice: Notice) -> MessageRef | None:
        self._first = self._first or notice.id
        if notice.id != self._first:
            await self.later.wait()
        return await super().send(notice)


class Overtaken(Counting):
    """An outbox that holds its first record of a delivery until another notice is posted."""

    def __init__(self, world: World, discord: OneByOne) -> None:
        super().__init__(world.store, world.time, ROUTES, "this")
        self.arrived: list[Notice] = []
        self._discord = discord
        self._both = asyncio.Event()

    def note_post(self, notice: Notice) -> None:
        self.arrived.append(notice)
        if len(self.arrived) == 2:
            self._both.set()

    async def exchange(
        self, delivered: Sequence[Delivered], limit: int, background: int | None = None
    ) -> Exchange:
        exchange = await super().exchange(delivered, limit, background)
        if delivered:
            self._discord.later.set()
            await self._both.wait()
        return exchange


async def test_a_delivery_during_an_exchange_is_recorded_by_the_next_one(world: World) -> None:
    for _ in range(2):
        await world.challenge(opponent=None)
    discord = OneByOne()
    outbox = Overtaken(world, discord)
    loop = DeliveryWorker(outbox, discord, world.time, Wakeup(), posted=outbox.note_post)  # type: ignore[arg-type]  # only the used part
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(2)
        loop.end()
        await running
    assert await Outbox(world.store, world.time, ROUTES, "successor").recover() == 0, (
        "nothing is left claimed"
    )


class AwayOnce(Outbox):
    """An outbox whose database is down at the first write after a failed delivery."""

    def __init__(self, world: World) -> None:
        super().__init__(world.store, world.time, ROUTES, "this")
        self.known = set[int]()
        self.released = asyncio.Event()
        self._was_away = False

    async def postpone(
        self, notice_id: int, error: str, *, uncertain: bool = True, wait: timedelta | None = None
    ) -> None:
        if not self._was_away:
            self._was_away = True
            raise OperationalError("COMMIT", {}, OSError("away"))
        await super().postpone(notice_id, error, uncertain=uncertain, wait=wait)

    async def release_others(self, processes: Collection[int]) -> None:
        self.known = set(processes)
        await super().release_others(processes)
        self.released.set()


class Unequal(Discord):
    """Accepts the first message; the second waits for `later`; the database is down at the third."""

    def __init__(self) -> None:
        super().__init__()
        self.later = asyncio.Event()
        self.order: dict[int, None] = {}

    async def send(self, notice: Notice) -> MessageRef | None:
        self.order[notice.id] = None
        place = list(self.order).index(notice.id)
        if place == 1:
            await self.later.wait()
        if place == 2 and notice.attempts == 0:
            raise OperationalError("SELECT", {}, OSError("away"))
        return await super().send(notice)


async def test_a_process_remembers_its_deliveries_after_an_outage(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AFTER_OUTAGE", 0.01)
    for _ in range(3):
        await world.challenge(opponent=None)
    discord, outbox = Unequal(), AwayOnce(world)
    loop = DeliveryWorker(outbox, discord, world.time, Wakeup())  # type: ignore[arg-type]  # as above
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await outbox.released.wait()
        discord.later.set()
        await discord.has(2)
        loop.end()
        await running
    assert outbox.known == set(discord.order)
    assert len(outbox.known) == 3
    assert discord.found == 0, "nothing was posted again"


async def test_concurrent_deliveries_are_limited(world: World) -> None:
    discord, many = Discord(), AT_ONCE + 5
    world.limits = Limits(challenges_per_person=many)
    world.services = world.other_services()
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


async def test_shutdown_finishes_current_deliveries_and_leaves_the_rest(world: World) -> None:
    discord = Discord()
    match = await world.match()
    discord.open.clear()
    outbox = Counting(world.store, world.time, ROUTES, "this")
    loop = delivery(world, discord, outbox)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.busy(1)
        loop.end()
        discord.open.set()
        await running
    assert [notice.kind for notice in discord.posted.values()] == [ChallengeMade]
    assert outbox.room == 0, "requests leave their notices to others"
    assert outbox.has_left, "other processes deliver the rest at once"
    assert (await world.services.challenges.get(match.challenge)).message == 1
    successor = Outbox(world.store, world.time, ROUTES, "successor")
    assert await successor.recover() == 0
    assert [notice.kind for notice in await world.outbox.claim()] == [MatchStarted]


async def test_an_old_boards_buttons_are_removed_even_after_a_crash(world: World) -> None:
    discord = Discord()
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    first, delivered, start = Outbox(world.store, world.time, ROUTES, "first"), list[Delivered](), 0
    for number in range(1, 6):
        (notice,) = (await first.exchange(delivered, 10)).claimed
        ref = None if notice.kind is ChallengeClosed else MessageRef(70, number)
        delivered = [Delivered(notice.id, ref)]
        start = number if notice.kind is MatchStarted else start
    assert notice.kind is RemoveButtons
    # The process dies while it holds this claim.
    loop = delivery(world, discord, Outbox(world.store, world.time, ROUTES, "second"))
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.changes(1)
        loop.end()
        await running
    assert [notice.event for notice in discord.changed] == [RemoveButtons(MessageRef(70, start), match.id)]
    assert await world.outbox.next_due() is None


async def test_a_notice_without_a_place_goes_to_the_players(world: World) -> None:
    discord = Discord()
    discord.fails = PlaceClosed("gone", gone=True)
    await world.challenge(opponent=BEN)
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(2)
        loop.end()
        await running
    assert [notice.recipient for notice in discord.posted.values()] == [ANNA.id, BEN.id]
    assert not [notice for notice in discord.posted.values() if not notice.is_rerouted]


async def test_a_failing_notice_does_not_block_later_ones_for_long(world: World) -> None:
    discord = Discord()
    discord.fails = AssertionError("a mistake in making it")
    match = await world.match()
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        for failures in range(1, 9):
            await discord.wait_for_failures(failures)
            world.time.pass_by(timedelta(minutes=5))
            loop.end() if failures == 8 else None
        await running
    missed = await world.outbox.take_missed(BEN.id)
    assert [notice.kind for notice in missed] == [ChallengeMade]
    discord.fails = None
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(1)
        loop.end()
        await running
    assert [notice.kind for notice in discord.posted.values()] == [MatchStarted]
    assert (await world.services.matches.get(match.id)).board is not None


async def test_an_outage_while_composing_does_not_miss_the_notice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AFTER_OUTAGE", 0.01)
    discord, bell = Discord(), Wakeup()
    discord.fails = OperationalError("SELECT", {}, OSError("away"))
    await world.match()
    loop = DeliveryWorker(world.outbox, discord, world.time, bell)  # type: ignore[arg-type]  # as above
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        for failures in range(1, 12):
            while discord.failures < failures:
                world.time.pass_by(timedelta(minutes=5))
                bell.ring()
                await asyncio.sleep(0.01)
        discord.fails = None
        while len(discord.posted) < 1:
            world.time.pass_by(timedelta(minutes=5))
            bell.ring()
            await asyncio.sleep(0.01)
        loop.end()
        await running
    assert not await world.outbox.take_missed(BEN.id)


@pytest.mark.parametrize(
    ("last_request", "attempts", "uncertain"),
    [(SentRequest.NOTHING, 0, False), (SentRequest.SOMETHING, 1, False), (SentRequest.UNKNOWN, 1, True)],
)
async def test_a_postponed_notice_counts_as_tried_if_anything_was_sent(
    world: World,
    last_request: SentRequest,
    attempts: int,
    caplog: pytest.LogCaptureFixture,
    *,
    uncertain: bool,
) -> None:
    caplog.set_level(logging.INFO)
    discord = Discord()
    discord.fails = LeftAlone("this channel", 600.0)
    await world.challenge(opponent=BEN)
    loop = DeliveryWorker(
        world.outbox,
        discord,  # type: ignore[arg-type]  # only the used part
        world.time,
        Wakeup(),
        sent=lambda: last_request,
    )
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.wait_for_failures(1)
        loop.end()
        await running
    world.time.pass_by(timedelta(seconds=599))
    assert await world.outbox.claim() == ()
    world.time.pass_by(timedelta(seconds=1))
    (notice,) = await world.outbox.claim()
    assert (notice.attempts, notice.uncertain) == (attempts, uncertain)
    waits = [record.levelname for record in caplog.records if "will be tried again" in record.getMessage()]
    assert waits == ["INFO"], "a pause that Discord asks for is no failure"


async def test_an_unrecorded_delivery_is_not_posted_again(world: World) -> None:
    discord = Discord()
    await world.challenge(opponent=BEN)
    with suppress(ExceptionGroup, RuntimeError):
        await delivery(world, discord, Failing(world.store, world.time, ROUTES, "first")).run()
    assert len(discord.posted) == 1
    loop = delivery(world, discord, Outbox(world.store, world.time, ROUTES, "second"))
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.wait_until_found(1)
        loop.end()
        await running
    assert len(discord.posted) == 1
    assert await Outbox(world.store, world.time, ROUTES, "third").recover() == 0


async def test_an_edit_is_recorded_with_the_next_exchange(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger=worker.__name__)
    monkeypatch.setattr(worker, "SOON", 60.0)
    discord = Discord()
    match = await world.match()
    outbox = Counting(world.store, world.time, ROUTES, "counting")
    bell = Wakeup()
    services = make_services(world.store, world.games, world.time, world.chance, committed=bell.on_commit)
    loop = delivery(world, discord, outbox, bell)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(3)
        await outbox.rests()
        for number, mover in enumerate((ANNA, BEN, ANNA), start=1):
            calls = outbox.asked
            await services.turns.take_turn(world.by(mover), match.id, "take 1")
            await discord.changes(number)
            # One exchange claims the move; another records its delivery and claims the correction.
            assert outbox.asked == calls + 2
        loop.end()
        await running
    assert await Outbox(world.store, world.time, ROUTES, "successor").recover() == 0
    levels = Counter(record.levelname for record in caplog.records if record.getMessage() == "delivered")
    assert levels == {"INFO": len(discord.posted), "DEBUG": len(discord.changed)}


async def test_a_full_worker_claims_more_right_after_an_edit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    monkeypatch.setattr(worker, "SOON", 60.0)
    async with world.store.write() as session:
        edits = {number: RemoveButtons(MessageRef(70, number), number) for number in (1, 2)}
        notices = [OutgoingMessage(edit, number).to_notice() for number, edit in edits.items()]
        await session.of(NoticeRepository).add(notices, world.time.now)
    discord = Discord()
    loop = delivery(world, discord)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.changes(2)
        loop.end()
        await running


async def test_log_lines_of_a_delivery_name_its_notice_and_match(world: World) -> None:
    discord = Discord()
    match = await world.match()
    contexts = list[tuple[object, ...]]()
    loop = DeliveryWorker(
        world.outbox,
        discord,  # type: ignore[arg-type]  # only the used part
        world.time,
        Wakeup(),
        posted=lambda _: contexts.append(tuple(map(get_contextvars().get, ("kind", "match", "notice")))),
    )
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(3)
        loop.end()
        await running
    assert contexts == [
        (notice.kind.__name__, match.id if notice.kind is MatchStarted else None, notice.id)
        for notice in discord.posted.values()
    ]


async def test_a_crash_before_an_edit_is_recorded_loses_no_notice(world: World) -> None:
    discord = Discord()
    match = await world.match()
    outbox = Counting(world.store, world.time, ROUTES, "first")
    bell = Wakeup()
    services = make_services(world.store, world.games, world.time, world.chance, committed=bell.on_commit)
    loop = delivery(world, discord, outbox, bell)
    async with asyncio.timeout(10):
        running = asyncio.create_task(loop.run())
        await discord.has(3)
        await services.turns.take_turn(world.by(ANNA), match.id, "take 1")
        await discord.changes(1)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        again = delivery(world, discord, Outbox(world.store, world.time, ROUTES, "second"))
        running = asyncio.create_task(again.run())
        await discord.changes(2)
        again.end()
        await running
    assert [notice.event for notice in discord.changed] == [discord.changed[0].event] * 2
    assert len(discord.posted) == 4
    assert await Outbox(world.store, world.time, ROUTES, "third").recover() == 0


async def test_moves_succeed_while_delivery_is_broken(world: World) -> None:
    discord = Discord()
    match = await world.match()
    outbox = Failing(world.store, world.time, ROUTES, "first")
    services = make_services(world.store, world.games, world.time, world.chance)
    with suppress(ExceptionGroup, RuntimeError):
        await delivery(world, discord, outbox).run()
    turn = await services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert turn.number == 1
    assert await Outbox(world.store, world.time, ROUTES, "second").recover() == 1

"""Several processes at one database: each acts on the others' writes, with and without signals."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count

import pytest

from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.workers.deadline_worker import DeadlineWorker
from bot.chat.delivery.workers.signal_listener import SignalListener
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import DeliveryWorker
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeMade
from bot.model.match.match import MatchStatus
from bot.model.people.person import MessageRef
from bot.repositories.outbox.claims import ClaimRepository
from data.cluster.processes import ProcessRepository
from data.cluster.signal_values import Signal, Topic
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.services import ROUTES, Services, make_services
from tests.bot.support.timed import DAY, begin_timed
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@dataclass
class Posting:
    """A sender that records posted notices."""

    kinds: list[type[DomainEvent]] = field(default_factory=list)
    posted: asyncio.Event = field(default_factory=asyncio.Event)
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    async def send(self, notice: Notice) -> MessageRef | None:
        self.kinds.append(notice.kind)
        self.posted.set()
        return MessageRef(HALL.channel, next(self.numbers))


@dataclass
class Process:
    """A process with its workers."""

    world: World
    store: Store
    services: Services
    wakeup: Wakeup
    posting: Posting
    messages: MessageCache
    heard: list[Signal] = field(default_factory=list)


@asynccontextmanager
async def process(world: World, url: str, *, listens: bool = True) -> AsyncIterator[Process]:
    """Run a process with delivery and deadline workers, idle when the block begins."""
    store, wakeup, posting = await Store.open(url), Wakeup(), Posting()
    name = secrets.token_hex(4)
    async with store.write() as session:
        await session.of(ProcessRepository).join(name, "here", "0.1", timedelta(seconds=15))
    outbox = Outbox(store, world.time, ROUTES, name)
    services = make_services(
        store,
        world.games,
        world.time,
        world.chance,
        committed=wakeup.on_commit,
        delivers=lambda: outbox.room > 0,
        claimant=name,
    )
    delivery = DeliveryWorker(outbox, posting, world.time, wakeup)  # type: ignore[arg-type]  # only the used part
    deadlines = DeadlineWorker(services.timers, world.time, wakeup.another())
    services.timers.when_due(deadlines.expect)
    messages = MessageCache()
    listener = SignalListener(wakeup, deadlines, services.name_cache, messages)
    running = Process(world, store, services, wakeup, posting, messages)

    def hear(signal: Signal) -> None:
        listener.on_signal(signal)
        running.heard.append(signal)

    tasks = [asyncio.create_task(work) for work in (delivery.run(), deadlines.run())]
    listening = asyncio.create_task(services.listen(hear)) if listens else None

    async def rests() -> bool:
        asked = deadlines._asked is not None
        return asked and outbox.room > 0 and (bool(running.heard) or not listens)

    await until(rests, "the process to be at rest")
    try:
        yield running
    finally:
        if listening is not None:
            listening.cancel()
            await asyncio.wait([listening])
        delivery.end()
        deadlines.end()
        await asyncio.gather(*tasks)
        await store.close()


async def test_a_notice_of_another_process_is_delivered_within_a_second(
    database_url: str, world: World
) -> None:
    async with process(world, database_url) as delivering:
        await world.challenge()
        async with asyncio.timeout(1):
            await delivering.posting.posted.wait()
    assert delivering.posting.kinds == [ChallengeMade]


async def test_a_notice_without_a_signal_is_found_at_the_next_wakeup(database_url: str, world: World) -> None:
    async with process(world, database_url, listens=False) as delivering:
        await world.challenge()
        # Simulates the end of the longest pause.
        delivering.wakeup.ring()
        async with asyncio.timeout(10):
            await delivering.posting.posted.wait()
    assert delivering.posting.kinds == [ChallengeMade]


async def test_another_process_enforces_a_deadline(database_url: str, world: World) -> None:
    async with process(world, database_url) as other:
        match = await begin_timed(world, "1d")
        await until(lambda: _has_received(other, "deadline"), "the deadline to be heard of")
        world.time.pass_by(40 * DAY)
        other.wakeup.ring()

        async def over() -> bool:
            return (await world.services.matches.get(match.id)).status is not MatchStatus.RUNNING

        await until(over, "the match to be over")


async def test_claims_of_a_dead_process_are_delivered_at_once(database_url: str, world: World) -> None:
    async with world.store.write() as session:
        await session.of(ProcessRepository).join("dying", "here", "0.1", timedelta(seconds=15))
    await world.challenge()
    dying = Outbox(world.store, world.time, ROUTES, "dying")
    assert len((await dying.exchange((), 5)).claimed) == 1
    async with process(world, database_url) as delivering:
        async with world.store.write() as session:
            await session.of(ProcessRepository).leave("dying")
            assert await session.of(ClaimRepository).release_dead() == 1
        async with asyncio.timeout(1):
            await delivering.posting.posted.wait()


async def test_deadlines_of_a_dead_process_are_enforced_by_another(database_url: str, world: World) -> None:
    world.store.when_due(lambda _: None)
    async with process(world, database_url) as other:
        match = await begin_timed(world, "1d")
        assert not await _has_received(other, "deadline")
        async with world.store.write() as session:
            await session.of(ClaimRepository).release_dead()
        await until(lambda: _has_received(other, "freed"), "that a process has died")
        world.time.pass_by(2 * DAY)
        other.wakeup.ring()

        async def over() -> bool:
            return (await world.services.matches.get(match.id)).status is not MatchStatus.RUNNING

        await until(over, "the match to be over")


async def test_a_move_in_a_delivering_process_wakes_no_other(database_url: str, world: World) -> None:
    match = await world.match()
    async with (
        process(world, database_url) as moving,
        process(world, database_url) as other,
    ):

        async def all_posted() -> bool:
            return len(moving.posting.kinds + other.posting.kinds) >= 3

        await until(all_posted, "the beginning to be told")
        before = len(other.heard)
        await moving.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
        await moving.services.turns.take_turn(world.by(BEN), match.id, "take 1")
        await world.store.signal(Signal.read("notices 9"))
        await until(lambda: _has_received(other, "notices", 9), "the last signal")
        assert [signal.to_line() for signal in other.heard[before:]] == ["notices 9"]


async def _has_received(process: Process, topic: str, subject: int | None = None) -> bool:
    return any((signal.topic, signal.subject) == (topic, subject) for signal in process.heard)


async def test_a_changed_message_is_evicted_in_other_processes(database_url: str, world: World) -> None:
    class Kept:
        id = 5

    async with process(world, database_url) as other:
        other.messages.keep(Kept())  # type: ignore[arg-type]  # only the used part
        await world.outbox.signal_change(5)
        await until(lambda: _has_received(other, "message", 5), "the signal")
        assert other.messages.take(5) is None


@pytest.mark.parametrize("signal", [Signal(Topic.PERSON, ANNA.id), Signal(Topic.MISSED)])
async def test_deleted_people_are_evicted_and_missed_signals_evict_all(
    database_url: str, world: World, signal: Signal
) -> None:
    async with process(world, database_url) as other:
        await other.services.name_cache.record_seen(ANNA, HALL)
        before = len(other.heard)
        await world.store.signal(signal)

        async def signal_arrived() -> bool:
            return len(other.heard) > before

        await until(signal_arrived, "the signal")
        assert not other.services.name_cache.forget(ANNA.id)

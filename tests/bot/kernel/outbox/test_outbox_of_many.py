"""Several processes at one outbox: no loss, no double delivery by live processes, order within a stream."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_routes import write
from bot.kernel.outbox.notices import Notice, Routing
from bot.kernel.outbox.outbox import Outbox
from bot.model.events.events import ChallengeMade
from bot.model.events.instructions import RedrawOverview
from bot.model.people.person import MessageRef
from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC, notices
from data.cluster.cluster_tables import processes
from data.cluster.processes import ProcessRepository
from data.store import Store
from tests.bot.support.fakes import ManualOutbox, Time, World
from tests.bot.support.services import ROUTES
from tests.data.databases import PostgresqlTables

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases
OVERVIEW = write(RedrawOverview(5), Routing())

LEASE = timedelta(seconds=15)


async def _join(store: Store, process: str) -> None:
    async with store.write() as session:
        await session.of(ProcessRepository).join(process, "here", "0.1", LEASE)


async def _declare_dead(store: Store, process: str) -> None:
    async with store.write() as session:
        await session.of(ProcessRepository).leave(process)
        await session.of(ClaimRepository).release_dead()


async def test_a_starting_process_leaves_claims_to_live_processes(world: World) -> None:
    first, second = (
        ManualOutbox(world.store, world.time, ROUTES, "first"),
        ManualOutbox(world.store, world.time, ROUTES, "second"),
    )
    await _join(world.store, "first")
    await world.challenge()
    (notice,) = await first.claim()
    assert await second.recover() == 0
    assert await second.claim() == ()
    await _declare_dead(world.store, "first")
    (again,) = await second.claim()
    assert (again.id, notice.uncertain, again.uncertain) == (notice.id, False, True)


async def test_a_dead_process_cannot_report_a_failed_claim(world: World) -> None:
    first, second = (
        ManualOutbox(world.store, world.time, ROUTES, "first"),
        ManualOutbox(world.store, world.time, ROUTES, "second"),
    )
    await world.challenge()
    (notice,) = await first.claim()
    await _declare_dead(world.store, "first")
    await second.claim()
    await first.postpone(notice.id, "no answer")
    await first.reroute(notice.id, "10003")
    await first.miss(notice.id, "50007")
    assert await world.outbox.claim() == ()
    await second.deliver_as(notice.id, MessageRef(70, 1))
    assert await world.outbox.next_due() is None


async def test_a_dead_process_may_still_report_a_delivery(world: World) -> None:
    first, second = (
        ManualOutbox(world.store, world.time, ROUTES, "first"),
        ManualOutbox(world.store, world.time, ROUTES, "second"),
    )
    challenge = await world.challenge()
    (notice,) = await first.claim()
    await _declare_dead(world.store, "first")
    await second.claim()
    for outbox in (first, second):
        await outbox.deliver_as(notice.id, MessageRef(70, 1))
    assert (await world.services.challenges.get(challenge.id)).message == 1
    assert await world.outbox.next_due() is None


async def test_nothing_is_claimed_under_an_uncertain_lease(world: World) -> None:
    lives = True
    outbox = ManualOutbox(world.store, world.time, ROUTES, "first", alive=lambda: lives)
    await world.challenge()
    lives = False
    exchange = await outbox.exchange((), 20)
    assert exchange.claimed == ()
    # The lease may be renewed soon, so the next look is within a second.
    assert exchange.next_due is not None
    assert exchange.next_due - world.time.now <= timedelta(seconds=1)
    lives = True
    assert len(await outbox.claim()) == 1


async def test_a_newer_versions_notice_is_left_to_it_and_blocks_its_stream(world: World) -> None:
    challenge = await world.challenge()
    async with world.store.write() as session:
        new = NewNotice("tournament", challenge.id + 1, PUBLIC, None, None, {})
        behind = NewNotice("RedrawOverview", challenge.id + 1, PUBLIC, None, None, OVERVIEW)
        missed = NewNotice("tournament", challenge.id + 2, 4, None, None, {})
        await session.of(NoticeRepository).add([new, behind], world.time.now)
        await session.of(NoticeRepository).add([missed], world.time.now, status="missed")
    outbox = world.outbox
    assert [notice.kind for notice in await outbox.claim()] == [ChallengeMade]
    assert (await outbox.exchange((), 10)).next_due is None
    assert await outbox.take_missed(4) == ()
    async with world.store.write() as session:
        (theirs,) = await session.of(NoticeRepository).claim("newer", world.time.now, 10)
        assert theirs.kind == "tournament"
        assert await outbox.notice(theirs.id) is None
        await session.of(NoticeRepository).deliver(theirs.id)
    assert [notice.kind for notice in await outbox.claim()] == [RedrawOverview]


@dataclass
class Process:
    """A process that claims and posts until it dies."""

    store: Store
    outbox: Outbox
    name: str
    held: list[Notice] = field(default_factory=list)


class Channel:
    """A channel that records the order of claims and posts."""

    def __init__(self) -> None:
        self.moments = count()
        self.handed: list[tuple[int, int]] = []
        self.posted: dict[int, int] = {}
        self.lines: dict[tuple[int, int], list[int]] = defaultdict(list)

    def take(self, notice: Notice) -> None:
        self.handed.append((notice.id, next(self.moments)))

    def post(self, notice: Notice) -> None:
        if notice.id in self.posted:
            assert notice.uncertain, f"{notice.id} is posted twice"
            return
        self.posted[notice.id] = next(self.moments)

    def check(self) -> None:
        """Check that every notice was posted, and claimed only after its predecessors were."""
        rows = {notice for line in self.lines.values() for notice in line}
        assert set(self.posted) == rows
        for notice, moment in self.handed:
            (line,) = (line for line in self.lines.values() if notice in line)
            assert not [
                earlier for earlier in line if earlier < notice if not (self.posted[earlier] < moment)
            ]


class Cluster:
    """Two processes that share a database."""

    def __init__(self, stores: tuple[Store, Store]) -> None:
        self.stores = stores
        self.time = Time()
        self.channel = Channel()
        self.locks: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.names = count()
        self.processes: list[Process] = []

    async def begin(self) -> None:
        self.processes = [await self._process(store) for store in self.stores]

    async def _process(self, store: Store) -> Process:
        name = f"process-{next(self.names)}"
        await _join(store, name)
        outbox = Outbox(store, self.time, ROUTES, name)
        return Process(store, outbox, name)

    async def write(self, which: int, stream: int, audience: int) -> None:
        store = self.stores[which]
        async with self.locks[stream], store.write() as session:
            # Stands for the lock on the challenge or match of the stream.
            new = NewNotice("RedrawOverview", stream, audience, None, None, OVERVIEW)
            await session.of(NoticeRepository).add([new], self.time.now)
            added = sa.select(sa.func.max(notices.c.id)).where(notices.c.stream == stream)
            number = (await session.connection.execute(added)).scalar_one()
            self.channel.lines[stream, audience].append(number)

    async def claim(self, which: int, limit: int, _: int) -> None:
        process = self.processes[which]
        batch = (await process.outbox.exchange((), limit + 1)).claimed
        for notice in batch:
            self.channel.take(notice)
        process.held += batch

    async def deliver(self, which: int, first: int, failing: int) -> None:
        process = self.processes[which]
        if not process.held:
            return
        notice = process.held.pop(first % len(process.held))
        if failing == 2:
            await process.outbox.postpone(notice.id, "no answer")
            return
        self.channel.post(notice)
        if failing == 1:
            # The message arrived, but the answer is lost.
            await process.outbox.postpone(notice.id, "no answer")
        else:
            await process.outbox.exchange([Delivered(notice.id, None)], 0)

    async def die(self, which: int, posting: int, _: int) -> None:
        process = self.processes[which]
        for notice in process.held[:posting]:
            self.channel.post(notice)
        process.held = []
        self.processes[which] = await self._process(process.store)
        other = self.stores[1 - which]
        await _declare_dead(other, process.name)

    async def round(self, steps: list[tuple[str, int, int, int]]) -> None:
        """Run both processes concurrently, each with its steps in sequence."""
        busy: dict[int, list[tuple[str, int, int, int]]] = {0: [], 1: []}
        for step in steps:
            busy[step[1]].append(step)

        async def live(mine: list[tuple[str, int, int, int]]) -> None:
            for name, *values in mine:
                await getattr(self, name)(*values)

        await asyncio.gather(*map(live, busy.values()))
        self.time.pass_by(timedelta(seconds=3))

    async def finish(self) -> None:
        """Deliver all remaining notices."""
        for _ in range(200):
            for which in (0, 1):
                await self.claim(which, 10, 0)
                while self.processes[which].held:
                    await self.deliver(which, 0, 0)
            self.time.pass_by(timedelta(minutes=5))
            async with self.stores[0].read() as session:
                if await session.of(NoticeRepository).next_due() is None:
                    return
        raise AssertionError("it never comes to rest")


STEP = st.tuples(
    st.sampled_from(["write", "write", "claim", "claim", "deliver", "deliver", "die"]),
    st.integers(0, 1),
    st.integers(0, 2),
    st.integers(0, 2),
)


@pytest.fixture
def url(postgresql_tables: PostgresqlTables) -> str:
    return postgresql_tables.url


@given(rounds=st.lists(st.lists(STEP, min_size=1, max_size=8), min_size=3, max_size=12))
@settings(
    max_examples=12,
    # Concurrent steps differ from run to run.
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_delivery_guarantees_hold_across_two_crashing_processes(
    url: str, rounds: list[list[tuple[str, int, int, int]]]
) -> None:
    async def run() -> None:
        stores = (await Store.open(url), await Store.open(url))
        try:
            async with stores[0]._engines.writer.begin() as connection:
                await connection.execute(sa.delete(notices))
                await connection.execute(sa.delete(processes))
            cluster = Cluster(stores)
            await cluster.begin()
            for steps in rounds:
                await cluster.round(steps)
            await cluster.finish()
            cluster.channel.check()
        finally:
            await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())

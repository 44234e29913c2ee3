"""Timers: fired at least once, fair between kinds, isolated failures."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from bot.kernel.feature import DeclaredTwice, Feature, Features
from bot.kernel.timers import QUOTA, TimerHandler, TimerSchedule
from data.cluster.cluster_tables import job_claims
from data.cluster.timers import DueTimer, TimerRepository
from data.session import Session
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@dataclass
class Clock:
    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now


@dataclass
class Bell:
    """Handlers that record fired timers; `failing` kinds raise, others run `then`."""

    store: Store
    clock: Clock = field(default_factory=Clock)
    fired: list[tuple[str, int]] = field(default_factory=list)
    failing: set[str] = field(default_factory=set)
    then: Callable[[Session, str, int], Awaitable[object]] | None = None

    def handler(self, kind: str) -> TimerHandler:
        async def act(subject: int) -> None:
            self.fired.append((kind, subject))
            if kind in self.failing:
                raise ValueError(kind)
            if self.then is not None:
                async with self.store.write() as session:
                    await self.then(session, kind, subject)

        return TimerHandler(kind, act, "{} does not ring")

    def schedule(
        self, *kinds: str, claimant: str = "this", alive: Callable[[], bool] = lambda: True
    ) -> TimerSchedule:
        handlers = {kind: self.handler(kind) for kind in kinds}
        return TimerSchedule(self.store, self.clock, handlers, claimant=claimant, alive=alive)

    async def set(self, kind: str, *subjects: int, due: datetime = NOON) -> None:
        async with self.store.write() as session:
            await session.of(TimerRepository).set_all(kind, dict.fromkeys(subjects, due))


async def _due(store: Store, *kinds: str) -> dict[str, datetime]:
    async with store.read() as session:
        return dict(await session.of(TimerRepository).next_due(kinds))


async def test_a_fired_timer_is_deleted(store: Store) -> None:
    bell = Bell(store)
    schedule = bell.schedule("flag")
    await bell.set("flag", 1)
    await bell.set("flag", 2, due=NOON + MINUTE)
    assert await schedule.next_due() == NOON
    assert await schedule.act() == 1
    assert bell.fired == [("flag", 1)]
    assert await schedule.next_due() == NOON + MINUTE
    assert await schedule.act() == 0
    async with store.read() as session:
        assert (await session.connection.execute(sa.select(job_claims))).all() == []


async def test_a_handler_can_reschedule_its_timer(store: Store) -> None:
    async def later(session: Session, kind: str, subject: int) -> None:
        await session.of(TimerRepository).set(kind, subject, NOON + MINUTE)

    bell = Bell(store, then=later)
    schedule = bell.schedule("puzzle")
    await bell.set("puzzle", 7)
    assert await schedule.act() == 1
    assert await schedule.act() == 0
    bell.clock.now += MINUTE
    assert await schedule.act() == 1


async def test_a_handler_can_cancel_its_timer(store: Store) -> None:
    async def cancel(session: Session, kind: str, subject: int) -> None:
        await session.of(TimerRepository).cancel(kind, subject)

    bell = Bell(store, then=cancel)
    await bell.set("flag", 1)
    assert await bell.schedule("flag").act() == 1
    assert await _due(store, "flag") == {}


async def test_a_failing_kind_does_not_starve_others(store: Store) -> None:
    bell = Bell(store, failing={"letter"})
    schedule = bell.schedule("letter", "flag")
    await bell.set("letter", *range(1, 4 * QUOTA + 1), due=NOON - MINUTE)
    await bell.set("flag", 1, 2)
    assert await schedule.next_due() == NOON - MINUTE
    assert await schedule.act() == QUOTA + 2
    assert bell.fired[:5] == [("letter", 1), ("flag", 1), ("letter", 2), ("flag", 2), ("letter", 3)]
    await bell.set("flag", 3)
    assert await schedule.act() == QUOTA + 1
    assert ("flag", 3) in bell.fired
    assert {subject for kind, subject in bell.fired if kind == "letter"} == set(range(1, 2 * QUOTA + 1))


async def test_a_failing_subject_is_postponed(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    bell = Bell(store, failing={"flag"})
    schedule = bell.schedule("flag")
    await bell.set("flag", 17, due=NOON - 60 * MINUTE)
    assert await schedule.act() == 1
    assert caplog.messages == ["17 does not ring, will be retried"]
    assert await schedule.act() == 0
    assert await schedule.next_due() == NOON + 15 * MINUTE
    bell.failing.clear()
    bell.clock.now += 15 * MINUTE
    assert await schedule.act() == 1
    assert await schedule.next_due() is None


async def test_a_timer_rescheduled_concurrently_is_not_postponed(store: Store) -> None:
    timer = DueTimer("flag", 1, NOON)
    async with store.write() as session:
        timers = session.of(TimerRepository)
        await timers.set("flag", 1, NOON + MINUTE)
        await timers.postpone(timer, NOON, NOON + 15 * MINUTE)
        await timers.finish([timer])
    assert await _due(store, "flag") == {"flag": NOON + MINUTE}


async def test_a_claimed_timer_fires_again_after_a_crash(store: Store) -> None:
    class Dies(BaseException):
        pass

    async def die(_session: Session, _kind: str, _subject: int) -> None:
        raise Dies

    bell = Bell(store, then=die)
    await bell.set("flag", 1)
    with pytest.raises(Dies):
        await bell.schedule("flag").act()
    bell.then = None
    assert await bell.schedule("flag", claimant="another").act() == 1
    assert bell.fired == [("flag", 1), ("flag", 1)]


async def test_a_process_with_an_uncertain_lease_leaves_timers_to_others(store: Store) -> None:
    bell = Bell(store)
    schedule = bell.schedule("flag", alive=lambda: len(bell.fired) < 2)
    await bell.set("flag", 1, 2, 3)
    assert [await schedule.act(), await schedule.act()] == [3, 0]
    assert bell.fired == [("flag", 1), ("flag", 2)]
    assert await bell.schedule("flag", claimant="that").act() == 1
    assert bell.fired[2:] == [("flag", 3)]


async def test_an_outage_postpones_nothing(store: Store) -> None:
    async def fail(_session: Session, _kind: str, _subject: int) -> None:
        raise OperationalError("SELECT 1", {}, ConnectionError("gone"))

    bell = Bell(store, then=fail)
    schedule = bell.schedule("flag")
    await bell.set("flag", 1)
    with pytest.raises(OperationalError):
        await schedule.act()
    assert await schedule.next_due() == NOON


async def test_timers_of_unknown_kinds_are_left_alone(store: Store) -> None:
    bell = Bell(store)
    await bell.set("novelty", 1)
    assert await bell.schedule("flag").next_due() is None
    assert await bell.schedule("flag").act() == 0
    assert await _due(store, "novelty") == {"novelty": NOON}


async def test_the_earliest_moment_of_a_commit_wakes_the_worker(store: Store) -> None:
    woken: list[datetime] = []
    bell = Bell(store)
    bell.schedule("flag").when_due(woken.append)
    async with store.write() as session:
        await session.of(TimerRepository).set("flag", 1, NOON + MINUTE)
        await session.of(TimerRepository).set_all("letter", {1: NOON, 2: NOON + MINUTE, 3: None})
        assert woken == []
    assert woken == [NOON]


def _feature(name: str, *kinds: str) -> Feature:
    async def act(_subject: int) -> None:
        return None

    timers: Sequence[TimerHandler] = [TimerHandler(kind, act, "") for kind in kinds]
    return Feature(name=name, timers=timers)


def test_a_kind_belongs_to_one_feature() -> None:
    features = Features()
    features.add(_feature("matches", "game"))
    features.add(_feature("letters", "letter"))
    assert list(features.timers()) == ["game", "letter"]
    features.add(_feature("puzzles", "letter"))
    with pytest.raises(DeclaredTwice):
        features.timers()

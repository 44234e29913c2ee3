"""Rows of timers."""

from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from data.cluster.cluster_tables import job_claims
from data.cluster.timers import DueTimer, TimerRepository
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SOON, LATER = NOON + timedelta(minutes=15), NOON + timedelta(hours=1)
FIRED = DueTimer("egg", 3, NOON)


@pytest.mark.parametrize(
    ("anew", "due"), [(NOON, SOON), (LATER, LATER)], ids=["still due", "set to a later moment"]
)
async def test_only_a_due_timer_is_postponed(store: Store, anew: datetime, due: datetime) -> None:
    async with store.write() as session:
        timers = session.of(TimerRepository)
        await timers.set("egg", 3, anew)
        await timers.postpone(FIRED, NOON, SOON)
        assert await timers.next_due(("egg",)) == {"egg": due}


@pytest.mark.parametrize("anew", [NOON, LATER])
async def test_a_fired_timer_is_deleted_unless_it_moved(store: Store, anew: datetime) -> None:
    async with store.write() as session:
        timers = session.of(TimerRepository)
        await timers.set("egg", 3, anew)
        await timers.set("egg", 4, LATER)
        await timers.finish([FIRED])
        timers_left = await timers.due("egg", LATER, 9)
    assert [timer.subject for timer in timers_left] == ([4] if anew == NOON else [3, 4])


async def test_workers_wake_for_the_earliest_of_several_timers(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        timers = session.of(TimerRepository)
        for subject in (5, 6):
            await timers.set("egg", subject, LATER)
        await timers.set_all("egg", {3: LATER, 4: SOON, 5: None})
        await timers.set("tea", 7, LATER)
        assert {timer.subject for timer in await timers.due("egg", LATER, 9)} == {3, 4, 6}, "None cancels"
    assert moments == [SOON]


async def test_the_longest_due_timers_come_first(store: Store) -> None:
    async with store.write() as session:
        timers = session.of(TimerRepository)
        await timers.set_all("egg", {5: LATER, 4: SOON, 3: LATER, 6: LATER + timedelta(seconds=1)})
        await timers.set("tea", 7, NOON)
        await timers.set("tea", 7, SOON)
        assert [timer.subject for timer in await timers.due("egg", LATER, 9)] == [4, 3, 5]
        assert await timers.due("egg", LATER, 2) == (DueTimer("egg", 4, SOON), DueTimer("egg", 3, LATER))
        assert await timers.due("egg", NOON, 9) == ()
        assert await timers.next_due(("egg", "coffee", "tea")) == {"egg": SOON, "tea": SOON}


async def test_a_claimed_timer_is_not_due_again(store: Store) -> None:
    async with store.write() as session:
        timers = session.of(TimerRepository)
        await timers.set_all("egg", {3: SOON, 4: SOON})
        await timers.set("tea", 3, SOON)
        claim = {"kind": "egg", "subject": 3, "claimant": "other"}
        await session.connection.execute(sa.insert(job_claims), claim)
        assert [timer.subject for timer in await timers.due("egg", LATER, 9)] == [4]
        assert [timer.subject for timer in await timers.due("tea", LATER, 9)] == [3]
        assert await timers.next_due(("egg",)) == {"egg": SOON}, "whoever claimed it may die"


async def test_only_the_named_timers_are_cancelled(store: Store) -> None:
    async with store.write() as session:
        timers = session.of(TimerRepository)
        for kind in ("egg", "tea"):
            await timers.set_all(kind, {3: SOON, 4: SOON, 5: SOON})
        await timers.cancel("egg", 3)
        await timers.cancel_all("tea", [3, 5])
        await timers.cancel_all("tea", [])
        await timers.set("egg", 5, None)
        left = [
            (kind, timer.subject) for kind in ("egg", "tea") for timer in await timers.due(kind, LATER, 9)
        ]
    assert left == [("egg", 4), ("tea", 4)]


async def test_workers_wake_for_a_timer_set_or_postponed(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        await session.of(TimerRepository).set("egg", 4, SOON)
    async with store.write() as session:
        await session.of(TimerRepository).postpone(FIRED, NOON, LATER)
    async with store.write() as session:
        await session.of(TimerRepository).set("egg", 4, None)
        await session.of(TimerRepository).finish([FIRED])
    assert moments == [SOON, LATER]

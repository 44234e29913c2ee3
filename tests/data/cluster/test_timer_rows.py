"""Timers in their table."""

from datetime import UTC, datetime, timedelta

import pytest

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
async def test_a_fired_timer_goes_unless_it_was_moved(store: Store, anew: datetime) -> None:
    async with store.write() as session:
        timers = session.of(TimerRepository)
        await timers.set("egg", 3, anew)
        await timers.set("egg", 4, LATER)
        await timers.finish([FIRED])
        timers_left = await timers.due("egg", LATER, 9)
    assert [timer.subject for timer in timers_left] == ([4] if anew == NOON else [3, 4])


async def test_workers_wake_for_the_first_of_several_timers(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        await session.of(TimerRepository).set_all("egg", {3: LATER, 4: SOON, 5: None})
    assert moments == [SOON]

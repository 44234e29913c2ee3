import time
from datetime import timedelta

import pytest

from bot.cluster.membership import LeaseExpired, Membership, since_boot
from bot.repositories.outbox.claims import ClaimRepository
from data.cluster.processes import ProcessRepository
from data.session import Session
from data.store import Store

pytest_plugins = ("tests.data.databases",)


class Seconds:
    """A clock in seconds, advanced by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_a_process_is_alive_only_within_its_lease(store: Store) -> None:
    seconds = Seconds()
    process = Membership(store, "here:1", "0.1", lease=timedelta(seconds=15), monotonic=seconds)
    assert not process.alive
    await process.join()
    assert process.alive
    seconds.now += 10
    await process.renew()
    seconds.now += 14
    assert process.alive
    seconds.now += 1
    assert not process.alive


async def test_a_renewed_lease_starts_before_its_transaction(store: Store) -> None:
    seconds = Seconds()
    process = Membership(store, "here:1", "0.1", lease=timedelta(seconds=15), monotonic=seconds)
    await process.join()
    async with process.renewing():
        seconds.now += 10
    seconds.now += 4
    assert process.alive
    seconds.now += 1
    assert not process.alive


async def test_a_new_lease_starts_before_the_join_completes(store: Store) -> None:
    seconds = iter([100, 116, 116])
    process = Membership(store, "here:1", "0.1", lease=timedelta(seconds=15), monotonic=seconds.__next__)
    await process.join()
    assert not process.alive


async def test_claims_of_dead_processes_are_released(store: Store) -> None:
    first, second, third = [Membership(store, "here", "0.1") for _ in range(3)]

    async def take(process: Membership) -> tuple[int, ...]:
        async with store.write() as session:
            return await session.of(ClaimRepository).take("game", [7], process.id)

    await first.join()
    assert await take(first) == (7,)
    await second.join(alone=True)
    assert [process.id for process in await second.living()] == [second.id]
    assert await take(second) == (7,)
    await third.join()
    assert await take(third) == ()
    await second.leave()
    assert not second.alive
    assert await take(third) == (7,)


async def test_claims_of_an_expired_process_are_released_on_renewal(store: Store) -> None:
    expired = Membership(store, "here", "0.1", lease=timedelta(seconds=-1))
    other = Membership(store, "here", "0.1")

    async def take(process: Membership) -> tuple[int, ...]:
        async with store.write() as session:
            return await session.of(ClaimRepository).take("game", [7], process.id)

    await expired.join()
    assert await take(expired) == (7,)
    await other.join()
    assert await take(other) == ()
    await other.renew()
    assert await take(other) == (7,)


async def test_reports_are_exchanged_with_each_renewal(store: Store) -> None:
    process, reports = Membership(store, "here", "0.1"), []

    async def record_report(session: Session, own: str) -> None:
        reports.append((await session.of(ProcessRepository).living(), own))

    process.renewed.append(record_report)
    await process.join()
    for _ in range(2):
        await process.renew()
    assert [([member.id for member in living], own) for living, own in reports] == [
        ([process.id], process.id)
    ] * 2


async def test_a_removed_process_gets_lease_expired_on_renewal(store: Store) -> None:
    process = Membership(store, "here:1", "0.1")
    await process.join()
    async with store.write() as session:
        await session.of(ProcessRepository).remove_others("somebody else")
    with pytest.raises(LeaseExpired):
        await process.renew()
    assert not process.alive


def test_the_lease_clock_runs_while_the_machine_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "clock_gettime", {time.CLOCK_BOOTTIME: 500.0}.__getitem__)
    assert since_boot() == 500.0
    monkeypatch.delattr(time, "CLOCK_BOOTTIME")
    assert since_boot() == pytest.approx(time.monotonic(), abs=60)

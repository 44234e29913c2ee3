"""Rate limits shared between processes through the database."""

from datetime import timedelta
from typing import Any

import pytest

from bot.chat.rate_limits.invalid_requests import STOP_AT
from bot.chat.rate_limits.refusals import LeftAlone
from bot.chat.rate_limits.sharing import LimitSharing
from bot.cluster.membership import Membership
from data.cluster.processes import ProcessRepository
from data.cluster.request_limits import RequestLimitRepository
from data.cluster.rows import OthersRecord
from data.store import Store
from tests.bot.chat.rate_limits.gates import Gated, make_gate, work

pytest_plugins = ("tests.data.databases",)

HERE = work()


async def together(store: Store, *processes: tuple[str, LimitSharing]) -> None:
    """Renew each process's lease once, in order."""
    for name, sharing in processes:
        async with store.write() as session:
            await sharing.exchange(session, name)


async def join(store: Store, *names: str) -> None:
    async with store.write() as session:
        for name in names:
            await session.of(ProcessRepository).join(name, "here:1", "0.1", timedelta(seconds=15))


def in_a_second(at: Gated) -> int:
    """Return the number of requests admitted within a second, at most 60."""
    return sum(1 for _ in range(60) if at.gate.admit(HERE) < 1.0)


async def test_the_limit_per_second_is_divided_among_live_processes(store: Store) -> None:
    await join(store, "one", "two")
    first, second = make_gate(), make_gate()
    shares = ("one", LimitSharing(first.gate)), ("two", LimitSharing(second.gate))
    await together(store, *shares)
    assert in_a_second(first) + in_a_second(second) <= 50
    async with store.write() as session:
        await session.of(ProcessRepository).leave("two")
    first.clock.now += 100
    await together(store, shares[0])
    assert 40 <= in_a_second(first) <= 50


async def test_refused_requests_of_all_processes_are_summed(store: Store) -> None:
    await join(store, "one", "two", "three")
    gates = [make_gate() for _ in range(3)]
    shares = [(name, LimitSharing(at.gate)) for name, at in zip(("one", "two", "three"), gates, strict=True)]
    for at in gates[:2]:
        for number in range(STOP_AT // 2):
            at.refuse(work(f"POST channels/{number}/messages"), 403, {"code": 50013})
    await together(store, *shares)
    await together(store, *shares)
    for at in gates:
        assert at.gate.figures.invalid_requests == STOP_AT
        with pytest.raises(LeftAlone):
            at.gate.admit(work("POST channels/x/messages"))


async def test_refusals_of_a_dead_process_count_for_ten_more_minutes(store: Store) -> None:
    await join(store, "one")
    first, second = make_gate(), make_gate()
    for number in range(STOP_AT):
        first.refuse(work(f"POST channels/{number}/messages"), 403, {"code": 50013})
    await together(store, ("one", LimitSharing(first.gate)))
    async with store.write() as session:
        await session.of(ProcessRepository).remove_others("two")
    await join(store, "two")
    await together(store, ("two", LimitSharing(second.gate)))
    assert second.gate.figures.invalid_requests == STOP_AT
    with pytest.raises(LeftAlone):
        second.gate.admit(HERE)
    async with store.write() as session:
        others = await session.of(RequestLimitRepository).record_refusals("three", 1, timedelta())
    assert others.refused == 0, "what is older than the window is over"


async def test_holds_are_shared_with_other_processes(store: Store) -> None:
    await join(store, "one", "two")
    first, second = make_gate(), make_gate()
    calls: list[None] = []
    shares = (
        ("one", LimitSharing(first.gate, worth_telling=lambda: calls.append(None))),
        ("two", LimitSharing(second.gate)),
    )
    first.refuse(HERE, 429, {"retry_after": 30.0, "global": False})
    assert calls == [None]
    await together(store, *shares)
    with pytest.raises(LeftAlone) as refused:
        second.gate.admit(HERE)
    assert 25 < refused.value.retry_after <= 30
    second.gate.admit(work("POST channels/2/messages"))
    first.refuse(HERE, 429, {"retry_after": 40.0, "global": True})
    await together(store, *shares)
    with pytest.raises(LeftAlone):
        second.gate.admit(work("POST channels/2/messages"))


async def test_expired_holds_are_not_stored(store: Store) -> None:
    await join(store, "one")
    process = make_gate()
    sharing = ("one", LimitSharing(process.gate))
    process.refuse(HERE, 429, {"retry_after": 0.0, "global": False})
    await together(store, sharing)
    async with store.read() as session:
        assert await session.of(RequestLimitRepository).holds() == ()


async def test_a_hold_received_during_a_slow_write_keeps_its_own_duration(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await join(store, "one", "two")
    first, second = make_gate(), make_gate()
    sharing, tell = LimitSharing(first.gate), RequestLimitRepository.record_refusals

    async def slowly(limits: RequestLimitRepository, *arguments: Any) -> OthersRecord:
        first.clock.now += 60.0
        first.refuse(HERE, 429, {"retry_after": 2.0, "global": True})
        return await tell(limits, *arguments)

    monkeypatch.setattr(RequestLimitRepository, "record_refusals", slowly)
    await together(store, ("one", sharing))
    monkeypatch.undo()
    await together(store, ("two", LimitSharing(second.gate)))
    with pytest.raises(LeftAlone) as refused:
        second.gate.admit(HERE)
    assert refused.value.retry_after <= 2.0


async def test_limits_are_exchanged_when_the_lease_is_renewed(store: Store) -> None:
    gates = [make_gate() for _ in range(2)]
    members = [Membership(store, f"here:{number}", "0.1") for number in range(2)]
    for at, member in zip(gates, members, strict=True):
        member.renewed.append(LimitSharing(at.gate).exchange)
        await member.join()
    gates[0].refuse(HERE, 429, {"retry_after": 30.0, "global": False})
    for member in members:
        await member.renew()
    with pytest.raises(LeftAlone):
        gates[1].gate.admit(HERE)

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress

import pytest

from bot.cluster import shard_keeper
from bot.cluster.membership import LeaseExpired
from bot.cluster.shard_keeper import CUT_OFF_AFTER, ShardKeeper
from data.store import Store
from tests.bot.cluster.stages import Process, Stage
from tests.bot.cluster.stages import stage as opened_stage
from tests.end_to_end.waiting import until

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
async def stage(database_url: str, store: Store) -> AsyncIterator[Stage]:
    async with opened_stage(database_url, store) as stage:
        yield stage


class FakeConnections:
    """Shards that connect immediately, unless the gateway is away."""

    def __init__(self) -> None:
        self.connected: dict[int, int] = {}
        self.opening: dict[int, float | None] = {}
        self.log: list[str] = []
        self.away = False
        self.gateway_back = asyncio.Event()

    async def open(self, number: int, total: int, due: float | None) -> None:
        self.opening[number] = due
        try:
            if self.away:
                await self.gateway_back.wait()
        finally:
            del self.opening[number]
        self.log.append(f"+{number}")
        self.connected[number] = total

    async def close(self, number: int) -> None:
        if self.connected.pop(number, None) is not None:
            self.log.append(f"-{number}")

    def open_shards(self) -> Collection[int]:
        return tuple(self.connected)

    def in_touch(self) -> bool:
        return bool(self.connected)

    async def wait_for_gateway(self) -> None:
        await self.gateway_back.wait()

    def disconnect(self) -> None:
        """Break all connections; new ones wait for `gateway_back`."""
        self.away = True
        self.connected.clear()


async def _is_clear(process: Process) -> bool:
    return not process.leases.woken.is_set()


async def _is_free_of(process: Process, stage: Stage) -> bool:
    return process.id not in (await stage.holders()).values()


@asynccontextmanager
async def keeper_of(
    process: Process, connections: FakeConnections, cut_off_after: float = CUT_OFF_AFTER
) -> AsyncIterator[ShardKeeper]:
    """Run a process's shard keeper during the block."""
    keeper = ShardKeeper(process.leases, connections, cut_off_after=cut_off_after)
    task = asyncio.create_task(keeper.run())
    try:
        yield keeper
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def wait_until_connected(connections: FakeConnections, *numbers: int) -> None:
    async def are_connected() -> bool:
        return set(connections.connected) == set(numbers)

    await until(are_connected, f"shards {numbers} to be connected")


async def test_a_second_process_takes_over_when_the_first_drains(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    first_connections, second_connections = FakeConnections(), FakeConnections()
    first, second = await stage.process("", recommended=2), await stage.process("", recommended=2)
    async with keeper_of(first, first_connections) as keeper:
        await wait_until_connected(first_connections, 0, 1)
        assert keeper.healthy
        async with keeper_of(second, second_connections) as second_keeper:
            for _ in range(2):
                second.leases.woken.set()
                await until(lambda: _is_clear(second), "the second to look again")
            assert second_connections.connected == {}
            second_connections.away = True
            # The first process has not renewed its lease since the second joined.
            draining = asyncio.create_task(keeper.drain())
            await until(lambda: _is_free_of(first, stage), "the shards to be free")
            assert set(first_connections.connected) == {0, 1}, "held until another process has connected them"
            second_connections.away = False
            second_connections.gateway_back.set()
            second.leases.woken.set()
            await wait_until_connected(second_connections, 0, 1)
            second.leases.woken.set()
            await draining
            messages = [record.message for record in caplog.records if "waiting" in record.message]
            assert messages == ["another process serves the bot, waiting"]
            assert first_connections.connected == {}
            assert second_keeper.healthy


async def test_drain_times_out_when_nobody_takes_over(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard_keeper, "HAND_OVER_TIMEOUT", 0.05)
    connections = FakeConnections()
    first, _ = await stage.process(""), await stage.process("")
    async with keeper_of(first, connections) as keeper:
        await wait_until_connected(connections, 0)
        await keeper.drain()
        assert connections.connected == {}


async def test_a_lone_process_closes_at_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ShardKeeper, "_hand_over", None)
    connections = FakeConnections()
    async with keeper_of(await stage.process(""), connections) as keeper:
        await wait_until_connected(connections, 0)
        await keeper.drain()
        assert connections.connected == {}
        assert keeper.healthy


async def test_shards_assigned_to_others_are_not_connected(stage: Stage) -> None:
    connections = FakeConnections()
    connections.away = True
    process, other = await stage.process("auto", recommended=2), await stage.process("auto", recommended=2)

    async def wait_until_connecting(*numbers: int) -> None:
        async def are_connecting() -> bool:
            return set(connections.opening) == set(numbers)

        await until(are_connecting, f"shards {numbers} to be connecting")

    async with keeper_of(process, connections) as keeper:
        await wait_until_connecting(0, 1)
        first, second = connections.opening[0], connections.opening[1]
        assert first is not None
        assert second == pytest.approx(first + 5, abs=0.1)
        await process.leases.free(1)
        assert await other.held_shards() == {1}
        process.leases.woken.set()
        await wait_until_connecting(0)
        await keeper.drain()
        await wait_until_connecting()


async def test_a_newcomer_gets_its_share(stage: Stage) -> None:
    first_connections, second_connections = FakeConnections(), FakeConnections()
    first = await stage.process("auto", recommended=4, gap=0)
    second = await stage.process("auto", recommended=4, gap=0)
    async with keeper_of(first, first_connections):
        await wait_until_connected(first_connections, 0, 1, 2, 3)
        async with keeper_of(second, second_connections):
            while len(second_connections.connected) < 2:
                first.leases.woken.set()
                second.leases.woken.set()
                await asyncio.sleep(0.01)
                assert not set(first_connections.connected) & set(second_connections.connected)
            await wait_until_connected(first_connections, 0, 1)
            await wait_until_connected(second_connections, 2, 3)
            assert first_connections.log == ["+0", "+1", "+2", "+3", "-2", "-3"]


async def test_an_unassigned_shard_is_disconnected(stage: Stage) -> None:
    connections = FakeConnections()
    process = await stage.process("0/2")
    async with keeper_of(process, connections):
        await wait_until_connected(connections, 0)
        connections.connected[1] = 2
        process.leases.woken.set()
        await wait_until_connected(connections, 0)


async def test_a_shard_returned_by_another_process_is_reconnected(stage: Stage) -> None:
    connections = FakeConnections()
    process, other = await stage.process("auto", recommended=2), await stage.process("auto", recommended=2)
    async with keeper_of(process, connections):
        await wait_until_connected(connections, 0, 1)
        # Simulate that the shard is released just when the plan returns it to this process.
        await process.leases.free(1)
        assert await other.held_shards() == {1}
        process.leases.woken.set()
        await wait_until_connected(connections, 0)
        await other.membership.leave()
        process.leases.woken.set()
        await wait_until_connected(connections, 0, 1)


async def test_a_process_is_unhealthy_while_its_shard_is_disconnected(stage: Stage) -> None:
    connections = FakeConnections()
    process = await stage.process("")
    async with keeper_of(process, connections) as keeper:
        assert not keeper.healthy
        await wait_until_connected(connections, 0)
        assert keeper.healthy
        connections.connected.clear()
        assert not keeper.healthy
        connections.connected[0] = 1
        await process.membership.leave()
        assert not keeper.healthy


async def test_an_expired_process_stops(stage: Stage) -> None:
    process, other = await stage.process(""), await stage.process("")
    await stage.end_lease(process)
    await other.membership.renew()
    keeper = ShardKeeper(process.leases, FakeConnections())
    with pytest.raises(ExceptionGroup) as raised:
        await keeper.run()
    assert raised.group_contains(LeaseExpired)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_a_lease_survives_a_short_database_outage(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    connections = FakeConnections()
    process = await stage.process("")
    async with keeper_of(process, connections) as keeper:
        await wait_until_connected(connections, 0)
        await process.store.close()
        engines = process.store._engines
        process.store._engines = UnreachableDatabase()  # type: ignore[assignment]  # only the used part
        process.leases.woken.set()

        async def has_warned() -> bool:
            return "cannot be renewed" in caplog.text

        await until(has_warned, "the keeper to say that the database is away")
        assert connections.connected
        process.store._engines = engines
        before = process.membership._sure_until

        async def has_renewed() -> bool:
            return process.membership._sure_until > before

        await until(has_renewed, "the lease to be renewed")
        assert keeper.healthy


class UnreachableDatabase:
    """A database that cannot be reached."""

    def writing(self) -> None:
        raise ConnectionRefusedError("away")


async def test_an_offline_process_lends_its_shards_until_it_reconnects(stage: Stage) -> None:
    first_connections, second_connections = FakeConnections(), FakeConnections()
    first = await stage.process("auto", recommended=2, gap=0)
    second = await stage.process("auto", recommended=2, gap=0)

    async def wait_for_shards(numbers: set[int]) -> None:
        while set(second_connections.connected) != numbers:
            first.leases.woken.set()
            second.leases.woken.set()
            await asyncio.sleep(0.1)

    async with asyncio.timeout(20), keeper_of(first, first_connections, 0.5) as keeper:
        # The second starts later: the process that takes shards first decides their owners.
        await wait_until_connected(first_connections, 0, 1)
        async with keeper_of(second, second_connections):
            await wait_for_shards({1})
            first_connections.disconnect()
            await wait_for_shards({0, 1})
            assert not keeper.healthy
            first_connections.away = False
            first_connections.gateway_back.set()
            await wait_for_shards({0})
            await wait_until_connected(first_connections, 1)


async def test_a_process_without_substitutes_keeps_retrying(stage: Stage) -> None:
    connections = FakeConnections()
    process = await stage.process("")
    connections.disconnect()
    async with keeper_of(process, connections, 0.0):
        for _ in range(3):
            process.leases.woken.set()
            await asyncio.sleep(0.02)
        connections.gateway_back.set()
        await wait_until_connected(connections, 0)

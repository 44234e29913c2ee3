"""Shutdown of the bot: its causes, and the work finished first."""

import asyncio
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.shard import EventItem, EventType

from bot.chat.bot import WorkerDied
from data.cluster.processes import ProcessRepository
from data.cluster.shards import ShardRepository
from tests.bot.chat import guilds
from tests.bot.chat.bots import connect, offline_bot, wait_for
from tests.bot.chat.rate_limits.gates import make_gate, work
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_a_failing_background_task_ends_the_bot(
    conhex_world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async def listen(_: object) -> None:
        raise ArithmeticError("a bug")

    async with offline_bot(conhex_world, services=replace(conhex_world.services, listen=listen)) as bot:
        with pytest.raises(WorkerDied):
            await bot.connect()
        assert bot.is_closed()
    assert "a bug" in caplog.text


async def test_a_process_with_an_expired_lease_ends(
    conhex_world: World, caplog: pytest.LogCaptureFixture
) -> None:
    async with offline_bot(conhex_world) as bot:
        connection = await connect(bot)
        async with conhex_world.store.write() as session:
            await session.of(ProcessRepository).remove_others("another")
        bot.leases.woken.set()
        with pytest.raises(WorkerDied):
            await connection
    assert "the lease of this process expired" in caplog.text


@pytest.mark.parametrize(("code", "error"), [(4004, discord.LoginFailure), (4011, discord.ConnectionClosed)])
async def test_a_fatal_gateway_close_ends_the_bot(
    conhex_world: World, code: int, error: type[Exception]
) -> None:
    async with offline_bot(conhex_world) as bot:
        connection = await connect(bot)
        socket: Any = SimpleNamespace(close_code=code)
        closed = discord.ConnectionClosed(socket, shard_id=0, code=code)
        shard: Any = bot.connections[0]
        bot._AutoShardedClient__queue.put_nowait(EventItem(EventType.close, shard, closed))  # type: ignore[attr-defined]  # discord.py's own queue
        with pytest.raises(error):
            await connection


async def test_a_rejected_token_ends_the_bot(conhex_world: World) -> None:
    gate = make_gate()
    async with offline_bot(conhex_world, gate=gate.gate) as bot:
        connection = await connect(bot)
        bot.portal.refuses["GET /users/@me"] = 401
        gate.refuse(work(), 401, {"code": 0})
        with pytest.raises(discord.LoginFailure):
            await connection


async def test_requests_continue_if_the_token_is_still_valid(conhex_world: World) -> None:
    gate = make_gate()
    async with offline_bot(conhex_world, gate=gate.gate) as bot:
        connection = await connect(bot)
        gate.refuse(work(), 401, {"code": 0})
        with pytest.raises(discord.RateLimited):
            gate.gate.admit(work("GET channels/2"))
        before = len(bot.portal.requests)
        await wait_for(
            lambda: "GET /users/@me" in [request[0] for request in bot.portal.requests[before:]],
            "the token to be checked",
        )
        await asyncio.sleep(0)
        gate.gate.admit(work("GET channels/2"))
        assert not connection.done()


async def test_a_closing_bot_releases_its_shards(
    conhex_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.bot.GRACE", 60.0)
    async with offline_bot(conhex_world) as bot:
        connection = await connect(bot)
        async with asyncio.timeout(10):
            await bot.close()
        await connection
        assert bot.connections[0].closed
        async with conhex_world.store.read() as session:
            assert await session.of(ShardRepository).held_shards() == ()


class Presence:
    """A recorder of the bot's removals from servers that waits for `go_on`."""

    def __init__(self) -> None:
        self.recorded: list[int] = []
        self.go_on = asyncio.Event()
        self.started = asyncio.Event()

    async def pause_server(self, server: int) -> None:
        self.started.set()
        await self.go_on.wait()
        self.recorded.append(server)


async def test_closing_finishes_the_current_event(conhex_world: World) -> None:
    presence: Any = Presence()
    services = replace(conhex_world.services, presence=presence)
    async with offline_bot(conhex_world, services=services) as bot:
        first, second = (bot.add_server(guilds.guild_data(number=number)) for number in (21, 22))
        bot.dispatch("guild_remove", first)
        await presence.started.wait()
        ending = asyncio.create_task(bot.close())
        await asyncio.sleep(0)
        bot.dispatch("guild_remove", second)
        presence.go_on.set()
        await ending
        assert presence.recorded == [21], "a later event is left to the next process"


class SlowTimers:
    """A schedule with a due timer whose handler waits for `go_on`."""

    def __init__(self, due: datetime) -> None:
        self.due = due
        self.finished = False
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    def when_due(self, _expect: object) -> None:
        """Report no new timers."""

    async def next_due(self) -> datetime:
        return self.due

    async def act(self) -> int:
        self.begun.set()
        await self.go_on.wait()
        self.finished = True
        return 0


async def test_closing_finishes_the_current_deadline(conhex_world: World) -> None:
    timers = SlowTimers(conhex_world.time.now)
    double: Any = timers
    services = replace(conhex_world.services, timers=double)
    async with offline_bot(conhex_world, services=services) as bot:
        await connect(bot)
        await timers.begun.wait()
        ending = asyncio.create_task(bot.close())
        await wait_for(lambda: bot.connections[0].closed, "the end of the shard")
        await asyncio.wait([ending], timeout=0.05)
        assert not ending.done()
        timers.go_on.set()
        await ending
        assert timers.finished


async def test_closing_finishes_the_current_answer(conhex_world: World) -> None:
    started, go_on = asyncio.Event(), asyncio.Event()

    async def answer(interaction: discord.Interaction) -> None:
        started.set()
        await go_on.wait()
        await interaction.response.send_message("done")

    async with offline_bot(conhex_world) as bot:
        slow: Any = discord.app_commands.Command(name="slow", description="-", callback=answer)
        bot.tree.add_command(slow)
        answering = asyncio.create_task(bot.interaction(2, {"id": "1", "name": "slow", "type": 1}))
        await started.wait()
        ending = asyncio.create_task(bot.close())
        for _ in range(5):
            await asyncio.sleep(0)
        go_on.set()
        assert await answering == ["done"]
        await ending


async def test_closing_does_not_wait_forever(conhex_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.bot.GRACE", 0.01)
    presence: Any = Presence()
    services = replace(conhex_world.services, presence=presence)
    async with offline_bot(conhex_world, services=services) as bot:
        bot.dispatch("guild_remove", bot.add_server(guilds.guild_data()))
        await presence.started.wait()
        await bot.close()
        assert bot.is_closed()
        assert presence.recorded == []
        presence.go_on.set()

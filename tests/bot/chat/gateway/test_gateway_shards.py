"""Shards at the gateway: identify times, session limits, released shards, outages."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from sqlalchemy.exc import OperationalError

from bot.chat.gateway import gateway_shards
from bot.chat.gateway.gateway_shards import FEW_STARTS, LATE, GatewayShards
from tests.end_to_end.waiting import until


class Http:
    def __init__(self, client: "Client") -> None:
        self._client = client
        self.lines: list[Any] = []
        self.closed = 0
        self.address = yarl.URL()

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        return 4, "", self._client.limits

    async def ws_connect(self, address: str) -> Any:
        self.address = yarl.URL(address)
        greeting = self.lines.pop(0)
        if isinstance(greeting, OSError):
            raise greeting

        async def receive() -> Any:
            return SimpleNamespace(type=greeting)

        async def close() -> None:
            self.closed += 1

        return SimpleNamespace(receive=receive, close=close)


class Client:
    """A client whose shards connect immediately."""

    def __init__(self, remaining: int) -> None:
        self.limits = {"total": 1000, "remaining": remaining, "reset_after": 3_600_000, "max_concurrency": 2}
        self.http = Http(self)
        self._connection = self
        self.shards: dict[int, Any] = {}
        self.guilds: tuple[Any, ...] = ()
        self.forgotten: list[Any] = []
        self.away = False
        self.shard_count = 0
        self.slow = 0.0
        self.asked = 0
        self.gateway: GatewayShards | None = None

    def _remove_guild(self, guild: Any) -> None:
        self.forgotten.append(guild)

    def get_shard(self, number: int) -> Any:
        return self.shards.get(number)

    async def fetch_session_start_limits(self) -> discord.SessionStartLimits:
        self.asked += 1
        if self.away:
            raise OSError("away")
        return discord.SessionStartLimits(**self.limits)

    async def launch_shard(self, address: object, number: int) -> None:
        del address
        await asyncio.sleep(self.slow)
        assert self.gateway is not None
        await self.gateway.identifying(number)


class Leases:
    """Leases that let every shard identify immediately."""

    def __init__(self) -> None:
        self.found: list[int] = []
        self.advice: tuple[int, int] | None = None
        self.outages = 0

    def advise(self, recommended: int, concurrency: int) -> None:
        self.advice = (recommended, concurrency)

    async def identify_in(self, number: int) -> float:
        if self.outages:
            self.outages -= 1
            raise OperationalError("UPDATE", {}, OSError("away"))
        self.found.append(number)
        return 0.0


def gateway(client: Client) -> tuple[GatewayShards, Leases]:
    leases: Any = Leases()
    of: Any = client

    async def nothing() -> None:
        pass

    client.gateway = GatewayShards(of, leases, nothing)
    return client.gateway, leases


async def test_a_shard_identifies_at_its_scheduled_time() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await shards.ask()
    assert leases.advice == (4, 2)
    await shards.open(1, 4, asyncio.get_running_loop().time())
    assert leases.found == []
    assert client.asked == 0  # the session limits are fresh
    assert client.shard_count == 4


async def test_a_missed_identify_time_is_rescheduled() -> None:
    shards, leases = gateway(Client(remaining=1000))
    await shards.open(1, 4, asyncio.get_running_loop().time() - LATE - 1)
    assert leases.found == [1]


async def test_an_identify_time_missed_while_connecting_is_rescheduled() -> None:
    client = Client(remaining=1000)
    client.slow = LATE + 0.05
    shards, leases = gateway(client)
    await shards.open(1, 4, asyncio.get_running_loop().time())
    assert leases.found == [1]


async def test_identifying_again_waits_for_a_new_time() -> None:
    shards, leases = gateway(Client(remaining=1000))
    await shards.identifying(3)
    assert leases.found == [3]


@pytest.mark.parametrize(("remaining", "told"), [(7, True), (FEW_STARTS, True), (FEW_STARTS + 1, False)])
async def test_a_low_session_start_limit_is_logged(
    caplog: pytest.LogCaptureFixture, *, remaining: int, told: bool
) -> None:
    shards, _ = gateway(Client(remaining=remaining))
    await shards.open(0, 1, asyncio.get_running_loop().time())
    text = f"Discord allows only {remaining} more session starts in the next 1.0 hours"
    assert (text in caplog.text) is told


async def test_no_session_starts_once_the_limit_is_exhausted(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(remaining=0)
    shards, leases = gateway(client)
    client.limits["reset_after"] = 30
    opening = asyncio.create_task(shards.open(0, 1, None))

    async def has_asked_again() -> bool:
        return client.asked >= 2

    await until(has_asked_again, "Discord to be asked again")
    assert not opening.done()
    assert leases.found == []
    assert "Discord allows no new sessions" in caplog.text
    client.limits["remaining"] = 1
    await opening
    assert leases.found == [0]


class Info:
    """A shard as exposed by the client."""

    def __init__(self, number: int) -> None:
        self.shard_id = number
        self.broken = False

    def is_closed(self) -> bool:
        return self.broken

    async def disconnect(self) -> None:
        self.broken = True


async def _broken(shards: GatewayShards, client: Client) -> None:
    await shards.open(1, 4, asyncio.get_running_loop().time())
    client.shards[1] = Info(1)
    client.shards[1].broken = True


async def test_a_released_shard_does_not_reconnect_by_itself() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await _broken(shards, client)
    await shards.close(1)
    with pytest.raises(asyncio.CancelledError):
        await shards.identifying(1)
    assert leases.found == []


async def test_a_reacquired_shard_keeps_trying_to_reconnect() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await _broken(shards, client)
    await shards.close(1)
    await shards.open(1, 4, None)
    assert leases.found == []  # the shard is not connected twice
    await shards.identifying(1)
    assert leases.found == [1]


async def test_a_shard_can_be_released_again_after_reacquiring() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await _broken(shards, client)
    await shards.close(1)
    await shards.open(1, 4, None)
    await shards.identifying(1)
    await shards.close(1)
    with pytest.raises(asyncio.CancelledError):
        await shards.identifying(1)
    assert leases.found == [1]


async def test_a_resumed_shard_is_reconnected_after_closing() -> None:
    """To resume it does not identify."""
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await _broken(shards, client)
    await shards.close(1)
    await shards.open(1, 4, None)
    client.shards[1].broken = False
    await shards.close(1)
    assert client.shards[1].broken
    await shards.open(1, 4, None)
    assert leases.found == [1]


async def test_a_shard_closed_twice_can_be_opened_again() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    for number in range(3):
        await shards.open(1, 4, None)
        client.shards[1] = Info(1)
        assert leases.found == [1] * (number + 1)
        for _ in range(2):
            await shards.close(1)


async def test_a_shard_waiting_for_its_turn_counts_as_in_touch() -> None:
    client = Client(remaining=1000)
    shards, _ = gateway(client)
    assert not shards.in_touch()
    opening = asyncio.create_task(shards.open(1, 4, asyncio.get_running_loop().time() + 60))

    async def in_touch() -> bool:
        return shards.in_touch()

    await until(in_touch, "the shard to wait for its turn")
    opening.cancel()


async def test_a_closed_shard_forgets_its_own_servers() -> None:
    client = Client(remaining=1000)
    shards, _ = gateway(client)
    for number in (1, 2):
        await shards.open(number, 4, asyncio.get_running_loop().time())
        client.shards[number] = Info(number)
        shards.on_connect(number)
    own, other = (SimpleNamespace(shard_id=number) for number in (1, 2))
    client.guilds = (own, other)
    await shards.close(1)
    assert client.forgotten == [own]
    assert (client.shards[1].broken, client.shards[2].broken) == (True, False)
    assert [shards.knows_servers(number) for number in (1, 2)] == [False, True]
    assert shards.open_shards() == [2]
    assert shards.in_touch()
    await shards.close(3)
    assert client.forgotten == [own]


async def test_the_shard_count_does_not_change_while_shards_are_open() -> None:
    client = Client(remaining=1000)
    shards, _ = gateway(client)
    await shards.open(1, 4, asyncio.get_running_loop().time())
    client.shards[1] = Info(1)
    await shards.open(2, 8, asyncio.get_running_loop().time())
    assert client.shard_count == 4


async def test_a_shard_waits_during_a_database_outage(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(gateway_shards, "_RETRIED_EVERY", 0.0)
    shards, leases = gateway(Client(remaining=1000))
    leases.outages = 2
    await shards.identifying(3)
    assert leases.found == [3]
    assert caplog.text.count("shard 3 waits for the database") == 2


async def test_a_shard_identifies_even_if_the_session_limit_is_unknown(
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = Client(remaining=0)
    client.away = True
    shards, leases = gateway(client)
    await shards.identifying(3)
    assert leases.found == [3]
    assert "the limit of session starts is unknown" in caplog.text


async def test_discord_is_back_when_the_gateway_greets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_shards, "_LOOKED_FOR", (0.0, 0.0))
    client = Client(remaining=1000)
    client.http.lines = [OSError("away"), aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.TEXT]
    shards, _ = gateway(client)
    await shards.wait_for_gateway()
    assert client.http.lines == []
    assert client.http.closed == 2
    assert client.http.address.query == {"v": "10", "encoding": "json"}


@pytest.mark.parametrize(("fresh", "asked"), [(10.0, 1), (0.0, 2)])
async def test_gateway_limits_are_fetched_again_for_the_next_shard(
    monkeypatch: pytest.MonkeyPatch, fresh: float, asked: int
) -> None:
    monkeypatch.setattr(gateway_shards, "_FRESH", fresh)
    client = Client(remaining=1000)
    shards, _ = gateway(client)
    await shards.ask()
    for number in (0, 1):
        await shards.open(number, 4, asyncio.get_running_loop().time())
    assert client.asked == asked, "also at once where the answer is old"

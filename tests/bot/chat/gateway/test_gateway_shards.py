"""When a shard may identify itself."""

import asyncio
from typing import Any

import discord
import pytest

from bot.chat.gateway.gateway_shards import LATE, GatewayShards
from tests.end_to_end.waiting import until


class Http:
    def __init__(self, client: "Client") -> None:
        self._client = client

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        return 4, "", self._client.limits


class Client:
    """A client whose shards connect at once."""

    def __init__(self, remaining: int) -> None:
        self.limits = {"total": 1000, "remaining": remaining, "reset_after": 3_600_000, "max_concurrency": 2}
        self.http = Http(self)
        self._connection = self
        self.shards: dict[int, Any] = {}
        self.guilds: tuple[()] = ()
        self.shard_count = 0
        self.slow = 0.0
        self.asked = 0
        self.gateway: GatewayShards | None = None

    def get_shard(self, number: int) -> Any:
        return self.shards.get(number)

    async def fetch_session_start_limits(self) -> discord.SessionStartLimits:
        self.asked += 1
        return discord.SessionStartLimits(**self.limits)

    async def launch_shard(self, address: object, number: int) -> None:
        del address
        await asyncio.sleep(self.slow)
        assert self.gateway is not None
        await self.gateway.identifying(number)


class Leases:
    """Leases that find a time for any shard at once."""

    def __init__(self) -> None:
        self.found: list[int] = []
        self.advice: tuple[int, int] | None = None

    def advise(self, recommended: int, concurrency: int) -> None:
        self.advice = (recommended, concurrency)

    async def identify_in(self, number: int) -> float:
        self.found.append(number)
        return 0.0


def gateway(client: Client) -> tuple[GatewayShards, Leases]:
    leases: Any = Leases()
    of: Any = client

    async def nothing() -> None:
        pass

    client.gateway = GatewayShards(of, leases, nothing)
    return client.gateway, leases


async def test_a_shard_identifies_itself_at_the_time_that_was_found_for_it() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await shards.ask()
    assert leases.advice == (4, 2)
    await shards.open(1, 4, asyncio.get_running_loop().time())
    assert leases.found == []
    assert client.asked == 0  # Discord has just said how many sessions may be started
    assert client.shard_count == 4


async def test_a_time_that_has_passed_is_found_anew() -> None:
    shards, leases = gateway(Client(remaining=1000))
    await shards.open(1, 4, asyncio.get_running_loop().time() - LATE - 1)
    assert leases.found == [1]


async def test_so_is_one_that_passes_while_the_shard_connects() -> None:
    client = Client(remaining=1000)
    client.slow = LATE + 0.05
    shards, leases = gateway(client)
    await shards.open(1, 4, asyncio.get_running_loop().time())
    assert leases.found == [1]


async def test_who_identifies_itself_again_waits_for_a_time() -> None:
    shards, leases = gateway(Client(remaining=1000))
    await shards.identifying(3)
    assert leases.found == [3]


async def test_few_starts_that_remain_are_told(caplog: pytest.LogCaptureFixture) -> None:
    shards, _ = gateway(Client(remaining=7))
    await shards.open(0, 1, asyncio.get_running_loop().time())
    assert "only 7 sessions may be started in the next 1.0 hours" in caplog.text


async def test_where_no_session_may_be_started_none_is(caplog: pytest.LogCaptureFixture) -> None:
    client = Client(remaining=0)
    shards, leases = gateway(client)
    client.limits["reset_after"] = 30
    opening = asyncio.create_task(shards.open(0, 1, None))

    async def asked_again() -> bool:
        return client.asked >= 2

    await until(asked_again, "Discord to be asked again")
    assert not opening.done()
    assert leases.found == []
    assert "no session may be started" in caplog.text
    client.limits["remaining"] = 1
    await opening
    assert leases.found == [0]


class Info:
    """A shard as the client shows it."""

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


async def test_a_shard_that_was_left_to_others_does_not_come_back_by_itself() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await _broken(shards, client)
    await shards.close(1)
    with pytest.raises(asyncio.CancelledError):
        await shards.identifying(1)
    assert leases.found == []


async def test_one_that_is_taken_again_goes_on_trying_to_come_back() -> None:
    client = Client(remaining=1000)
    shards, leases = gateway(client)
    await _broken(shards, client)
    await shards.close(1)
    await shards.open(1, 4, None)
    assert leases.found == []  # it is not connected twice
    await shards.identifying(1)
    assert leases.found == [1]


async def test_who_waits_for_its_turn_is_in_touch_with_discord() -> None:
    client = Client(remaining=1000)
    shards, _ = gateway(client)
    assert not shards.in_touch()
    opening = asyncio.create_task(shards.open(1, 4, asyncio.get_running_loop().time() + 60))

    async def in_touch() -> bool:
        return shards.in_touch()

    await until(in_touch, "the shard to wait for its turn")
    opening.cancel()

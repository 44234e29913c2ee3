"""Shards: their events, the pause between identifies, and the limit on sessions."""

from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from playground.gateway.sharding import DAY, MAX_GUILDS, Sharding
from playground.values.events import BotSeen, WorldEvent
from tests.playground.raw import Rest, gateway
from tests.pocket import GAME_NIGHT, SPIELEABEND, Pocket

GUILDS = 1


def shard_of(guild: str, count: int) -> int:
    return (int(guild) >> 22) % count


@pytest.fixture
def strict(pocket: Pocket) -> Sharding:
    """Return the playground's sharding, with Discord's pause of five seconds between identifies."""
    pocket.playground.gateway.sharding.seconds = 5.0
    return pocket.playground.gateway.sharding


@pytest.mark.assumes("recommended-shards")
async def test_gateway_endpoint_returns_recommended_shards(pocket: Pocket, strict: Sharding) -> None:
    strict.shards, strict.max_concurrency = 8, 2
    strict.begin(0, pocket.clock.now())
    body = (await Rest(pocket).ask("GET", "/gateway/bot")).body
    assert body["shards"] == 8
    limit = body["session_start_limit"]
    assert limit.pop("reset_after") == pytest.approx(86_400_000, rel=0.001)
    assert limit == {"total": 1000, "remaining": 999, "max_concurrency": 2}


@pytest.mark.assumes("shard-formula")
async def test_shard_gets_its_guilds_and_only_the_first_gets_dms(pocket: Pocket) -> None:
    token = pocket.playground.token
    async with AsyncExitStack() as stack:
        shards = [await stack.enter_async_context(gateway(pocket)) for _ in range(2)]
        readies = [await session.identify(token, shard=(number, 2)) for number, session in enumerate(shards)]
        assert [ready["d"]["shard"] for ready in readies] == [[0, 2], [1, 2]]
        for number, ready in enumerate(readies):
            own = [guild["id"] for guild in ready["d"]["guilds"]]
            assert own == [guild for guild in (SPIELEABEND, GAME_NIGHT) if shard_of(guild, 2) == number]
        assert pocket.playground.gateway.connected_shards == [(0, 2), (1, 2)]


@pytest.mark.assumes("same-shard-twice")
async def test_two_sessions_of_a_shard_get_the_same_events(pocket: Pocket) -> None:
    token = pocket.playground.token
    async with gateway(pocket) as first, gateway(pocket) as second:
        for session in (first, second):
            await session.identify(token, shard=(0, 1))
        await pocket.control.add_channel(GAME_NIGHT, "told")
        for session in (first, second):
            assert (await session.until("CHANNEL_CREATE"))["d"]["name"] == "told"


@pytest.mark.assumes("closed-session-ends")
async def test_session_closed_cleanly_cannot_resume(pocket: Pocket) -> None:
    token = pocket.playground.token
    async with gateway(pocket) as first:
        session = (await first.identify(token))["d"]["session_id"]
        await first.socket.close(code=1000)
    async with gateway(pocket) as second:
        await second.send(6, {"token": token, "session_id": session, "seq": 1})
        assert (await second.receive())["op"] == 9


@pytest.mark.assumes("identify-in-turn")
async def test_identifying_too_soon_gets_no_session(pocket: Pocket, strict: Sharding) -> None:
    strict.max_concurrency = 2
    token = pocket.playground.token
    async with gateway(pocket) as first, gateway(pocket) as other, gateway(pocket) as soon:
        await first.identify(token, shard=(0, 4))
        await other.identify(token, shard=(1, 4))
        await soon.send(2, {"token": token, "intents": GUILDS, "shard": [2, 4]})
        frame = await soon.receive()
        assert (frame["op"], frame["d"]) == (9, False)
        assert pocket.playground.gateway.connected_shards == [(0, 4), (1, 4)]
    pocket.clock.pass_by(5)
    async with gateway(pocket) as late:
        await late.identify(token, shard=(2, 4))


@pytest.mark.assumes("session-starts")
async def test_too_many_session_starts_reset_the_token(pocket: Pocket, strict: Sharding) -> None:
    strict.starts, strict.seconds = 1, 0.0
    token = pocket.playground.token
    async with gateway(pocket) as first, gateway(pocket) as second:
        await first.identify(token)
        body = (await Rest(pocket).ask("GET", "/gateway/bot")).body
        assert body["session_start_limit"]["remaining"] == 0
        await second.send(2, {"token": token, "intents": GUILDS})
        assert await second.close_code() == 4004
        assert await first.close_code() == 1006, "cut off"
        assert not pocket.playground.gateway.reachable(GAME_NIGHT)
    async with gateway(pocket) as third:
        await third.send(2, {"token": token, "intents": GUILDS})
        assert await third.close_code() == 4004


def test_identify_pause_and_daily_starts_expire_to_the_second() -> None:
    sharding = Sharding(max_concurrency=2, starts=4, seconds=5.0)
    begun = [sharding.begin(shard, now) for shard, now in ((0, 0.0), (1, 1.0), (2, 4.75), (4, 5.0))]
    assert begun == [True, True, False, True]
    assert not sharding.is_exhausted(5.0)
    limit = sharding.json_view(400.0)["session_start_limit"]
    assert (limit["remaining"], limit["reset_after"]) == (0, 86_000_000)
    remaining = [
        sharding.json_view(now)["session_start_limit"]["remaining"] for now in (DAY - 1, DAY, DAY + 5)
    ]
    assert remaining == [0, 1, 4]
    assert sharding.json_view(DAY + 5)["session_start_limit"]["reset_after"] == 86_400_000


async def test_only_a_new_session_of_its_shard_replaces_a_lost_one(pocket: Pocket) -> None:
    token, hub = pocket.playground.token, pocket.playground.gateway
    lost = {"token": token, "seq": 1}
    async with gateway(pocket) as first:
        lost["session_id"] = (await first.identify(token, shard=(0, 2)))["d"]["session_id"]
        hub.prune()
        assert hub.connected_shards == [(0, 2)], "only lost sessions are forgotten"
        await pocket.control.gateway("close")
        assert await first.close_code() == 4000
    async with gateway(pocket) as other:
        await other.identify(token, shard=(1, 2))
        assert hub.connected_shards == [(1, 2)]
        async with gateway(pocket) as again:
            await again.send(6, lost)
            await again.until("RESUMED")
            await again.socket.close(code=4000)
        await pocket.until(lambda: _are_connected(pocket, (1, 2)))
        async with gateway(pocket) as same:
            await same.identify(token, shard=(0, 2))
            async with gateway(pocket) as again:
                await again.send(6, lost)
                assert (await again.receive())["op"] == 9


async def _are_connected(pocket: Pocket, *shards: tuple[int, int]) -> bool:
    return pocket.playground.gateway.connected_shards == list(shards)


async def test_servers_of_other_shards_are_unreachable(pocket: Pocket) -> None:
    seen: list[WorldEvent] = []
    pocket.playground.world.listen(seen.append)
    async with gateway(pocket) as wire:
        own = (await wire.identify(pocket.playground.token, shard=(0, 4)))["d"]["guilds"]
        guilds = [str(number << 22) for number in range(8)]
        reached = [guild for guild in guilds if pocket.playground.gateway.reachable(guild)]
        assert reached == ["0", str(4 << 22)]
        assert all(pocket.playground.gateway.reachable(guild["id"]) for guild in own)
        assert seen == [BotSeen(online=True)]
        await pocket.control.gateway("invalidate")
        while (frame := await wire.receive())["op"] != 9:
            pass
        assert frame["d"] is False
    assert BotSeen(online=False) in seen


async def test_shard_has_a_server_limit(pocket: Pocket) -> None:
    world, token = pocket.playground.world, pocket.playground.token
    model = world.guilds[GAME_NIGHT]
    for number in range(MAX_GUILDS - len(world.homes)):
        world.guilds[str(number + 1)] = replace(model, id=str(number + 1))
    async with gateway(pocket) as wire:
        assert len((await wire.identify(token, 0))["d"]["guilds"]) == MAX_GUILDS
    world.guilds[str(MAX_GUILDS)] = replace(model, id=str(MAX_GUILDS))
    async with gateway(pocket) as wire:
        await wire.send(2, {"token": token, "intents": 0})
        assert await wire.close_code() == 4011

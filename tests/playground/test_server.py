"""The server as a whole: hosts and origins, large requests, upkeep, and its end."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import aiohttp
import pytest

from playground.server import Playground
from playground.values.places import Channel, ChannelType
from playground.world.world import World
from tests.playground.raw import gateway
from tests.playground.stage import Stage, set_stage
from tests.pocket import BEN, BRETTSPIELE, LOBBY, SPIELEABEND, Pocket


@pytest.fixture
async def stage(pocket: Pocket) -> AsyncIterator[Stage]:
    async with set_stage(pocket) as stage:
        yield stage


async def test_requests_of_other_pages_are_refused(pocket: Pocket) -> None:
    port = pocket.playground.url.rpartition(":")[2]
    names = {name: f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
    requests: list[tuple[dict[str, str], int]] = [
        *(({"Host": host}, 200) for host in names.values()),
        *(({"Origin": f"http://{host}"}, 200) for host in names.values()),
        ({"Host": names["localhost"], "Origin": f"http://{names['127.0.0.1']}"}, 200),
        ({"Host": "localhost"}, 403),
        ({"Host": f"localhost:{int(port) + 1}"}, 403),
        ({"Host": f"example.com:{port}"}, 403),
        ({"Origin": f"https://localhost:{port}"}, 403),
        ({"Origin": "http://localhost"}, 403),
        ({"Origin": "null"}, 403),
    ]
    for headers, status in requests:
        for path in ("/health", "/api/v10/gateway"):
            async with pocket.line.session.get(pocket.playground.url + path, headers=headers) as response:
                assert response.status == status, (headers, path)


async def test_requests_may_exceed_a_mebibyte(pocket: Pocket) -> None:
    rest = pocket.playground.api_url
    headers = {"Authorization": f"Bot {pocket.playground.token}", "Content-Type": "application/json"}
    body = io.BytesIO(json.dumps({"content": "x" * (3 << 20)}).encode())
    url = f"{rest}/channels/{LOBBY}/messages"
    async with pocket.line.session.post(url, data=body, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50035)


async def test_upkeep_archives_and_expires_without_requests(stage: Stage) -> None:
    pocket, world = stage.pocket, stage.pocket.playground.world
    kinds = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)
    for number, kind in enumerate(kinds):
        hall = Channel(str(71 + number), kind, "t", pocket.clock.now(), SPIELEABEND, BRETTSPIELE)
        world.open_channel(replace(hall, auto_archive=(60, 1440)[number]))
    interaction = await stage.begin()
    await stage.answer(interaction, 5)
    async with gateway(pocket) as lost:
        session = (await lost.identify(pocket.playground.token))["d"]["session_id"]
        await pocket.playground.gateway.close_all(4000)
        await lost.close_code()
    await pocket.bot_online(online=False)
    pocket.clock.pass_by(3601)

    async def is_archived() -> bool:
        return world.channels["71"].archived

    await pocket.until(is_archived)
    assert not world.channels["72"].archived
    refused = await stage.rest.ask("GET", stage.hook(interaction, "/messages/@original"))
    assert (refused.status, refused.code) == (404, 10015)
    async with gateway(pocket) as again:
        await again.send(6, {"token": pocket.playground.token, "session_id": session, "seq": 1})
        assert (await again.receive())["op"] == 9


def shown(world: World) -> list[tuple[str, bool, str]]:
    return [(guild.name, guild.community, guild.preferred_locale) for guild in world.guilds.values()]


async def end_of(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    async for _ in socket:
        pass
    return socket.close_code


@pytest.mark.parametrize("community", [False, True])
async def test_stopping_the_server_closes_connections_as_going_away(community: bool) -> None:
    async with aiohttp.ClientSession() as session:
        async with Playground.start(community=community) as playground:
            bot = await session.ws_connect(playground.gateway_url)
            page = await session.ws_connect(f"{playground.url}/playground/events?as={BEN}")
            assert (await bot.receive_json())["d"]["heartbeat_interval"] == 41_250
            locale = "de" if community else "en-US"
            assert shown(playground.world) == [
                ("Spieleabend", community, locale),
                ("Game Night", community, "en-US"),
            ]
            assert playground.api_url == f"{playground.url}/api/v10"
            assert playground.gateway_url == playground.url.replace("http:", "ws:") + "/gateway/"
            ends = [asyncio.create_task(end_of(socket)) for socket in (bot, page)]
        assert await asyncio.gather(*ends) == [1001, 1001]

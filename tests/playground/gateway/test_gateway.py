"""Gateway sessions, over a raw WebSocket and with discord.py's reconnection."""

import asyncio

import aiohttp
import pytest

from playground.server import Playground
from tests.playground.little_bot import LittleBot
from tests.playground.raw import gateway
from tests.pocket import BRETTSPIELE, GAME_NIGHT, LOBBY, SPIELEABEND, Pocket

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1, 1 << 9, 1 << 12


@pytest.mark.parametrize(
    "fault",
    [
        {"action": "close", "code": 4000},
        {"action": "close", "code": 1000},
        {"action": "reconnect"},
        {"action": "abort"},
    ],
    ids=lambda fault: f"{fault['action']}{fault.get('code', '')}",
)
async def test_resume_replays_missed_events(pocket: Pocket, bot: LittleBot, fault: dict[str, object]) -> None:
    await pocket.line.ask("POST", "/playground/control/gateway", fault)
    outcome = await pocket.anna.command(BRETTSPIELE, "hello")
    assert outcome["status"] == "answered"

    async def has_resumed() -> bool:
        return "resumed" in bot.seen

    await pocket.until(has_resumed, "resumed")
    assert bot.seen.count("hello") == 1


async def test_bot_reconnects_after_an_outage(pocket: Pocket, bot: LittleBot) -> None:
    await pocket.control.gateway("down")
    await pocket.bot_online(online=False)
    assert not (await pocket.anna.state())["bot"]["online"]
    await pocket.control.gateway("up")
    await pocket.bot_online()
    assert (await pocket.anna.command(BRETTSPIELE, "hello"))["status"] == "answered"
    assert bot.seen.count("hello") == 1


async def test_command_fails_while_the_bot_is_offline(pocket: Pocket) -> None:
    await pocket.playground.gateway.close_all(1000)
    token = pocket.playground.token
    command = {"name": "x", "description": "x"}
    headers = {"Authorization": f"Bot {token}"}
    url = f"{pocket.playground.api_url}/applications/1100000000000000100/commands"
    async with pocket.line.session.post(url, json=command, headers=headers) as response:
        assert response.status == 201
    assert (await pocket.anna.command(BRETTSPIELE, "x"))["status"] == "failed"


async def test_ready_lists_guilds_that_then_become_available(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        ready = (await wire.identify(pocket.playground.token))["d"]
        assert ready["resume_gateway_url"] == pocket.playground.gateway_url
        assert ready["application"]["id"] == ready["user"]["id"]
        assert [(g["id"], g["unavailable"]) for g in ready["guilds"]] == [
            (SPIELEABEND, True),
            (GAME_NIGHT, True),
        ]
        assert "shard" not in ready
        guild = (await wire.until("GUILD_CREATE"))["d"]
        assert [c["name"] for c in guild["channels"]] == ["brettspiele", "plauderei"]
        assert [m["user"]["id"] for m in guild["members"]] == [ready["user"]["id"]]


async def test_heartbeats_are_acknowledged(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        await wire.send(1, None)
        assert (await wire.receive())["op"] == 11


async def test_a_silent_client_is_closed_after_one_and_a_half_intervals() -> None:
    loop = asyncio.get_running_loop()
    async with Playground.start(heartbeat=0.05) as playground, aiohttp.ClientSession() as session:
        start = loop.time()
        async with session.ws_connect(playground.gateway_url) as socket:
            assert (await socket.receive_json())["d"]["heartbeat_interval"] == 50
            async for _ in socket:
                pass
            assert socket.close_code == 4009
            assert loop.time() - start >= 1.5 * 0.05


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([(2, {"token": "wrong", "intents": 1})], 4004),
        ([(3, {})], 4003),
        ([(2, {"token": None, "intents": GUILDS})] * 2, 4005),
        ([(2, {"token": None, "intents": 1 << 15})], 4014),
        ([(2, {"token": None, "intents": 1 << 40})], 4013),
        ([(2, {"token": None, "intents": 1, "shard": [2, 2]})], 4010),
        ([(2, {"token": None, "intents": 1, "shard": "x"})], 4010),
        ([(2, {"token": None, "intents": 1, "shard": [-1, 2]})], 4010),
        ([(2, {"token": None, "intents": 1 << 1})], 4014),
        ([(2, {"token": None, "intents": 1 << 8})], 4014),
        ([(2, {"token": None, "intents": 1 << 26})], 4013),
        ([(2, {"token": None, "intents": True})], 4013),
        ([(2, {"token": None, "intents": 1}), (99, None)], 4001),
        ([(6, "nonsense")], 4002),
    ],
)
async def test_invalid_frames_close_with_their_code(
    pocket: Pocket, frames: list[tuple[int, object]], code: int
) -> None:
    async with gateway(pocket) as wire:
        for op, data in frames:
            if isinstance(data, dict) and "token" in data and data["token"] is None:
                data = data | {"token": pocket.playground.token}  # noqa: PLW2901  # the real token
            await wire.send(op, data)
        assert await wire.close_code() == code


async def test_garbage_and_flooding_close_the_connection(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        await wire.socket.send_str("{")
        assert await wire.close_code() == 4002
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        for _ in range(118):
            await wire.send(3, None)
        await wire.send(1, None)
        while (await wire.receive())["op"] != 11:
            pass
        await wire.send(3, None)
        assert await wire.close_code() == 4008


@pytest.mark.parametrize(("action", "announced"), [("abort", False), ("reconnect", True)])
async def test_reconnect_is_requested_and_abort_is_unannounced(
    pocket: Pocket, action: str, announced: bool
) -> None:
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        await wire.send(1, None)
        while (await wire.receive())["op"] != 11:
            pass
        await pocket.control.gateway(action)
        frame = await wire.socket.receive()
        assert (frame.type is aiohttp.WSMsgType.TEXT) == announced
        assert not announced or frame.json()["op"] == 7


async def test_an_unknown_session_is_invalid(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        await wire.send(6, {"token": pocket.playground.token, "session_id": "nope", "seq": 1})
        frame = await wire.receive()
        assert (frame["op"], frame["d"]) == (9, False)


@pytest.mark.parametrize("resumable", [False, True])
async def test_invalidated_session_resumes_only_if_resumable(pocket: Pocket, resumable: bool) -> None:
    token = pocket.playground.token
    async with gateway(pocket) as wire:
        session = (await wire.identify(token))["d"]["session_id"]
        await pocket.control.gateway("invalidate", resumable=resumable)
        while (frame := await wire.receive())["op"] != 9:
            pass
        assert frame["d"] is resumable
        # Code 4000 from the server keeps the session; a close by the client would end it.
        await pocket.control.gateway("close", code=4000)
    async with gateway(pocket) as wire:
        await wire.send(6, {"token": token, "session_id": session, "seq": 1})
        while (frame := await wire.receive())["op"] != 9 and frame["t"] != "RESUMED":
            pass
        assert frame["t"] == ("RESUMED" if resumable else None)


async def test_resume_needs_a_valid_sequence_number(pocket: Pocket) -> None:
    token = pocket.playground.token
    async with gateway(pocket) as wire:
        ready = await wire.identify(token)
        seq = (await wire.until("GUILD_CREATE"))["s"]
        await pocket.control.gateway("close", code=4000)
    created = await pocket.control.add_channel(SPIELEABEND, "new")
    async with gateway(pocket) as wire:
        await wire.send(6, {"token": token, "session_id": ready["d"]["session_id"], "seq": 999})
        assert await wire.close_code() == 4007
    async with gateway(pocket) as wire:
        await wire.send(6, {"token": token, "session_id": ready["d"]["session_id"], "seq": seq})
        frames = [await wire.receive() for _ in range(3)]
        assert [frame["t"] for frame in frames] == ["GUILD_CREATE", "CHANNEL_CREATE", "RESUMED"]
        assert [frame["s"] for frame in frames] == [seq + 1, seq + 2, seq + 3]
        assert frames[1]["d"]["id"] == created


async def _wait_until_disconnected(pocket: Pocket) -> None:
    """Wait until the playground has noticed the disconnect."""
    while pocket.playground.gateway.online:  # noqa: ASYNC110  # the playground has no event for it
        await asyncio.sleep(0)


@pytest.mark.parametrize(("seconds", "op"), [(290, 0), (301, 9)])
async def test_session_expires(pocket: Pocket, seconds: float, op: int) -> None:
    token = pocket.playground.token
    async with gateway(pocket) as wire:
        session = (await wire.identify(token))["d"]["session_id"]
        await pocket.control.gateway("close", code=4000)
        await wire.close_code()
    await _wait_until_disconnected(pocket)
    pocket.clock.pass_by(seconds)
    pocket.playground.gateway.prune()
    async with gateway(pocket) as wire:
        await wire.send(6, {"token": token, "session_id": session, "seq": 1})
        assert (await wire.receive())["op"] == op


async def test_shards_get_only_their_own_guilds(pocket: Pocket) -> None:
    token = pocket.playground.token
    async with gateway(pocket) as shard_0, gateway(pocket) as shard_1:
        ready = [await shard_0.identify(token, shard=(0, 2)), await shard_1.identify(token, shard=(1, 2))]
        for number, frame in enumerate(ready):
            assert frame["d"]["shard"] == [number, 2]
            mine = {g for g in (SPIELEABEND, GAME_NIGHT) if (int(g) >> 22) % 2 == number}
            assert {g["id"] for g in frame["d"]["guilds"]} == mine


async def test_messages_need_their_intents(pocket: Pocket) -> None:
    token = pocket.playground.token
    dm = await pocket.anna.open_dm()
    async with gateway(pocket) as guilds_only, gateway(pocket) as wire:
        await guilds_only.identify(token, GUILDS)
        await wire.identify(token, GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES)
        await pocket.anna.say(LOBBY, "secret")
        await pocket.anna.say(LOBBY, "hey <@1100000000000000100>")
        await pocket.anna.say(dm, "hi bot")
        rows = [(await wire.until("MESSAGE_CREATE"))["d"] for _ in range(3)]
        assert [m["content"] for m in rows] == ["", "hey <@1100000000000000100>", "hi bot"]
        assert [m.get("guild_id") for m in rows] == [GAME_NIGHT, GAME_NIGHT, None]
        await pocket.control.add_channel(GAME_NIGHT, "last")
        names = []
        while "CHANNEL_CREATE" not in names:
            names.append((await guilds_only.receive())["t"])
        assert "MESSAGE_CREATE" not in names


async def test_channels_and_threads_are_announced(pocket: Pocket, bot: LittleBot) -> None:
    created = await pocket.control.add_channel(SPIELEABEND, "new")

    async def has_channel() -> bool:
        return bot.get_channel(int(created)) is not None

    await pocket.until(has_channel)
    await pocket.control.delete_channel(created)

    async def lacks_channel() -> bool:
        return bot.get_channel(int(created)) is None

    await pocket.until(lacks_channel)

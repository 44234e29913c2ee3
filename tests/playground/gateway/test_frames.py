"""Frames of the bot over a raw WebSocket: requests for members, resumes, and too many frames."""

import asyncio
from typing import Any

import pytest

from tests.playground.raw import Wire, gateway
from tests.pocket import ANNA, BEN, BOT, GAME_NIGHT, SPIELEABEND, Pocket

Json = dict[str, Any]


async def heard(wire: Wire) -> None:
    """Wait until all frames sent so far were read."""
    await wire.send(1, None)
    while (await wire.receive())["op"] != 11:
        pass


async def resume(pocket: Pocket, wire: Wire, session: str, seq: object) -> list[tuple[int, str | None]]:
    """Resume a session; return the answers."""
    await wire.send(6, {"token": pocket.playground.token, "session_id": session, "seq": seq})
    frames = [await wire.receive()]
    while frames[-1]["op"] != 9 and frames[-1]["t"] != "RESUMED":
        frames.append(await wire.receive())
    return [(frame["op"], frame["t"]) for frame in frames]


async def test_members_are_found_by_name_prefix_or_id(pocket: Pocket) -> None:
    requests: list[Json] = [
        {"query": "AN", "limit": 0},
        {"query": "nna", "limit": 0},
        {"query": "", "limit": 0},
        {"query": "an", "user_ids": [BEN, "5", ANNA], "nonce": "7"},
        {"user_ids": [BOT]},
    ]
    chunks = []
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        await wire.send(8, {"guild_id": "5", "query": "an"})
        for request in requests:
            await wire.send(8, {"guild_id": GAME_NIGHT} | request)
            chunk = (await wire.until("GUILD_MEMBERS_CHUNK"))["d"]
            ids = [member["user"]["id"] for member in chunk.pop("members")]
            assert (chunk.pop("chunk_index"), chunk.pop("chunk_count")) == (0, 1)
            assert chunk.pop("guild_id") == GAME_NIGHT
            chunks.append((ids, chunk))
        await wire.send(8, "all")
        assert await wire.close_code() == 4002
    assert chunks == [
        ([ANNA], {"not_found": []}),
        ([], {"not_found": []}),
        ([], {"not_found": []}),
        ([ANNA, BEN], {"not_found": ["5"], "nonce": "7"}),
        ([BOT], {"not_found": []}),
    ]


async def test_bot_resumes_without_missed_events(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        session = (await wire.identify(pocket.playground.token))["d"]["session_id"]
        seq = [(await wire.until("GUILD_CREATE"))["s"] for _ in range(2)][-1]
        await pocket.control.gateway("close", code=1000)
    async with gateway(pocket) as wire:
        assert await resume(pocket, wire, session, str(seq)) == [(9, None)], "the number as text"
        assert await resume(pocket, wire, session, seq) == [(0, "RESUMED")]
        await wire.send(8, {"guild_id": GAME_NIGHT, "user_ids": [ANNA]})
        assert (await wire.until("GUILD_MEMBERS_CHUNK"))["s"] == seq + 2
        await pocket.control.add_channel(SPIELEABEND, "new")
        assert (await wire.until("CHANNEL_CREATE"))["s"] == seq + 3
        await wire.send(6, {"token": pocket.playground.token, "session_id": session, "seq": seq})
        assert await wire.close_code() == 4005


async def test_a_session_resumed_elsewhere_outlives_its_old_connection(pocket: Pocket) -> None:
    async with gateway(pocket) as new:
        async with gateway(pocket) as old:
            session = (await old.identify(pocket.playground.token))["d"]["session_id"]
            assert (await resume(pocket, new, session, 1))[-1] == (0, "RESUMED")
        async with asyncio.timeout(5):
            await pocket.bot_online()
        await pocket.control.add_channel(SPIELEABEND, "new")
        assert (await new.until("CHANNEL_CREATE"))["d"]["name"] == "new"


async def test_frame_limit_resets_after_a_minute_and_some_ops_are_ignored(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        for number in range(117):
            await wire.send((3, 4, 31)[number % 3], None)
        await heard(wire)
        pocket.clock.pass_by(61)
        for _ in range(118):
            await wire.send(3, None)
        await heard(wire)


async def test_binary_frame_is_rejected(pocket: Pocket) -> None:
    async with gateway(pocket) as wire:
        await wire.socket.send_bytes(b'{"op": 1, "d": null}')
        assert await wire.close_code() == 4002


async def test_refused_bots_can_connect_after_accept(pocket: Pocket) -> None:
    await pocket.control.gateway("refuse", code=4999)
    async with gateway(pocket) as wire:
        await wire.send(2, {"token": pocket.playground.token, "intents": 1})
        assert await wire.close_code() == 4999
    await pocket.control.gateway("accept")
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)


@pytest.mark.parametrize(("intents", "sent"), [(0, False), (1, True)])
async def test_guild_create_events_need_the_guilds_intent(pocket: Pocket, intents: int, sent: bool) -> None:
    async with gateway(pocket) as wire:
        ready = await wire.identify(pocket.playground.token, intents)
        assert len(ready["d"]["guilds"]) == 2
        assert [(await wire.receive())["t"] for _ in range(2 * sent)] == ["GUILD_CREATE"] * 2 * sent
        await wire.send(8, {"guild_id": GAME_NIGHT, "user_ids": []})
        assert (await wire.receive())["t"] == "GUILD_MEMBERS_CHUNK"

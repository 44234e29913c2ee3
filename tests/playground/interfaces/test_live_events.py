"""Live events of several pages, and the bot's connection under the control's gateway faults."""

import json
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from syrupy.assertion import SnapshotAssertion

from playground.values.events import BotSeen
from playground.values.messages import Message
from playground.values.places import Channel, ChannelType
from tests.playground.raw import gateway
from tests.pocket import ANNA, BEN, BOT, CLARA, DAVID, GAME_NIGHT, LOBBY, Pocket, Refused

Json = dict[str, Any]
FIELDS = ("id", "channel_id", "message_id", "guild_id", "content", "name", "archived", "locale", "online")


async def stream(socket: aiohttp.ClientWebSocketResponse) -> list[str]:
    """Return the events up to the change of David, in short."""
    lines: list[str] = []
    while not lines or DAVID not in lines[-1]:
        frame = json.loads((await socket.receive()).data)
        shown = " ".join(f"{key}={frame['d'][key]}" for key in FIELDS if frame["d"].get(key))
        lines.append(f"{frame['t']} {shown}")
    return lines


async def test_each_page_gets_its_events_of_every_kind(pocket: Pocket, snapshot: SnapshotAssertion) -> None:
    world, now = pocket.playground.world, pocket.clock.now()
    direct = Channel("71", ChannelType.DM, "", now, recipient_id=BEN)
    group = Channel("72", ChannelType.GROUP_DM, "both", now, people=(ANNA, BEN))
    hidden = Channel("73", ChannelType.TEXT, "hidden", now, GAME_NIGHT, denied_people=("VIEW_CHANNEL",))
    private = Channel("74", ChannelType.PRIVATE_THREAD, "private", now, GAME_NIGHT, LOBBY, members=(CLARA,))
    hello = Message("81", LOBBY, BOT, 0, now, content="hello")
    url = f"{pocket.playground.url}/playground/events?as="
    async with (
        pocket.line.session.ws_connect(url + ANNA) as anna,
        pocket.line.session.ws_connect(url + BEN) as ben,
        pocket.line.session.ws_connect(url + CLARA) as clara,
    ):
        for channel in (direct, group, hidden, private):
            world.open_channel(channel)
        for number, place in enumerate((LOBBY, "71", "72", "73", "74")):
            message = replace(hello, id=str(81 + number), channel_id=place)
            world.post(message)
            world.revise(replace(message, content=f"edited {number}"))
        to_ben = replace(hello, id="86", content="for Ben", ephemeral_for=BEN)
        world.post(to_ben)
        world.revise(replace(to_ben, content="edited for Ben"))
        world.erase(to_ben)
        world.erase(hello)
        world.mark_read(CLARA, "74", "85")
        world.mark_read(BEN, LOBBY, "86")
        world.add_members("74", (BEN,))
        world.archive_thread(world.channels["74"], archived=True)
        world.remove_members("74", (CLARA,))
        world.set_channel(replace(world.channels[LOBBY], name="hall"))
        world.set_guild(replace(world.guilds[GAME_NIGHT], name="Night"))
        world.allow_bot(world.guilds[GAME_NIGHT], ("MANAGE_ROLES",))
        world.remove_bot(world.guilds[GAME_NIGHT])
        world.notify(BotSeen(online=True))
        for channel_id in ("74", "73", "72"):
            world.close_channel(world.channels[channel_id])
        world.set_user(replace(world.users[DAVID], locale="fr"))
        streams = [await stream(socket) for socket in (anna, ben, clara)]
    assert "\n\n".join("\n".join(lines) for lines in streams) == snapshot


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"action": "close"}, 4000),
        ({"action": "close", "code": 1000}, 1000),
        ({"action": "close", "code": 4999}, 4999),
        ({"action": "abort"}, 1006),
        ({"action": "down"}, 1006),
    ],
)
async def test_connections_close_with_the_given_code(pocket: Pocket, body: Json, code: int) -> None:
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)
        await pocket.line.ask("POST", "/playground/control/gateway", body)
        assert await wire.close_code() == code
    if body["action"] == "down":
        with pytest.raises(aiohttp.WSServerHandshakeError):
            async with gateway(pocket):
                pass
        await pocket.control.gateway("accept")
        with pytest.raises(aiohttp.WSServerHandshakeError):
            async with gateway(pocket):
                pass
        await pocket.control.gateway("up")
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token)


@pytest.mark.parametrize(
    ("body", "frames"),
    [
        ({"action": "reconnect"}, [(7, None)]),
        ({"action": "invalidate", "resumable": True}, [(9, True)]),
        ({"action": "invalidate"}, [(9, False)]),
        ({"action": "accept"}, []),
        ({"action": "refuse"}, []),
        ({"action": "up"}, []),
    ],
)
async def test_open_connections_get_control_frames(
    pocket: Pocket, body: Json, frames: list[tuple[int, Any]]
) -> None:
    async with gateway(pocket) as wire:
        await wire.identify(pocket.playground.token, 0)
        await pocket.line.ask("POST", "/playground/control/gateway", body)
        await wire.send(1, None)
        told: list[tuple[int, Any]] = []
        while (frame := await wire.receive())["op"] != 11:
            told.append((frame["op"], frame["d"]))
        assert told == frames
    async with gateway(pocket) as wire:
        await wire.send(2, {"token": pocket.playground.token, "intents": 0})
        if body["action"] == "refuse":
            assert await wire.close_code() == 4000
        else:
            assert (await wire.receive())["t"] == "READY"


@pytest.mark.parametrize("code", [999, 5000, "4000", None])
async def test_close_codes_out_of_range_are_refused(pocket: Pocket, code: object) -> None:
    for action in ("close", "refuse"):
        with pytest.raises(Refused, match="code must be from 1000 to 4999"):
            await pocket.line.ask("POST", "/playground/control/gateway", {"action": action, "code": code})

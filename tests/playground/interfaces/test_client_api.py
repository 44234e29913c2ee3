"""The page's interface: views, messages, and live events."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from syrupy.assertion import SnapshotAssertion

from playground.server import NotLoopback, Playground
from tests.playground.little_bot import LittleBot, png
from tests.playground.raw import Rest
from tests.pocket import ANNA, BEN, BRETTSPIELE, CLARA, GAME_NIGHT, LOBBY, SPIELEABEND, Pocket, Refused

Json = dict[str, Any]


@asynccontextmanager
async def page(pocket: Pocket, user: str) -> "AsyncIterator[aiohttp.ClientWebSocketResponse]":
    url = f"{pocket.playground.url}/playground/events?as={user}"
    async with pocket.line.session.ws_connect(url) as socket:
        yield socket


async def events_until(socket: aiohttp.ClientWebSocketResponse, last: str) -> list[tuple[str, Json]]:
    """Return the events up to the first event named `last`."""
    events: list[tuple[str, Json]] = []
    while not events or events[-1][0] != last:
        frame = json.loads((await socket.receive()).data)
        events.append((frame["t"], frame["d"]))
    return events


async def test_state_lists_people_guilds_and_channels(pocket: Pocket) -> None:
    state = await pocket.anna.state()
    assert (state["me"]["id"], state["me"]["locale"]) == (ANNA, "de")
    assert [(u["global_name"], u["locale"]) for u in state["users"]] == [
        ("Anna", "de"),
        ("Ben", "en-US"),
        ("Clara", "de"),
        ("David", "en-GB"),
        ("Emma", "fr"),
        ("Finn", "en-US"),
    ]
    assert [(g["id"], g["name"], g["locale"]) for g in state["guilds"]] == [
        (SPIELEABEND, "Spieleabend", "de"),
        (GAME_NIGHT, "Game Night", "en-US"),
    ]
    assert [c["name"] for g in state["guilds"] for c in g["channels"]] == [
        "brettspiele",
        "plauderei",
        "board-games",
        "lobby",
    ]
    assert not state["bot"]["online"]
    assert (state["dms"], state["commands"], state["read"]) == ([], [], {})
    assert (await pocket.line.ask("GET", "/playground/state"))["me"]["id"] == ANNA


async def test_messages_are_written_and_paged(pocket: Pocket) -> None:
    for number in range(5):
        await pocket.anna.say(LOBBY, f"{number} <@{BEN}>")
    rows = await pocket.ben.messages(LOBBY, limit=2)
    assert [m["content"][0] for m in rows] == ["3", "4"]
    assert rows[0]["mention_ids"] == [BEN]
    path = f"/playground/channels/{LOBBY}/messages?as={BEN}&limit=2&before={rows[0]['id']}"
    older = (await pocket.line.ask("GET", path))["messages"]
    assert [m["content"][0] for m in older] == ["1", "2"]


async def test_events_reach_only_their_audience(pocket: Pocket, bot: LittleBot) -> None:
    async with page(pocket, ANNA) as anna, page(pocket, BEN) as ben:
        await pocket.anna.command(LOBBY, "late", private=True)
        await (await bot.fetch_user(int(BEN))).send("for Ben")
        await pocket.line.ask("PATCH", f"/playground/users/{ANNA}", {"locale": "fr"})
        of_anna, of_ben = await events_until(anna, "USER_UPDATE"), await events_until(ben, "USER_UPDATE")
    assert [name for name, _ in of_ben] == ["CHANNEL_CREATE", "MESSAGE_CREATE", "USER_UPDATE"]
    assert of_ben[1][1]["content"] == "for Ben"
    private = [data for name, data in of_anna if name.startswith("MESSAGE")]
    assert private
    assert not [data for data in private if data["ephemeral_for"] != ANNA]
    assert of_ben[-1][1]["locale"] == "fr"


async def test_state_shows_bot_status_commands_and_read_positions(pocket: Pocket) -> None:
    rest = Rest(pocket)
    async with page(pocket, ANNA) as anna, page(pocket, BEN) as ben:
        url = pocket.playground.gateway_url
        async with pocket.line.session.ws_connect(url) as socket:
            data = {"token": pocket.playground.token, "intents": 1}
            await socket.send_json({"op": 2, "d": data})
            assert (await events_until(anna, "BOT_STATUS"))[-1][1] == {"online": True}
        assert (await events_until(anna, "BOT_STATUS"))[-1][1] == {"online": False}
        command = {"name": "x", "description": "x"}
        await rest.ask("PUT", "/applications/1100000000000000100/commands", [command])
        assert [c["name"] for c in (await events_until(anna, "COMMANDS_UPDATE"))[-1][1]["commands"]] == ["x"]
        message = await pocket.ben.say(LOBBY, "hi")
        body = {"as": ANNA, "channel_id": LOBBY, "message_id": message["id"]}
        await pocket.line.ask("POST", "/playground/read", body)
        assert (await events_until(anna, "READ"))[-1][1] == {"channel_id": LOBBY, "message_id": message["id"]}
        await pocket.line.ask("PATCH", f"/playground/users/{ANNA}", {"locale": "fr"})
        assert "READ" not in {name for name, _ in await events_until(ben, "USER_UPDATE")}
    assert (await pocket.anna.state())["read"] == {LOBBY: message["id"]}
    assert (await pocket.ben.state())["read"] == {}


async def test_pages_get_events_their_people_may_see(pocket: Pocket, snapshot: SnapshotAssertion) -> None:
    async with page(pocket, ANNA) as anna, page(pocket, BEN) as ben, page(pocket, CLARA) as clara:
        thread = await pocket.anna.open_thread(LOBBY, "among us", private=True)
        message = await pocket.anna.say(thread, "inside")
        pocket.playground.world.add_members(thread, [CLARA])
        await pocket.control.delete_message(message["id"])
        await pocket.control.archive(thread)
        await pocket.control.delete_channel(thread)
        await pocket.control.add_role(GAME_NIGHT, "Players", BEN)
        await pocket.control.remove_bot(GAME_NIGHT)
        await pocket.line.ask("PATCH", f"/playground/users/{BEN}", {"locale": "fr"})
        streams = [await events_until(socket, "USER_UPDATE") for socket in (anna, ben, clara)]
    names = {thread: "thread", message["id"]: "message", GAME_NIGHT: "server", BEN: "Ben", LOBBY: "lobby"}
    parts = (
        "channel_id",
        "parent_id",
        "guild_id",
        "name",
        "content",
        "archived",
        "locale",
        "last_message_id",
    )
    told = "\n\n".join(
        "\n".join(
            f"{name} {names[data['id']]} "
            + " ".join(f"{part}={names.get(data[part], data[part])}" for part in parts if data.get(part))
            for name, data in stream
        )
        for stream in streams
    )
    assert told == snapshot


async def test_only_its_recipient_can_dismiss_a_private_message(pocket: Pocket, bot: LittleBot) -> None:
    assert bot.user is not None
    message = (await pocket.anna.command(LOBBY, "picture", private=True))["message"]
    with pytest.raises(Refused):
        await pocket.line.ask("POST", "/playground/dismiss", {"as": BEN, "message_id": message["id"]})
    await pocket.line.ask("POST", "/playground/dismiss", {"as": ANNA, "message_id": message["id"]})
    assert await pocket.anna.messages(LOBBY) == []


async def test_bot_cannot_reach_ephemeral_messages(pocket: Pocket, bot: LittleBot) -> None:
    assert bot.user is not None
    message = (await pocket.anna.command(LOBBY, "picture", private=True))["message"]
    rest = Rest(pocket)
    place = f"/channels/{LOBBY}/messages"
    assert (await rest.ask("GET", f"{place}/{message['id']}")).code == 10008
    assert (await rest.ask("PATCH", f"{place}/{message['id']}", {"content": "x"})).code == 10008
    assert (await rest.ask("GET", place)).body == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/playground/state?as=5", None),
        ("GET", "/playground/state?as=1100000000000000100", None),
        ("GET", f"/playground/channels/5/messages?as={ANNA}", None),
        ("GET", f"/playground/channels/{LOBBY}/messages?as={ANNA}&limit=x", None),
        ("POST", f"/playground/channels/{LOBBY}/messages", {"as": ANNA, "content": " "}),
        ("POST", f"/playground/channels/{LOBBY}/messages", {"as": ANNA, "content": "x" * 2001}),
        ("POST", "/playground/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 2}),
        ("POST", "/playground/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 9, "data": {}}),
        ("PATCH", f"/playground/users/{ANNA}", {"locale": "xx"}),
        ("PATCH", "/playground/guilds/5", {"locale": "de"}),
        ("POST", "/playground/control/gateway", {"action": "explode"}),
        ("POST", "/playground/control/permissions", {"channel_id": LOBBY, "deny": ["FLY"]}),
        ("DELETE", "/playground/control/channels/5", None),
    ],
)
async def test_invalid_requests_are_refused(
    pocket: Pocket, method: str, path: str, body: Json | None
) -> None:
    with pytest.raises(Refused) as refused:
        await pocket.line.ask(method, path, body)
    assert refused.value.status in {400, 404}
    assert refused.value.error


async def test_other_web_origins_are_refused(pocket: Pocket) -> None:
    session, url = pocket.line.session, pocket.playground.url
    for headers in ({"Host": "evil.example:80"}, {"Origin": "https://evil.example"}):
        async with session.get(f"{url}/playground/state", headers=headers) as response:
            assert response.status == 403
    async with session.get(f"{url}/playground/state", headers={"Origin": url}) as response:
        assert response.status == 200


async def test_only_loopback_hosts_are_allowed() -> None:
    with pytest.raises(NotLoopback):
        async with Playground.start(host="0.0.0.0"):  # noqa: S104  # refused, as tested here
            pass


async def test_files_are_served_with_their_content_type(pocket: Pocket) -> None:
    rest = Rest(pocket)
    place = f"/channels/{BRETTSPIELE}/messages"
    body = (await rest.ask("POST", place, {}, {"a.png": png(), "b.html": b"<b>"})).body
    kinds = []
    for file in body["attachments"]:
        async with pocket.line.session.get(file["url"]) as response:
            kinds.append((response.status, response.content_type, await response.read()))
    assert kinds == [(200, "image/png", png()), (200, "application/octet-stream", b"<b>")]
    async with pocket.line.session.get(body["attachments"][0]["url"].replace("a.png", "b.png")) as response:
        assert response.status == 404


async def test_people_guilds_and_channels_can_be_added(pocket: Pocket) -> None:
    guild = await pocket.line.ask("POST", "/playground/control/guilds", {"name": "G", "locale": "fr"})
    user = await pocket.line.ask("POST", "/playground/control/users", {"name": "Grete", "locale": "de"})
    channel = await pocket.control.add_channel(guild["id"], "tafl")
    state = await pocket.person(user["id"]).state()
    assert state["me"]["global_name"] == "Grete"
    assert [c["id"] for c in state["guilds"][-1]["channels"]] == [channel]
    await pocket.person(user["id"]).say(channel, "hi")
    await pocket.control.delete_channel(channel)
    with pytest.raises(Refused):
        await pocket.anna.messages(channel)

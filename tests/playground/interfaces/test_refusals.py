"""Approved refusals of the playground's own interface."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.playground.raw import Rest
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, BRETTSPIELE, GAME_NIGHT, LOBBY, Pocket, Refused

Json = dict[str, Any]
CONTROL = "/playground/control"
MANY = [str(1_100_000_000_000_000_101 + number) for number in range(6)]
OF_CONTROL: list[tuple[str, str, Json]] = [
    ("POST", "/guilds", {}),
    ("POST", "/guilds", {"name": "x" * 101}),
    ("POST", "/guilds", {"name": "G", "locale": "xx"}),
    ("PATCH", "/guilds/5", {}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"thread_cap": -1}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"thread_cap": True}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"system_channel": "5"}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"system_channel": BRETTSPIELE}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"refused_words": [""]}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"refused_words": "word"}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"bot_allowed": ["FLY"]}),
    ("POST", "/guilds/5/bot", {"present": True}),
    ("POST", f"/guilds/{GAME_NIGHT}/roles", {"name": "R", "members": ["5"]}),
    ("POST", f"/guilds/{GAME_NIGHT}/roles", {"name": "R", "members": ANNA}),
    ("POST", f"/guilds/{GAME_NIGHT}/roles", {"name": "R", "permissions": ["FLY"]}),
    ("DELETE", f"/guilds/{GAME_NIGHT}/roles/5", {}),
    ("POST", "/users", {"name": ""}),
    ("POST", "/users", {"name": "Grete", "locale": "xx"}),
    ("POST", "/users/5/app", {"installed": True}),
    ("POST", f"/users/{BOT}/app", {"installed": True}),
    ("POST", "/private-channels", {"people": [ANNA]}),
    ("POST", "/private-channels", {"people": [ANNA, ANNA]}),
    ("POST", "/private-channels", {"people": ANNA}),
    ("POST", "/private-channels", {"people": [ANNA, BOT]}),
    ("POST", "/channels", {"guild_id": "5", "name": "c"}),
    ("POST", "/channels", {"guild_id": GAME_NIGHT, "name": "c", "type": "cave"}),
    ("POST", "/channels", {"guild_id": GAME_NIGHT, "name": "c", "tags": ["t"]}),
    ("POST", "/channels", {"guild_id": GAME_NIGHT, "name": "c", "tags": [{}]}),
    ("DELETE", "/channels/5", {}),
    ("POST", "/permissions", {"channel_id": "5"}),
    ("POST", "/permissions", {"channel_id": LOBBY, "allow": "FLY"}),
    ("POST", "/permissions", {"channel_id": LOBBY, "deny_people": ["FLY"]}),
    ("POST", f"/threads/{LOBBY}", {"archived": True}),
    ("POST", "/dms", {"user_id": BOT}),
    ("POST", "/dms", {"user_id": BEN, "code": 50001}),
    ("POST", "/age", {"message_id": "5", "seconds": 1}),
    ("POST", "/faults", {"fault": "fire"}),
    ("POST", "/faults", {"fault": "status", "path": "("}),
    ("POST", "/faults", {"fault": "status", "times": "x"}),
    ("POST", "/faults", {"fault": "status", "body": ["x"]}),
    ("DELETE", "/messages/5", {}),
    ("POST", "/gateway", {"action": "explode"}),
    ("POST", "/gateway", {"action": "close", "code": 999}),
    ("POST", "/gateway", {"action": "refuse", "code": 5000}),
    ("GET", "/requests?since=x", {}),
    ("PATCH", "/strictness", {"fly": True}),
    ("PATCH", "/limits", {"fly": 1}),
]
PAGE: list[tuple[str, str, Json]] = [
    ("GET", "/state?as=5", {}),
    ("GET", f"/state?as={BOT}", {}),
    ("PATCH", "/users/5", {"locale": "de"}),
    ("PATCH", f"/users/{ANNA}", {"locale": "xx"}),
    ("PATCH", "/guilds/5", {}),
    ("PATCH", f"/guilds/{GAME_NIGHT}", {"locale": "xx"}),
    ("GET", f"/channels/5/messages?as={ANNA}", {}),
    ("GET", f"/channels/{LOBBY}/messages?as={ANNA}&limit=x", {}),
    ("GET", f"/channels/{LOBBY}/messages?as={ANNA}&before=x", {}),
    ("POST", f"/channels/{LOBBY}/messages", {"as": ANNA}),
    ("POST", f"/channels/{LOBBY}/messages", {"as": ANNA, "content": "x" * 2001}),
    ("POST", "/threads", {"as": ANNA, "channel_id": LOBBY, "name": ""}),
    ("POST", "/threads", {"as": ANNA, "channel_id": LOBBY, "name": "x" * 101}),
    ("POST", "/threads", {"as": ANNA, "channel_id": "5", "name": "t"}),
    ("POST", "/dms", {"as": "5"}),
    ("POST", "/interactions", {"as": ANNA, "channel_id": "5"}),
    ("POST", "/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 2}),
    ("POST", "/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 9, "data": {}}),
    ("POST", "/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 3, "message_id": "5", "data": {}}),
    ("POST", "/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 3, "data": {"custom_id": "x"}}),
    ("POST", "/interactions", {"as": ANNA, "channel_id": LOBBY, "type": 5, "data": {"custom_id": "x"}}),
    ("POST", "/read", {"as": ANNA, "channel_id": LOBBY}),
    ("POST", "/dismiss", {"as": ANNA, "message_id": "5"}),
]


@pytest.mark.parametrize(
    ("base", "asked"), [(CONTROL, OF_CONTROL), ("/playground", PAGE)], ids=["control", "page"]
)
async def test_refusal_messages_match_snapshot(
    pocket: Pocket, base: str, asked: list[tuple[str, str, Json]], snapshot: SnapshotAssertion
) -> None:
    lines = []
    for method, path, body in asked:
        with pytest.raises(Refused) as refused:
            await pocket.line.ask(method, base + path, body)
        shown = str(body) if len(str(body)) < 100 else "…"
        lines.append(f"{method} {path} {shown}\n    {refused.value.status} {refused.value.error}")
    assert "\n".join(lines) == snapshot


async def test_forums_and_closed_threads_refuse_plain_text(pocket: Pocket) -> None:
    forum = await pocket.control.add_forum(GAME_NIGHT, "posts")
    with pytest.raises(Refused, match="a forum takes only posts"):
        await pocket.anna.say(forum, "x")
    with pytest.raises(Refused, match="a thread needs a text channel"):
        await pocket.anna.open_thread(forum, "t")
    thread = await pocket.anna.open_thread(BOARD_GAMES, "t")
    await pocket.control.lock(thread)
    with pytest.raises(Refused, match="the thread is locked"):
        await pocket.anna.say(thread, "x")
    await pocket.control.archive(thread)
    await pocket.control.set_thread_cap(GAME_NIGHT, 0)
    with pytest.raises(Refused, match="too many threads are active"):
        await pocket.anna.say(thread, "x")
    with pytest.raises(Refused, match="too many threads are active"):
        await pocket.anna.open_thread(BOARD_GAMES, "u")


async def test_all_switches_can_be_set_at_once(pocket: Pocket) -> None:
    off = await pocket.line.ask("PATCH", f"{CONTROL}/strictness", {"all": False, "only_allowed_join": True})
    assert [name for name, strict in off.items() if strict] == ["only_allowed_join"]
    assert await pocket.line.ask("GET", f"{CONTROL}/strictness") == off
    on = await pocket.line.ask("PATCH", f"{CONTROL}/strictness", {"all": True})
    assert set(on.values()) == {True}


async def test_private_channel_of_three_is_a_group(pocket: Pocket) -> None:
    two, three = [
        await pocket.line.ask("POST", f"{CONTROL}/private-channels", {"people": MANY[:number]})
        for number in (2, 3)
    ]
    assert (two["type"], three["type"]) == (1, 3)
    assert (two["name"], three["name"]) == ("Anna, Ben", "Anna, Ben, Clara")
    assert three["recipients"] == MANY[:3]
    named = {"people": MANY[:2], "name": "Us"}
    assert (await pocket.line.ask("POST", f"{CONTROL}/private-channels", named))["name"] == "Us"


async def test_new_people_get_a_username_and_a_distinct_colour(pocket: Pocket) -> None:
    first, second = [
        await pocket.line.ask("POST", f"{CONTROL}/users", {"name": name}) for name in ("Jo É. Doe!", "田中")
    ]
    assert (first["username"], first["global_name"], first["locale"]) == ("joé.doe", "Jo É. Doe!", "en-US")
    assert second["username"] == "田中"
    assert first["colour"] != second["colour"]
    assert (await Rest(pocket).ask("GET", f"/users/{first['id']}")).body["global_name"] == "Jo É. Doe!"

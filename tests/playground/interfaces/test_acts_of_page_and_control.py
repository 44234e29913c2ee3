"""The requests of the page and of a test's control with their answers, as texts to approve."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.playground.rest.told import Told, telling
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, CLARA, DAVID, GAME_NIGHT, LOBBY, Pocket

Json = dict[str, Any]
NOBODY = "1100000000000000999"


@pytest.fixture
async def told(pocket: Pocket) -> AsyncIterator[Told]:
    async with telling(pocket) as told:
        yield told


async def test_people_write_read_and_open_channels(told: Told, snapshot: SnapshotAssertion) -> None:
    here = f"/channels/{BRETTSPIELE}/messages"
    first = (await told.control("POST", here, {"as": ANNA, "content": f"Hello <@{BEN}>"}))["id"]
    await told.controls(
        "POST",
        here,
        {"as": ANNA, "content": "x"},
        {"content": " "},
        {"content": "x" * 4001},
        {"content": 7},
        {"as": BOT},
        {"as": NOBODY},
    )
    for number in range(3):
        await told.control("POST", here, {"as": BEN, "content": f"answer {number}"})
    for query in ("", "&limit=2", f"&before={first}", "&limit=x", "&before=x", "&limit=0"):
        await told.control("GET", f"{here}?as={CLARA}{query}")
    hidden = (await told.control("POST", "/dms", {"as": ANNA}))["id"]
    for person in (ANNA, BEN):
        await told.control("GET", f"/channels/{hidden}/messages?as={person}")
        await told.control("POST", "/read", {"as": person, "channel_id": hidden, "message_id": first})
    await told.control("POST", "/read", {"as": BEN, "channel_id": BRETTSPIELE, "message_id": "x"})
    await told.control("POST", "/read", {"as": BEN, "channel_id": BRETTSPIELE, "message_id": first})
    opened = []
    for private in (False, True):
        wish = {"as": ANNA, "channel_id": BRETTSPIELE, "name": "a game", "private": private}
        opened.append((await told.control("POST", "/threads", wish))["id"])
    await told.controls(
        "POST",
        "/threads",
        {"as": ANNA, "channel_id": BRETTSPIELE, "name": "x"},
        {"name": ""},
        {"name": "x" * 101},
        {"channel_id": opened[0]},
        {"as": BEN, "channel_id": hidden},
    )
    for thread in opened:
        await told.control("POST", f"/channels/{thread}/messages", {"as": BEN, "content": "let me in"})
        await told.control("POST", f"/channels/{thread}/messages", {"as": ANNA, "content": f"<@{CLARA}>"})
    for person in (ANNA, BEN, CLARA):
        await told.control("GET", f"/state?as={person}")
    await told.control("PATCH", f"/users/{BEN}", {"locale": "fr"})
    await told.control("PATCH", f"/users/{BEN}", {"locale": "xx"})
    await told.control("PATCH", f"/guilds/{GAME_NIGHT}", {"locale": "de", "community": True})
    await told.control("PATCH", f"/guilds/{GAME_NIGHT}", {"community": False})
    await told.control("PATCH", f"/guilds/{NOBODY}", {"community": False})
    private_word = await told.ask("POST", f"/channels/{BRETTSPIELE}/messages", {"content": "for all"})
    await told.control("POST", "/dismiss", {"as": ANNA, "message_id": private_word["id"]})
    assert await told.text() == snapshot


async def test_a_control_changes_places_and_people(told: Told, snapshot: SnapshotAssertion) -> None:
    guild = (await told.control("POST", "/control/guilds", {"name": "Third", "locale": "fr"}))["id"]
    await told.controls(
        "POST",
        "/control/guilds",
        {},
        {"name": "Away", "present": False, "community": True},
        {},
        {"name": "x", "locale": "xx"},
    )
    channels = [
        (await told.control("POST", "/control/channels", {"guild_id": guild, "name": kind, "type": kind}))[
            "id"
        ]
        for kind in ("text", "voice", "announcement")
    ]
    tags: Json = {"tags": [{"name": "one"}, {"name": "two", "moderated": True}], "requires_tag": True}
    await told.controls(
        "POST",
        "/control/channels",
        {"guild_id": guild, "name": "posts", "type": "forum"},
        tags,
        {"type": "garden"},
        {"name": ""},
        {"guild_id": NOBODY},
        {"tags": "one"},
    )
    await told.controls(
        "PATCH",
        f"/control/guilds/{guild}",
        {},
        {"thread_cap": 3, "refused_words": ["bad"]},
        {"system_channel": channels[0], "community": True},
        {"system_channel": channels[1]},
        {"system_channel": LOBBY},
        {"thread_cap": -1},
        {"thread_cap": True},
        {"refused_words": [""]},
        {"bot_allowed": ["MANAGE_ROLES"]},
        {"bot_allowed": ["FLY"]},
        {"system_channel": None, "locale": "de"},
    )
    await told.ask("GET", f"/guilds/{guild}")
    roles = f"/control/guilds/{guild}/roles"
    role = (await told.control("POST", roles, {"name": "Players", "members": [ANNA, BEN, ANNA]}))["id"]
    await told.controls(
        "POST",
        roles,
        {"name": "More"},
        {"above_bot": True},
        {"managed": True, "permissions": ["MANAGE_THREADS"]},
        {"members": [NOBODY]},
    )
    await told.ask("GET", f"/guilds/{guild}/roles")
    for person in (ANNA, CLARA):
        await told.ask("GET", f"/guilds/{guild}/members/{person}")
    for _ in range(2):
        await told.control("DELETE", f"{roles}/{role}")
    for present in (False, False, True):
        await told.control("POST", f"/control/guilds/{guild}/bot", {"present": present})
        await told.ask("GET", f"/guilds/{guild}")
    await told.controls(
        "POST",
        "/control/users",
        {},
        {"name": "Zoë B."},
        {"name": "!", "locale": "de"},
        {"name": ""},
    )
    for person, installed in ((BEN, True), (BEN, False), (BOT, True)):
        await told.control("POST", f"/control/users/{person}/app", {"installed": installed})
    for people in ([ANNA, BEN], [ANNA, BEN, CLARA, BEN], [ANNA, ANNA], [ANNA, BOT], "all"):
        await told.control("POST", "/control/private-channels", {"people": people, "name": "us"})
    for channel in (channels[0], NOBODY):
        await told.control("DELETE", f"/control/channels/{channel}")
    assert await told.text() == snapshot


async def test_control_changes_messages_threads_and_permissions(
    told: Told, snapshot: SnapshotAssertion
) -> None:
    here = f"/channels/{BRETTSPIELE}"
    for rights in (
        {"deny": ["ATTACH_FILES"], "deny_people": ["SEND_MESSAGES"]},
        {"allow": ["MANAGE_THREADS"]},
        {"channel_id": NOBODY},
        {"deny": ["FLY"]},
    ):
        await told.controls("POST", "/control/permissions", {"channel_id": BRETTSPIELE}, rights)
        await told.ask("GET", here)
    thread = (await told.ask("POST", f"{here}/threads", {"name": "a game", "type": 11}))["id"]
    changes: list[Json] = [{"archived": True}, {"locked": True}, {"locked": False, "pinned": True}, {}]
    for change in changes:
        await told.control("POST", f"/control/threads/{thread}", change)
        await told.ask("GET", f"/channels/{thread}")
    await told.control("POST", f"/control/threads/{BRETTSPIELE}", {"archived": True})
    message = (await told.ask("POST", f"{here}/messages", {"content": "x"}))["id"]
    older: Json = {"message_id": message, "seconds": 60}
    await told.controls("POST", "/control/age", older, {}, {"seconds": "60"}, {"message_id": NOBODY})
    await told.ask("GET", f"{here}/messages/{message}")
    for _ in range(2):
        await told.control("DELETE", f"/control/messages/{message}")
    assert await told.text() == snapshot


async def test_control_closes_dms(told: Told, snapshot: SnapshotAssertion) -> None:
    wishes: list[Json] = [{"open": False}, {"open": False, "code": 50278}, {"code": 1}, {"user_id": BOT}]
    for wish in (*wishes, {"move": True}):
        await told.control("POST", "/control/dms", {"user_id": DAVID} | wish)
        dm = (await told.ask("POST", "/users/@me/channels", {"recipient_id": DAVID}))["id"]
        await told.ask("POST", f"/channels/{dm}/messages", {"content": "x"})
    assert await told.text() == snapshot


async def test_a_control_changes_the_application_faults_and_switches(
    told: Told, snapshot: SnapshotAssertion
) -> None:
    application: list[Json] = [{"activities": True}, {"client_secret": "s", "public": False}, {"wings": True}]
    await told.controls("PATCH", "/control/application", {}, *application, {"public": 3})
    fault: Json = {"fault": "status", "status": 500, "path": "/users", "count": 1}
    slow: Json = {"fault": "delay", "seconds": 2}
    await told.controls("POST", "/control/faults", {}, fault, {"fault": "flood"}, slow)
    await told.control("GET", "/control/faults")
    await told.control("DELETE", "/control/faults")
    await told.control("GET", "/control/faults")
    await told.controls(
        "POST",
        "/control/gateway",
        {},
        {"action": "close", "code": 99},
        {"action": "fly"},
        {"action": "accept"},
    )
    for since in ("x", "9999"):
        for what in ("requests", "pushes"):
            await told.control("GET", f"/control/{what}?since={since}")
    await told.controls(
        "PATCH",
        "/control/strictness",
        {},
        {"all": False},
        {"all": True},
        {"all": False, "forms_keep_values": True},
        {"fly": True},
    )
    await told.control("GET", "/control/strictness")
    assert await told.text() == snapshot

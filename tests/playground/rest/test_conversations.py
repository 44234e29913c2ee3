"""The answers of all endpoints to a bot's requests, right and wrong ones, as texts to approve."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.playground.rest.told import Told, telling
from tests.playground.stage import Stage
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, CLARA, GAME_NIGHT, PLAUDEREI, SPIELEABEND, Pocket

Json = dict[str, Any]
HERE = f"/channels/{BRETTSPIELE}"
NOBODY = "1100000000000000999"


@pytest.fixture
async def told(pocket: Pocket) -> AsyncIterator[Told]:
    async with telling(pocket) as told:
        yield told


async def test_people_servers_and_application_match_snapshot(
    pocket: Pocket, told: Told, snapshot: SnapshotAssertion
) -> None:
    role = await pocket.control.add_role(GAME_NIGHT, "Players", ANNA, mentionable=True)
    await pocket.anna.open_thread(BRETTSPIELE, "a thread")
    await pocket.control.install(BEN)
    for path in (
        "/gateway",
        "/oauth2/applications/@me",
        "/applications/@me",
        "/users/@me",
        "/users/@me/guilds",
    ):
        await told.ask("GET", path)
    for query in (f"after={SPIELEABEND}", "limit=1", "limit=0", "limit=x", "after=y"):
        await told.ask("GET", f"/users/@me/guilds?{query}")
    for guild in (SPIELEABEND, GAME_NIGHT, NOBODY):
        for part in (
            "?with_counts=true",
            "",
            "/channels",
            "/roles",
            f"/members/{ANNA}",
            f"/members/{NOBODY}",
        ):
            await told.ask("GET", f"/guilds/{guild}{part}")
    for person in (ANNA, BOT, NOBODY):
        await told.ask("GET", f"/users/{person}")
        await told.ask("POST", "/users/@me/channels", {"recipient_id": person})
    await pocket.control.set_dm(BEN, is_open=False, code=50033, opening=True)
    await told.ask("POST", "/users/@me/channels", {"recipient_id": BEN})
    roles = f"/guilds/{GAME_NIGHT}/members"
    await pocket.control.allow_everywhere(GAME_NIGHT, "MANAGE_ROLES")
    for who, what in ((BEN, role), (NOBODY, role), (BEN, NOBODY), (BEN, GAME_NIGHT)):
        await told.ask("PUT", f"{roles}/{who}/roles/{what}")
    await told.ask("GET", f"{roles}/{BEN}")
    await told.ask("DELETE", f"{roles}/{ANNA}/roles/{role}")
    await told.ask("GET", f"{roles}/{ANNA}")
    await pocket.control.remove_bot(GAME_NIGHT)
    for path in (f"/guilds/{GAME_NIGHT}", "/users/@me/guilds"):
        await told.ask("GET", path)
    await told.ask("PUT", f"{roles}/{BEN}/roles/{role}")
    assert await told.text() == snapshot


async def test_messages_are_posted_read_edited_pinned_and_deleted(
    pocket: Pocket, told: Told, snapshot: SnapshotAssertion
) -> None:
    said = [(await pocket.anna.say(BRETTSPIELE, text))["id"] for text in ("one", f"two <@{BOT}>")]
    first = (await told.ask("POST", f"{HERE}/messages", {"content": f"Hello <@{ANNA}>"}))["id"]
    reply: Json = {"message_id": said[1]}
    await told.ask("POST", f"{HERE}/messages", {"content": "A reply", "message_reference": reply})
    reply = {"message_id": NOBODY, "fail_if_not_exists": False}
    await told.ask("POST", f"{HERE}/messages", {"content": "To nothing", "message_reference": reply})
    reply = {"message_id": NOBODY}
    await told.ask("POST", f"{HERE}/messages", {"content": "To nothing", "message_reference": reply})
    for _ in range(2):
        await told.ask("POST", f"{HERE}/messages", {"content": "once", "nonce": "7", "enforce_nonce": True})
    last = (await told.ask("POST", f"{HERE}/messages", {"content": "file"}, files={"a.txt": b"abc"}))["id"]
    await told.ask("POST", f"{HERE}/messages", {})
    for query in ("", "?limit=2", f"?before={first}", f"?after={first}&limit=2", f"?around={first}&limit=3"):
        messages = await told.ask("GET", f"{HERE}/messages{query}")
        assert len({message["id"] for message in messages}) == len(messages)
    for query in ("limit=101", "limit=0", "before=x"):
        await told.ask("GET", f"{HERE}/messages?{query}")
    pocket.clock.pass_by(90)
    await told.ask("PATCH", f"{HERE}/messages/{first}", {"content": "Changed"})
    await told.ask("PATCH", f"{HERE}/messages/{last}", {"attachments": []})
    await told.ask("PATCH", f"{HERE}/messages/{said[0]}", {"content": "Changed"})
    for message in (first, NOBODY):
        for method in ("GET", "DELETE"):
            await told.ask(method, f"{HERE}/messages/{message}")
    await told.ask("PUT", f"{HERE}/messages/pins/{last}")
    await told.ask("DELETE", f"{HERE}/messages/{said[0]}")
    await pocket.control.deny(BRETTSPIELE, allow=("MANAGE_MESSAGES", "PIN_MESSAGES"))
    await told.ask("DELETE", f"{HERE}/messages/{said[0]}")
    await told.ask("PUT", f"{HERE}/messages/pins/{last}")
    await told.ask("GET", f"{HERE}/messages/{last}")
    await told.ask("DELETE", f"{HERE}/messages/pins/{last}")
    await told.ask("GET", f"{HERE}/messages?limit=1")
    direct = f"/channels/{(await told.ask('POST', '/users/@me/channels', {'recipient_id': CLARA}))['id']}"
    posted = (await told.ask("POST", f"{direct}/messages", {"content": "For you"}))["id"]
    await told.ask("PUT", f"{direct}/messages/pins/{posted}")
    await told.ask("PATCH", direct, {"name": "x"})
    await pocket.control.set_dm(CLARA, is_open=False)
    await told.ask("POST", f"{direct}/messages", {"content": "For you"})
    for name in ("READ_MESSAGE_HISTORY", "SEND_MESSAGES", "VIEW_CHANNEL"):
        await pocket.control.deny(BRETTSPIELE, name)
        for method, path in (("GET", "/messages"), ("POST", "/typing"), ("GET", "")):
            await told.ask(method, HERE + path)
    await told.ask("GET", f"/channels/{NOBODY}")
    assert await told.text() == snapshot


async def test_threads_are_opened_changed_left_and_deleted(
    pocket: Pocket, told: Told, snapshot: SnapshotAssertion
) -> None:
    message = (await told.ask("POST", f"{HERE}/messages", {"content": "A game"}))["id"]
    opening = f"{HERE}/messages/{message}/threads"
    await told.ask("POST", opening, {"name": ""})
    for _ in range(2):
        await told.ask("POST", opening, {"name": "From a message", "auto_archive_duration": 60})
    await told.ask("GET", f"{HERE}/messages/{message}")
    private = (await told.ask("POST", f"{HERE}/threads", {"name": "Private"}))["id"]
    await told.ask("POST", f"{HERE}/threads", {"name": "Public", "type": 11, "rate_limit_per_user": 9})
    await told.ask("GET", f"{HERE}/messages")
    for wrong in ({"type": 5}, {"auto_archive_duration": 61}, {"rate_limit_per_user": 21601, "type": 11}):
        await told.ask("POST", f"{HERE}/threads", {"name": "Wrong"} | wrong)
    await told.ask("POST", f"/channels/{private}/threads", {"name": "Within", "type": 11})
    members = f"/channels/{private}/thread-members"
    for method, who in (("PUT", BEN), ("PUT", BEN), ("GET", BEN), ("GET", CLARA), ("GET", "@me")):
        await told.ask(method, f"{members}/{who}")
    await told.ask("PUT", f"{members}/{NOBODY}")
    await told.ask("GET", members)
    await told.ask("GET", f"/channels/{private}/messages")
    await told.ask("DELETE", f"{members}/{BEN}")
    await told.ask("GET", f"{HERE}/thread-members")
    elsewhere = await pocket.anna.open_thread(PLAUDEREI, "Anna's")
    await told.ask("GET", f"/guilds/{SPIELEABEND}/threads/active")
    await told.ask("GET", f"/guilds/{NOBODY}/threads/active")
    await pocket.control.deny(PLAUDEREI, "VIEW_CHANNEL")
    await told.ask("GET", f"/guilds/{SPIELEABEND}/threads/active")
    await pocket.control.deny(PLAUDEREI)
    among = await pocket.anna.open_thread(BRETTSPIELE, "among us", private=True)
    await pocket.anna.say(among, f"Come in, <@{BOT}>, <@{BEN}>")
    for member in (BEN, "@me"):
        await told.ask("DELETE", f"/channels/{among}/thread-members/{member}")
    pocket.clock.pass_by(30)
    for thread in (message, private, elsewhere):
        for change in (
            {"name": "Renamed"},
            {"name": ""},
            {"archived": True},
            {"name": "Again"},
            {"archived": False, "name": "Awake", "auto_archive_duration": 1440},
            {"locked": True},
            {"archived": "yes"},
        ):
            await told.ask("PATCH", f"/channels/{thread}", change)
    await pocket.control.lock(private)
    for change in ({"locked": False}, {"name": "Unlocked"}, {"archived": True}):
        await told.ask("PATCH", f"/channels/{private}", change)
    await pocket.control.archive(private, archived=False)
    renamed = (await told.ask("GET", f"/channels/{message}/messages"))[0]["id"]
    await told.ask("PATCH", f"/channels/{message}/messages/{renamed}", {"content": "x"})
    await told.ask("DELETE", f"/channels/{message}/messages/{renamed}")
    await told.ask("DELETE", f"/channels/{message}")
    await told.ask("DELETE", f"{members}/{ANNA}")
    await pocket.control.deny(BRETTSPIELE, allow=("MANAGE_THREADS",))
    await told.ask("PATCH", f"/channels/{message}", {"locked": True, "archived": True})
    await told.ask("PATCH", f"/channels/{message}", {"locked": False})
    await told.ask("GET", f"{HERE}/threads/archived/public")
    await told.ask("DELETE", f"/channels/{message}")
    await told.ask("DELETE", HERE)
    await told.ask("GET", f"/channels/{message}")
    assert await told.text() == snapshot


async def test_forum_posts_match_snapshot(pocket: Pocket, told: Told, snapshot: SnapshotAssertion) -> None:
    tags: list[Json] = [{"name": "ConHex"}, {"name": "For moderators", "moderated": True}]
    forum = await pocket.control.add_forum(SPIELEABEND, "posts", *tags, requires_tag=True)
    (free, moderated) = [tag["id"] for tag in (await told.ask("GET", f"/channels/{forum}"))["available_tags"]]
    first = {"content": "The first message"}
    for body in (
        {"message": first, "applied_tags": [free]},
        {"message": first},
        {"message": first, "applied_tags": [moderated]},
        {"message": first, "applied_tags": [NOBODY]},
        {"message": first, "applied_tags": [free] * 6},
        {"applied_tags": [free]},
        {"message": {}, "applied_tags": [free]},
        {"message": first | {"nonce": "7"}, "applied_tags": [free], "auto_archive_duration": 60},
    ):
        await told.ask("POST", f"/channels/{forum}/threads", {"name": "A post"} | body)
    await told.ask("POST", f"/channels/{forum}/threads", {"message": first, "applied_tags": [free]})
    await told.ask("GET", f"/channels/{forum}")
    await told.ask("GET", f"/guilds/{SPIELEABEND}/threads/active")
    post = {"name": "Mine", "message": first, "applied_tags": [free]}
    await pocket.control.deny(forum, "ATTACH_FILES", allow=("MANAGE_THREADS",))
    await told.ask("POST", f"/channels/{forum}/threads", post, files={"a.txt": b"abc"})
    await told.ask("POST", f"/channels/{forum}/threads", post | {"applied_tags": [moderated]})
    await told.ask("GET", f"/channels/{forum}")
    assert await told.text() == snapshot


async def test_global_and_guild_commands_match_snapshot(told: Told, snapshot: SnapshotAssertion) -> None:
    everywhere, here = f"/applications/{BOT}/commands", f"/applications/{BOT}/guilds/{GAME_NIGHT}/commands"
    move: Json = {"name": "move", "description": "Move", "name_localizations": {"de": "zug"}}
    for path in (everywhere, here):
        (kept, _) = await told.ask("PUT", path, [move, {"name": "Board", "type": 3}])
        await told.ask("POST", path, move | {"description": "Make a move"})
        added = (await told.ask("POST", path, {"name": "games", "description": "Games"}))["id"]
        await told.ask("PATCH", f"{path}/{added}", {"description": "All games"})
        for command in (kept["id"], NOBODY):
            await told.ask("GET", f"{path}/{command}")
        await told.ask("DELETE", f"{path}/{added}")
        await told.ask("DELETE", f"{path}/{added}")
        for query in ("", "?with_localizations=true"):
            await told.ask("GET", path + query)
    await told.ask("GET", f"{here}/{NOBODY}")
    await told.ask("GET", f"/applications/{NOBODY}/commands")
    await told.ask("GET", f"/applications/{BOT}/guilds/{NOBODY}/commands")
    assert await told.text() == snapshot


async def test_interaction_answers_match_snapshot(stage: Stage, snapshot: SnapshotAssertion) -> None:
    told = Told(stage.pocket)
    for kind, data in (
        (4, {"content": "Seen by all"}),
        (4, {"content": "Seen by one", "flags": 64}),
        (5, None),
        (5, {"flags": 64}),
    ):
        interaction = await stage.begin()
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        answer = await stage.rest.ask("POST", path, {"type": kind, "data": data}, token="none")
        told.note(f"answer {kind} {data}", answer)
        await told.ask("GET", f"{HERE}/messages/{answer.body['interaction']['response_message_id']}")
        hook = stage.hook(interaction)
        for method, rest, body in (
            ("GET", "/messages/@original", None),
            ("PATCH", "/messages/@original", {"content": "Changed"}),
            ("POST", "", {"content": "More", "flags": 64}),
            ("DELETE", "/messages/@original", None),
            ("GET", "/messages/@original", None),
            ("GET", f"/messages/{NOBODY}", None),
        ):
            told.note(
                f"{method} {rest} {body}", await stage.rest.ask(method, hook + rest, body, token="none")
            )
    other = hook.replace(BOT, NOBODY)
    told.note("another application", await stage.rest.ask("POST", other, {"content": "x"}))
    assert await told.text() == snapshot


async def test_press_answers_match_snapshot(stage: Stage, snapshot: SnapshotAssertion) -> None:
    told = Told(stage.pocket)
    await stage.pocket.control.change_application(activities=True)
    rows = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "b"}]}]
    message = (await stage.rest.ask("POST", f"{HERE}/messages", {"components": rows})).body
    form = {
        "title": "t",
        "custom_id": "c",
        "components": [{"type": 18, "label": "A", "component": {"type": 4, "style": 1, "custom_id": "a"}}],
    }
    for kind, data in (
        (4, {"content": "x"}),
        (5, None),
        (6, None),
        (7, {"content": "y"}),
        (9, form),
        (12, None),
    ):
        interaction = await stage.press(message, "b")
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=true"
        answer = await stage.rest.ask("POST", path, {"type": kind, "data": data}, token="none")
        told.note(f"answer {kind}", answer)
        if kind != 12:
            hook = stage.hook(interaction)
            told.note("@original", await stage.rest.ask("GET", f"{hook}/messages/@original", token="none"))
            told.note("follow-up", await stage.rest.ask("POST", hook, {"content": "more"}, token="none"))
    assert await told.text() == snapshot

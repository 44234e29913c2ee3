"""A change through the page or the control leaves everything else as it was; limits include their ends."""

from dataclasses import replace
from typing import Any

import pytest

from playground.values.messages import Message
from playground.values.places import Channel, ChannelType
from playground.values.signing import sign
from tests.playground.little_bot import png
from tests.playground.raw import Rest
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, BRETTSPIELE, CLARA, GAME_NIGHT, LOBBY, Pocket, Refused

Json = dict[str, Any]
CONTROL = "/playground/control"


async def test_guild_keeps_omitted_settings(pocket: Pocket) -> None:
    world, path = pocket.playground.world, f"{CONTROL}/guilds/{GAME_NIGHT}"
    world.set_guild(
        replace(
            world.guilds[GAME_NIGHT],
            locale="fr",
            community=True,
            thread_cap=7,
            refused_words=("a", "b"),
            bot_allowed=("MANAGE_ROLES",),
        )
    )
    page = f"/playground/guilds/{GAME_NIGHT}"
    requests: list[tuple[str, Json]] = [
        (path, {}),
        (page, {}),
        (page, {"locale": "es-419"}),
        (page, {"community": False}),
        (path, {"community": True}),
        (path, {"locale": "sv-SE"}),
        (path, {"thread_cap": 0}),
        (path, {"refused_words": []}),
        (path, {"system_channel": LOBBY}),
        (path, {"system_channel": None}),
        (path, {"bot_allowed": []}),
    ]
    for target, changes in requests:
        before = world.guilds[GAME_NIGHT]
        await pocket.line.ask("PATCH", target, changes)
        values: Json = {
            key: tuple(value) if isinstance(value, list) else value for key, value in changes.items()
        }
        assert world.guilds[GAME_NIGHT] == replace(before, **values), changes


async def test_thread_keeps_omitted_settings(pocket: Pocket) -> None:
    world = pocket.playground.world
    thread = await pocket.anna.open_thread(BRETTSPIELE, "x" * 100)
    opened = world.channels[thread]
    assert (opened.owner_id, opened.members, opened.type) == (ANNA, (ANNA,), ChannelType.PUBLIC_THREAD)
    states = []
    changes: list[Json] = [{"locked": True}, {"pinned": True}, {}, {"pinned": False}, {"archived": True}, {}]
    for change in (*changes, {"locked": False, "archived": True}):
        await pocket.line.ask("POST", f"{CONTROL}/threads/{thread}", change)
        now = world.channels[thread]
        states.append((now.locked, now.pinned, now.archived))
    assert states == [
        (True, False, False),
        (True, True, False),
        (True, True, False),
        (True, False, False),
        (True, False, True),
        (True, False, False),
        (False, False, True),
    ]


async def test_permission_lists_replace_earlier_ones(pocket: Pocket) -> None:
    world = pocket.playground.world
    lists = {"deny": "ATTACH_FILES", "allow": "MANAGE_THREADS", "deny_people": "SEND_MESSAGES"}
    fields = {"deny": "denied", "allow": "allowed", "deny_people": "denied_people"}
    for name, right in lists.items():
        await pocket.line.ask("POST", f"{CONTROL}/permissions", {"channel_id": LOBBY, name: [right]})
        channel = world.channels[LOBBY]
        held = {key: getattr(channel, field) for key, field in fields.items()}
        assert held == dict.fromkeys(lists, ()) | {name: (right,)}


async def test_dms_are_open_unless_closed(pocket: Pocket) -> None:
    states = []
    for change in ({"open": False}, {"open": False, "code": 50278, "opening": True}, {"open": False}, {}):
        await pocket.line.ask("POST", f"{CONTROL}/dms", {"user_id": BEN} | change)
        (channel,) = (c for c in pocket.playground.world.channels.values() if c.recipient_id == BEN)
        states.append((channel.accepts, channel.refusal, channel.refuses_opening))
    assert states == [
        (False, 50007, False),
        (False, 50278, True),
        (False, 50007, False),
        (True, 50007, False),
    ]


async def test_a_group_has_three_to_ten_people(pocket: Pocket) -> None:
    world = pocket.playground.world
    people = [user.id for user in world.people]
    for number in range(5):
        body = {"name": f"Person {number}", "locale": "de"}
        people.append((await pocket.line.ask("POST", f"{CONTROL}/users", body))["id"])
    shapes = []
    for count in (2, 3, 10):
        channel = world.channels[await pocket.control.add_private_channel(*people[1 : count + 1])]
        shapes.append((channel.type, channel.owner_id, len(channel.people)))
    assert shapes == [
        (ChannelType.DM, None, 2),
        (ChannelType.GROUP_DM, BEN, 3),
        (ChannelType.GROUP_DM, BEN, 10),
    ]
    for wrong in (people, people[:1]):
        with pytest.raises(Refused, match="people must be 2 to 10"):
            await pocket.control.add_private_channel(*wrong)
    assert len({user.colour for user in world.people}) == 6


async def test_channels_have_kinds_and_positions(pocket: Pocket) -> None:
    world = pocket.playground.world
    kinds = {
        "text": ChannelType.TEXT,
        "voice": ChannelType.VOICE,
        "stage": ChannelType.STAGE_VOICE,
        "category": ChannelType.CATEGORY,
        "announcement": ChannelType.ANNOUNCEMENT,
        "forum": ChannelType.FORUM,
    }
    opened = [world.channels[await pocket.control.add_channel(GAME_NIGHT, kind, kind)] for kind in kinds]
    assert [channel.type for channel in opened] == list(kinds.values())
    assert [channel.position for channel in opened] == list(range(2, 8))


async def test_reads_and_writes_respect_the_limits(pocket: Pocket) -> None:
    world, now = pocket.playground.world, pocket.clock.now()
    for _ in range(205):
        world.post(Message(world.snowflakes.mint(), LOBBY, BOT, 0, now))
    path = f"/playground/channels/{LOBBY}/messages"
    counts = {
        limit: len((await pocket.line.ask("GET", f"{path}?as={ANNA}&limit={limit}"))["messages"])
        for limit in ("", "0", "1", "199", "200", "201")
    }
    assert counts == {"": 50, "0": 1, "1": 1, "199": 199, "200": 200, "201": 200}
    assert (await pocket.anna.say(LOBBY, "x" * 2000))["content"] == "x" * 2000
    for content in ("x" * 2001, "", " \n"):
        with pytest.raises(Refused, match="content"):
            await pocket.anna.say(LOBBY, content)


async def test_archived_thread_reopens_only_below_the_cap(pocket: Pocket) -> None:
    world = pocket.playground.world
    await pocket.control.set_thread_cap(GAME_NIGHT, 1)
    thread = await pocket.anna.open_thread(BOARD_GAMES, "first")
    await pocket.ben.say(thread, f"here <@{CLARA}>")
    assert world.channels[thread].members == (ANNA, BEN, CLARA)
    await pocket.control.archive(thread)
    other = await pocket.anna.open_thread(BOARD_GAMES, "second")
    with pytest.raises(Refused, match="too many threads"):
        await pocket.anna.open_thread(BOARD_GAMES, "third")
    with pytest.raises(Refused, match="too many threads"):
        await pocket.anna.say(thread, "wake up")
    await pocket.anna.say(other, "active")
    await pocket.control.archive(other)
    await pocket.anna.say(thread, "wake up")
    assert not world.channels[thread].archived
    forum = await pocket.control.add_forum(GAME_NIGHT, "posts")
    await pocket.control.lock(thread)
    for channel, reason in ((forum, "a forum takes only posts"), (thread, "the thread is locked")):
        with pytest.raises(Refused, match=reason):
            await pocket.anna.say(channel, "x")


async def test_hidden_channels_and_messages_are_unreachable(pocket: Pocket) -> None:
    world, now = pocket.playground.world, pocket.clock.now()
    world.open_channel(
        Channel("71", ChannelType.TEXT, "hidden", now, GAME_NIGHT, denied_people=("VIEW_CHANNEL",))
    )
    world.post(Message("72", LOBBY, BOT, 0, now, ephemeral_for=ANNA))
    bodies: list[tuple[str, Json]] = [
        ("/playground/channels/71/messages", {"content": "x"}),
        ("/playground/threads", {"channel_id": "71", "name": "t"}),
        ("/playground/read", {"channel_id": "71", "message_id": "5"}),
        ("/playground/interactions", {"channel_id": "71", "type": 2, "data": {}}),
        ("/playground/activities", {"channel_id": "71"}),
        ("/playground/dismiss", {"message_id": "72"}),
    ]
    for path, body in bodies:
        with pytest.raises(Refused) as refused:
            await pocket.line.ask("POST", path, {"as": CLARA} | body)
        assert refused.value.status == 404, path
    await pocket.line.ask("POST", "/playground/dismiss", {"as": ANNA, "message_id": "72"})
    assert world.find_message("72") is None


async def test_files_need_matching_channel_id_and_name(pocket: Pocket) -> None:
    files = {"a.png": png(), "b.txt": b"text"}
    message = (await Rest(pocket).ask("POST", f"/channels/{LOBBY}/messages", {}, files)).body
    first, second = (file["id"] for file in message["attachments"])

    async def fetch(path: str) -> tuple[int, bytes]:
        url = pocket.playground.url + sign(path, pocket.clock.now())
        async with pocket.line.session.get(url) as response:
            return response.status, await response.read()

    base = "/cdn/attachments"
    assert await fetch(f"{base}/{LOBBY}/{first}/a.png") == (200, png())
    assert await fetch(f"{base}/{LOBBY}/{second}/b.txt") == (200, b"text")
    wrong = (
        f"{LOBBY}/{first}/b.txt",
        f"{LOBBY}/{second}/a.png",
        f"{BRETTSPIELE}/{first}/a.png",
        f"{LOBBY}/5/a.png",
    )
    assert [(await fetch(f"{base}/{path}"))[0] for path in wrong] == [404] * 4


async def test_only_pictures_are_served_with_their_own_type(pocket: Pocket) -> None:
    types = {
        "a.png": "image/png",
        "b.gif": "image/gif",
        "c.jpg": "image/jpeg",
        "d.svg": "application/octet-stream",
        "e.html": "application/octet-stream",
        "f.txt": "application/octet-stream",
    }
    files = dict.fromkeys(types, b"<b>") | {"a.png": png(), "b.gif": b"GIF89a" + bytes(8)}
    message = (await Rest(pocket).ask("POST", f"/channels/{LOBBY}/messages", {}, files)).body
    served = {}
    for file in message["attachments"]:
        async with pocket.line.session.get(file["url"]) as response:
            served[file["filename"]] = response.headers["Content-Type"]
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert response.headers["Cache-Control"] == "private, max-age=86400, immutable"
    assert served == types


async def test_app_is_installed_and_removed_per_person(pocket: Pocket) -> None:
    users = pocket.playground.world.users
    states = []
    for person, installed in ((BEN, True), (CLARA, True), (BEN, False), (BEN, False), (CLARA, True)):
        await pocket.control.install(person, installed=installed)
        states.append({user for user in users if users[user].has_app})
    assert states == [{BEN}, {BEN, CLARA}, {CLARA}, {CLARA}, {CLARA}]


async def test_an_activity_lasts_until_its_last_person_leaves(pocket: Pocket) -> None:
    await pocket.control.change_application(activities=True)
    rest, path = Rest(pocket), "/playground/activities"
    for person in (ANNA, BEN):
        frame = await pocket.line.ask("POST", path, {"as": person, "channel_id": LOBBY})
    instance = f"/applications/{BOT}/activity-instances/{frame['instance_id']}"
    people = []
    for person in (CLARA, ANNA, BEN):
        people.append((await rest.ask("GET", instance)).body["users"])
        body = {"as": person, "instance_id": frame["instance_id"]}
        await pocket.line.ask("POST", f"{path}/leave", body)
    assert people == [[ANNA, BEN], [ANNA, BEN], [BEN]]
    assert (await rest.ask("GET", instance)).status == 404

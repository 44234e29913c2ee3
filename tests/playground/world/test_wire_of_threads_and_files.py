"""Threads, posts and messages with files on the wire; all their ids, times and counts differ."""

import json
from dataclasses import replace
from typing import Any

from syrupy.assertion import SnapshotAssertion

from playground.limits.parts import with_ids
from playground.values.messages import Attachment, Message, MessageFlag, MessageType
from playground.values.places import Channel, ChannelType, ForumTag, Role
from playground.world.wire import Wire
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, BRETTSPIELE, CLARA, GAME_NIGHT, SPIELEABEND

HOUR = 3600.0
FILES = tuple(
    Attachment(str(50 + number), name, 100 + number, "image/png", number, 2 * number, description)
    for number, (name, description) in enumerate(
        (("first.png", None), ("second.png", "2nd"), ("third.png", ""), ("left.txt", "left"))
    )
)


def told(shape: Any) -> str:
    """Return an object as JSON on one line, without its empty parts and the signatures of addresses."""

    def short(value: Any) -> Any:
        match value:
            case dict():
                return {key: short(item) for key, item in value.items() if item not in (None, [], {})}
            case list():
                return [short(item) for item in value]
            case str():
                return value.partition("?ex=")[0]
            case _:
                return value

    return json.dumps(short(shape))


def test_threads_and_posts_have_their_own_times_and_counts(
    world: World, clock: Hand, snapshot: SnapshotAssertion
) -> None:
    begun = clock.moment
    thread = Channel(
        "71",
        ChannelType.PUBLIC_THREAD,
        "of Anna",
        begun - HOUR,
        GAME_NIGHT,
        BOARD_GAMES,
        owner_id=ANNA,
        last_message_id="5",
        archived=True,
        auto_archive=60,
        archive_changed=begun + HOUR,
        last_active=begun + 2 * HOUR,
        message_count=7,
        members=(ANNA, BOT, CLARA),
        pinned=True,
    )
    forum = Channel(
        "72", ChannelType.FORUM, "free", begun, SPIELEABEND, tags=(ForumTag("61", "Go"),), position=4
    )
    strict = replace(forum, id="73", tags=(), requires_tag=True)
    for channel in (forum, strict):
        world.open_channel(channel)
    post = replace(thread, id="74", guild_id=SPIELEABEND, parent_id="72", applied_tags=("61",))
    clock.moment += 5 * HOUR
    wire = Wire(world, "http://here")
    places = (
        thread,
        replace(thread, id="75", owner_id=BOT, members=(BEN,), locked=True, archived=False),
        replace(thread, id="76", type=ChannelType.ANNOUNCEMENT_THREAD, members=()),
        forum,
        strict,
        post,
        replace(post, id="77", pinned=False, applied_tags=()),
        Channel("78", ChannelType.DM, "", begun, people=(ANNA, BEN), last_message_id="8"),
        Channel("79", ChannelType.GROUP_DM, "Three", begun, people=(BEN, CLARA, ANNA), owner_id=CLARA),
    )
    lines = [told(wire.channel(place)) for place in places]
    lines.append(told(wire.thread_member(thread, CLARA)))
    for person in (BOT, ANNA):
        lines += (told(wire.member(world.users[person], world.guilds[guild])) for guild in (GAME_NIGHT,))
    assert "\n".join(lines) == snapshot


def test_messages_with_files_and_threads_match_snapshot(world: World, snapshot: SnapshotAssertion) -> None:
    message = Message("90", BRETTSPIELE, BOT, MessageType.DEFAULT, 0.0, "text", attachments=FILES)
    world.post(message)
    world.open_channel(
        Channel("90", ChannelType.PUBLIC_THREAD, "at it", 0.0, SPIELEABEND, BRETTSPIELE, message_count=2)
    )
    gallery = {
        "type": 12,
        "items": [
            {"media": {"url": "attachment://second.png"}, "description": "described", "spoiler": True},
            {"media": {"url": "attachment://missing.png"}},
        ],
    }
    section = {
        "type": 9,
        "components": [{"type": 10, "content": "x"}],
        "accessory": {"type": 11, "media": {"url": "attachment://third.png"}, "description": "thumbnail"},
    }
    container = {"type": 17, "components": [gallery, section, {"type": 13, "file": {"url": "https://x"}}]}
    embeds: tuple[dict[str, Any], ...] = (
        {"title": "first", "thumbnail": {"url": "attachment://first.png", "height": 5}},
        {"title": "second", "image": {"url": "attachment://second.png"}, "thumbnail": {"url": "https://y"}},
    )
    origin = {"id": "5", "type": 2, "user_id": CLARA}
    reference = {"message_id": "3", "channel_id": BRETTSPIELE}
    messages = (
        message,
        replace(message, id="91", flags=MessageFlag.SUPPRESS_EMBEDS, embeds=embeds, pinned=True),
        replace(
            message, id="92", components=with_ids([container]), mentions=(BEN, "1"), role_mentions=("4",)
        ),
        replace(message, id="93", type=MessageType.REPLY, reference=reference, author_id=ANNA, nonce="n"),
        *(
            replace(message, id=str(94 + kind), type=kind, metadata=origin, command="play", attachments=())
            for kind in (MessageType.CONTEXT_MENU_COMMAND, MessageType.CHAT_INPUT_COMMAND, MessageType.REPLY)
        ),
        replace(message, id="95", metadata=origin | {"user_id": "7"}, command="play"),
        replace(message, id="96", metadata=origin, timestamp=1.5, edited=2.25),
    )
    wire = Wire(world, "http://here")
    assert "\n".join(told(wire.message(each)) for each in messages) == snapshot


def test_guilds_with_roles_and_channels_match_snapshot(world: World, snapshot: SnapshotAssertion) -> None:
    usual, community = (
        world.guilds[SPIELEABEND],
        replace(world.guilds[GAME_NIGHT], locale="fr", community=True),
    )
    world.guilds[GAME_NIGHT] = replace(
        community, owner_id=CLARA, bot_allowed=("MANAGE_ROLES",), bot_position=4
    )
    world.add_role(world.guilds[GAME_NIGHT], Role("31", "Players", 0, ("MANAGE_THREADS",), mentionable=True))
    world.add_role(world.guilds[GAME_NIGHT], Role("32", "App", 0, managed=True), above_bot=True)
    world.set_held(world.guilds[GAME_NIGHT], BOT, "32", held=True)
    world.set_held(world.guilds[GAME_NIGHT], ANNA, "31", held=True)
    for number, kind in (("71", ChannelType.PRIVATE_THREAD), ("72", ChannelType.PUBLIC_THREAD)):
        world.open_channel(Channel(number, kind, "t", 0.0, GAME_NIGHT, BOARD_GAMES, members=(ANNA,)))
    wire = Wire(world, "http://here")
    lines = [told(wire.guild_create(guild)) for guild in (usual, world.guilds[GAME_NIGHT])]
    lines.append(told(wire.member(world.users[ANNA], world.guilds[GAME_NIGHT])))
    lines.append(told(wire.member(world.users[ANNA], usual)))
    assert "\n".join(lines) == snapshot

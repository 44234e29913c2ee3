"""Guilds, channels and threads after changes: everything else in them stays as it was."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from playground.values.messages import Message
from playground.values.permissions import GRANTED, Permission
from playground.values.places import Channel, ChannelType, Guild, Role
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, BRETTSPIELE, GAME_NIGHT, LOBBY, SPIELEABEND

MINUTE = 60
ROLES = (Role("31", "Players", 2), Role("32", "Guests", 1))


@pytest.fixture
def guild(world: World) -> Guild:
    world.guilds[GAME_NIGHT] = replace(
        world.guilds[GAME_NIGHT],
        roles=ROLES,
        bot_position=3,
        held=((ANNA, "31"), (BEN, "31"), (BEN, "32")),
        bot_allowed=("MANAGE_THREADS",),
        refused_words=("word",),
        thread_cap=5,
        community=True,
    )
    return world.guilds[GAME_NIGHT]


CHANGES: list[tuple[str, Callable[[World, Guild], object], dict[str, object]]] = [
    ("removed", lambda world, guild: world.remove_bot(guild), {"left": True}),
    ("allowed", lambda world, guild: world.allow_bot(guild, ()), {"bot_allowed": ()}),
    (
        "role given",
        lambda world, guild: world.set_held(guild, ANNA, "32", held=True),
        {"held": ((ANNA, "31"), (BEN, "31"), (BEN, "32"), (ANNA, "32"))},
    ),
    ("role given again", lambda world, guild: world.set_held(guild, BEN, "32", held=True), {}),
    (
        "role taken",
        lambda world, guild: world.set_held(guild, BEN, "31", held=False),
        {"held": ((ANNA, "31"), (BEN, "32"))},
    ),
    ("other role taken", lambda world, guild: world.set_held(guild, ANNA, "32", held=False), {}),
    (
        "role deleted",
        lambda world, guild: world.remove_role(guild, ROLES[0]),
        {"roles": ROLES[1:], "held": ((BEN, "32"),)},
    ),
    (
        "system channel deleted",
        lambda world, _: world.close_channel(world.channels[BOARD_GAMES]),
        {"system_channel": None},
    ),
    ("other channel deleted", lambda world, _: world.close_channel(world.channels[LOBBY]), {}),
]


@pytest.mark.parametrize(("change", "fields"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_guild_changes_only_the_given_fields(
    world: World, guild: Guild, change: Callable[[World, Guild], object], fields: dict[str, object]
) -> None:
    other = world.guilds[SPIELEABEND]
    change(world, guild)
    assert world.guilds[GAME_NIGHT] == replace(guild, **fields)  # type: ignore[arg-type]  # fields of a guild
    assert world.guilds[SPIELEABEND] is other


def test_bot_permissions_apply_only_in_their_guild(world: World, guild: Guild) -> None:
    assert guild.bot_allowed
    assert world.bot_may(world.channels[BOARD_GAMES]) == GRANTED | Permission.MANAGE_THREADS
    assert world.bot_may(world.channels[BRETTSPIELE]) == GRANTED
    world.channels[LOBBY] = replace(world.channels[LOBBY], denied=("MANAGE_THREADS", "ADD_REACTIONS"))
    assert world.bot_may(world.channels[LOBBY]) == GRANTED & ~Permission.ADD_REACTIONS
    world.remove_bot(guild)
    assert world.bot_may(world.channels[BOARD_GAMES]) == Permission(0)


@pytest.mark.parametrize(
    ("changes", "archived"),
    [
        ({}, True),
        ({"type": ChannelType.PRIVATE_THREAD}, True),
        ({"type": ChannelType.ANNOUNCEMENT_THREAD}, True),
        ({"type": ChannelType.TEXT}, False),
        ({"type": ChannelType.FORUM}, False),
        ({"locked": True}, True),
        ({"pinned": True}, False),
        ({"auto_archive": 1440}, False),
        ({"members": (ANNA, BOT)}, True),
    ],
)
def test_inactive_threads_are_archived(
    world: World, clock: Hand, changes: dict[str, object], archived: bool
) -> None:
    usual = Channel(
        "71", ChannelType.PUBLIC_THREAD, "t", clock.moment, GAME_NIGHT, BOARD_GAMES, auto_archive=60
    )
    thread = replace(usual, **changes)  # type: ignore[arg-type]  # fields of a channel
    world.channels["71"] = thread
    clock.moment += 60 * MINUTE
    world.sweep_archives()
    assert world.channels["71"] is thread
    clock.moment += 1
    world.sweep_archives()
    expected = replace(thread, archived=True, archive_changed=clock.moment) if archived else thread
    assert world.channels["71"] == expected
    assert world.channel("71") == expected


def test_only_public_messages_keep_a_thread_active(world: World, clock: Hand) -> None:
    begun = clock.moment
    thread = Channel("71", ChannelType.PUBLIC_THREAD, "t", begun, GAME_NIGHT, BOARD_GAMES, auto_archive=60)
    world.channels["71"] = thread
    message = Message("81", "71", ANNA, 0, begun)
    clock.moment += 50 * MINUTE
    world.post(message)
    after = replace(thread, last_message_id="81", last_active=clock.moment, message_count=1)
    assert world.channels["71"] == after
    clock.moment += 50 * MINUTE
    world.post(replace(message, id="82", ephemeral_for=ANNA))
    assert world.channel("71") == after
    clock.moment += 11 * MINUTE
    archived = world.channel("71")
    assert archived == replace(after, archived=True, archive_changed=clock.moment)
    world.post(replace(message, id="83", ephemeral_for=ANNA))
    assert world.channels["71"] == archived
    world.post(replace(message, id="84"))
    assert world.channels["71"] == replace(
        after, last_message_id="84", last_active=clock.moment, archive_changed=clock.moment, message_count=2
    )

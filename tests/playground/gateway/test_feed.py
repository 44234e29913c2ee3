"""Approved gateway events of changes in a world."""

from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.gateway.feed import BotFeed
from playground.values.messages import Message, MessageFlag
from playground.values.places import Channel, ChannelType, Role
from playground.values.snowflakes import Snowflakes
from playground.world.seed import populate, the_bot
from playground.world.wire import Wire
from playground.world.world import World
from tests.pocket import ANNA, BEN, BOARD_GAMES, GAME_NIGHT, SPIELEABEND

Json = dict[str, Any]


class Noon:
    """A clock stopped at a fixed time."""

    def now(self) -> float:
        return 1_800_000_000.0


class Written:
    """A connection to the bot that records all events."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def reachable(self, guild_id: str | None) -> bool:
        return bool(guild_id)

    def dispatch(self, event: str, data: Json, *, guild_id: str | None = None, intent: int = 0) -> None:
        shown = {key: value for key, value in data.items() if isinstance(value, (str, int)) and value != ""}
        lists = {key: len(value) for key, value in data.items() if isinstance(value, list) and value}
        picked = (
            "id",
            "name",
            "type",
            "guild_id",
            "parent_id",
            "role_id",
            "channel_type",
            "member_count",
            "newly_created",
        )
        text = ", ".join(f"{key} {shown[key]}" for key in picked if key in shown)
        members = ", ".join(
            f"{key} {lists[key]}"
            for key in ("added_members", "removed_member_ids", "threads")
            if key in lists
        )
        inner = data.get("role") or data.get("member") or {}
        self.lines.append(f"{event} to {guild_id} by intent {intent}: {text}; {members}; {sorted(inner)}")


@pytest.fixture
def line() -> Written:
    return Written()


@pytest.fixture
def world(line: Written) -> World:
    world = World(clock=Noon(), snowflakes=Snowflakes(Noon()), bot=the_bot())
    populate(world)
    world.listen(BotFeed(world, Wire(world, "http://here"), line))
    return world


def thread(
    world: World, number: str, *members: str, kind: ChannelType = ChannelType.PUBLIC_THREAD
) -> Channel:
    place = Channel(number, kind, "game", 0.0, GAME_NIGHT, BOARD_GAMES, owner_id=ANNA, members=members)
    world.open_channel(place)
    return place


def post(world: World, number: str, channel: str, **more: Any) -> Message:
    author = more.pop("author_id", ANNA)
    return world.post(Message(number, channel, author, 0, 0.0, content="x", **more))


def test_bot_gets_messages_it_may_see(world: World, line: Written, snapshot: SnapshotAssertion) -> None:
    seen = post(world, "901", BOARD_GAMES)
    world.revise(replace(seen, content="y"))
    world.erase(seen)
    hidden = post(world, "902", BOARD_GAMES, ephemeral_for=ANNA, flags=MessageFlag.EPHEMERAL)
    world.revise(hidden)
    world.erase(hidden)
    direct = world.open_dm(ANNA)
    world.erase(post(world, "903", direct.id))
    private = thread(world, "904", ANNA, kind=ChannelType.PRIVATE_THREAD)
    world.erase(post(world, "905", private.id))
    world.set_channel(replace(world.channels[BOARD_GAMES], denied=("VIEW_CHANNEL",)))
    world.erase(post(world, "906", BOARD_GAMES))
    assert "\n".join(line.lines) == snapshot


def test_bot_gets_channel_and_thread_changes(
    world: World, line: Written, snapshot: SnapshotAssertion
) -> None:
    bot = world.bot.id
    hall = Channel("801", ChannelType.TEXT, "hall", 0.0, GAME_NIGHT)
    world.open_channel(hall)
    world.set_channel(replace(hall, name="other"))
    public, private = thread(world, "802"), thread(world, "803", ANNA, kind=ChannelType.PRIVATE_THREAD)
    world.archive_thread(public, archived=True)
    world.add_members(public.id, (ANNA, bot))
    world.add_members(public.id, (BEN,))
    world.add_members(private.id, (bot,))
    world.add_members(thread(world, "804", *map(str, range(60))).id, (bot,))
    world.remove_members(public.id, (bot, ANNA))
    world.remove_members(public.id, (BEN,))
    for place in (public, private, hall):
        world.close_channel(world.channels[place.id])
    world.close_channel(world.open_dm(ANNA))
    assert "\n".join(line.lines) == snapshot


def test_bot_gets_server_and_role_changes_while_it_is_a_member(
    world: World, line: Written, snapshot: SnapshotAssertion
) -> None:
    def guild() -> Any:
        return world.guilds[GAME_NIGHT]

    world.set_guild(replace(guild(), name="Games"))
    role = world.add_role(guild(), Role("31", "Players", 0))
    world.set_held(guild(), ANNA, role.id, held=True)
    world.set_held(guild(), world.bot.id, role.id, held=True)
    world.remove_role(guild(), role)
    world.remove_bot(guild())
    world.set_guild(replace(guild(), name="Elsewhere"))
    world.add_role(guild(), Role("32", "Guests", 0))
    world.open_channel(Channel("801", ChannelType.TEXT, "hall", 0.0, GAME_NIGHT))
    world.add_bot(guild())
    world.set_user(world.users[ANNA])
    world.open_guild(replace(world.guilds[SPIELEABEND], left=True))
    assert "\n".join(line.lines) == snapshot

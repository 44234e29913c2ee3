"""Visibility of a game's place: by roles, overwrites, threads and forums."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.lookup.visibility import (
    match_visibility,
    match_visibility_at,
    open_to_everyone,
    place_absence,
    place_visibility,
)
from bot.model.match.match import Match
from bot.model.people.person import Place
from tests.bot.chat import guilds
from tests.bot.chat.samples import MATCH

HALL, LOUNGE, STAFF, POSTS, VOICE, QUIET_VOICE = 70, 71, 72, 73, 74, 75
MODERATOR = 5
CARA, DORA = 1003, 1004
GUILD = guilds.guild(
    (HALL, LOUNGE), {STAFF: (MODERATOR,), POSTS: (MODERATOR,)}, forums=(POSTS,), roles=(MODERATOR,)
)
for number, connects in ((VOICE, True), (QUIET_VOICE, False)):
    allowed = str(discord.Permissions(connect=connects).value)
    everyone = {"id": str(guilds.SERVER), "type": 0, "allow": allowed, "deny": "0"}
    shape: Any = {**guilds.channel_data(number), "type": 2, "bitrate": 64_000, "user_limit": 0}
    shape["permission_overwrites"] = [everyone]
    GUILD._add_channel(discord.VoiceChannel(state=GUILD._state, guild=GUILD, data=shape))
IN_HALL = Place(guilds.SERVER, HALL, "en")
POST = 7300


def match_in(place: Place = IN_HALL, thread: int | None = None, parent: int | None = None) -> Match:
    return replace(MATCH, place=place, thread=thread, thread_parent=parent)


def speaking(person: int, *roles: int, channel: int = LOUNGE, guild: Any = GUILD) -> Any:
    return SimpleNamespace(guild=guild, user=guilds.member(guild, person, *roles), channel_id=channel)


@pytest.mark.parametrize(
    ("match", "stranger", "moderator"),
    [
        (match_in(), True, True),
        (match_in(Place(guilds.SERVER, STAFF, "en")), False, True),
        (match_in(Place(guilds.SERVER, 7200, "en", parent=STAFF)), False, True),
        (match_in(thread=7000, parent=HALL), True, True),
        (match_in(thread=POST, parent=POSTS), False, True),
        (match_in(thread=POST, parent=99), False, False),
        (match_in(thread=POST), True, True),
        (match_in(Place(guilds.SERVER, 99, "en")), False, False),
        (match_in(Place(guilds.SERVER, QUIET_VOICE, "en")), False, False),
        (match_in(Place(guilds.SERVER, VOICE, "en")), True, True),
    ],
    ids=[
        "open", "hidden", "in a thread of a hidden one", "thread", "archived post of a hidden forum",
        "deleted forum", "thread of an earlier version", "deleted", "voice without connecting", "voice",
    ],
)  # fmt: skip
def test_a_game_is_visible_in_its_channel(match: Match, stranger: bool, moderator: bool) -> None:
    assert match_visibility(speaking(CARA))(match) is stranger
    assert match_visibility(speaking(DORA, MODERATOR))(match) is moderator
    assert match_visibility_at(replace(IN_HALL, channel=LOUNGE), GUILD)(match) is stranger
    assert open_to_everyone(GUILD, match) is stranger


def test_the_gateway_finds_the_forum_of_an_earlier_post() -> None:
    guild = guilds.guild((HALL, LOUNGE), {POSTS: ()}, forums=(POSTS,), threads={POST: POSTS})
    match = match_in(thread=POST)
    assert not match_visibility(speaking(CARA, guild=guild))(match)
    assert not open_to_everyone(guild, match)


def test_the_current_channel_is_visible() -> None:
    match = match_in(Place(guilds.SERVER, STAFF, "en"))
    assert match_visibility(speaking(CARA, channel=STAFF))(match)
    assert match_visibility_at(match.place, GUILD)(match)
    assert match_visibility_at(replace(match.place, channel=7200, parent=STAFF), GUILD)(match)


def test_a_private_thread_is_visible_only_inside() -> None:
    place = Place(guilds.SERVER, 7001, "en", parent=HALL, private=True)
    assert place_visibility(speaking(CARA, channel=7001))(place)
    assert not place_visibility(speaking(CARA, channel=HALL))(place)
    assert not match_visibility_at(IN_HALL, GUILD)(match_in(place))
    assert not open_to_everyone(GUILD, match_in(place))


@pytest.mark.parametrize(
    ("place", "gone"),
    [
        (IN_HALL, False),
        (Place(guilds.SERVER, 7100, "en", parent=HALL), False),
        (Place(guilds.SERVER, 99, "en"), True),
        (Place(guilds.SERVER, HALL, "en", parent=99), True),
        (Place(8, 99, "en"), False),
        (Place(None, 99, "en"), False),
    ],
    ids=["there", "thread", "deleted", "thread of a deleted one", "another server", "no server"],
)
def test_a_place_is_gone_if_its_server_does_not_list_it(place: Place, gone: bool) -> None:
    client: Any = SimpleNamespace(get_guild={guilds.SERVER: GUILD}.get)
    assert place_absence(client)(place) is gone


def test_no_place_is_gone_during_an_outage() -> None:
    client: Any = SimpleNamespace(get_guild=lambda _: SimpleNamespace(unavailable=True))
    assert not place_absence(client)(Place(guilds.SERVER, 99, "en"))


def test_a_private_thread_below_a_channel_is_visible_only_inside() -> None:
    private = Place(guilds.SERVER, 7500, "en", parent=HALL, private=True)
    assert not place_visibility(speaking(CARA))(private)
    assert place_visibility(speaking(CARA, channel=7500))(private)
    assert not open_to_everyone(GUILD, match_in(private))


def test_nothing_is_open_to_everyone_in_an_unknown_server() -> None:
    assert not open_to_everyone(None, match_in())

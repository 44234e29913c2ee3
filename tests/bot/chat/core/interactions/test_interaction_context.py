"""The person, place and visible matches of an interaction."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.interactions.interaction_context import (
    InteractionContext,
    community_locale,
    member_roles,
    place_of,
)
from bot.locale import Texts
from bot.model.people.person import Person, Place, Request, RolesHeld
from tests.bot.chat import guilds, samples
from tests.bot.chat.presses import UNUSED

HALL, THREAD, PRIVATE = 70, 7001, 7002
GERMAN = discord.Locale.german
DATA = {**guilds.guild_data((HALL,), roles=(31,)), "features": ["COMMUNITY"], "preferred_locale": "fr"}
STATE = guilds.guild()._state


def server(**changes: object) -> discord.Guild:
    data: Any = DATA | changes
    return discord.Guild(data=data, state=STATE)


def thread(number: int, kind: int) -> discord.Thread:
    data: Any = {**guilds._thread(number, HALL), "type": kind}
    return discord.Thread(guild=server(), state=STATE, data=data)


def speaking(
    guild: discord.Guild | None, channel: Any, guild_id: int | None = guilds.SERVER, channel_id: int = HALL
) -> Any:
    return SimpleNamespace(
        guild=guild,
        guild_id=guild_id,
        guild_locale=discord.Locale.french,
        channel=channel,
        channel_id=channel_id,
        locale=GERMAN,
        client=SimpleNamespace(get_guild=lambda _: guild),
        extras={},
    )


@pytest.mark.parametrize(
    ("interaction", "place"),
    [
        (speaking(server(), server().get_channel(HALL)), Place(7, HALL, "fr")),
        (speaking(server(features=[]), None), Place(7, HALL, "")),
        (speaking(server(), thread(THREAD, 11), channel_id=THREAD), Place(7, THREAD, "fr", HALL)),
        (
            speaking(server(), thread(PRIVATE, 12), channel_id=PRIVATE),
            Place(7, PRIVATE, "fr", HALL, private=True),
        ),
        (speaking(None, None), Place(None, HALL, "de")),
        (speaking(None, None, None, 900), Place(None, 900, "de")),
    ],
    ids=["community", "other server", "thread", "private thread", "server without the bot", "direct"],
)
def test_an_interaction_has_its_place_and_language(interaction: Any, place: Place) -> None:
    assert place_of(interaction) == place


def test_only_communities_declare_a_locale() -> None:
    assert [community_locale(server()), community_locale(server(features=[]))] == ["fr", ""]


def test_member_roles_are_known_in_an_available_server() -> None:
    assert member_roles(guilds.member(server(), 1, 31)) == RolesHeld(7, frozenset({7, 31}))
    assert member_roles(guilds.member(server(roles=[]), 1, 31)) is None
    assert member_roles(guilds.user(server(), 1, "Anna")) is None


@pytest.mark.parametrize(
    ("person", "place", "visible", "seen"),
    [
        (1, Place(8, 80, ""), False, True),
        (9, Place(7, 71, ""), True, True),
        (9, Place(7, 71, ""), False, False),
        (9, Place(8, 80, ""), True, False),
        (9, Place(None, 900, ""), True, False),
    ],
    ids=["player", "here", "hidden", "another server", "direct"],
)
def test_a_match_is_visible_to_its_players_and_in_its_server(
    person: int, place: Place, visible: bool, seen: bool
) -> None:
    match = replace(samples.MATCH, place=Place(7, HALL, ""))
    assert match.seat_of(1) is not None
    someone = Person(person, "P", "en")
    context = InteractionContext(
        UNUSED,
        someone,
        place,
        Request("r", someone),
        Texts.load().language("en"),
        UNUSED,
        sees=lambda _: visible,
    )
    assert context.may_see(match) is seen

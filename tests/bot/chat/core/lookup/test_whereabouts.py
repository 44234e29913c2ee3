"""The place of an interaction, and the bot's right to post there."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.lookup.whereabouts import Whereabouts, is_public_answer, may_post, server_of, whereabouts

HOME, STRANGE = 7, 8


def spoken(
    server: int | None,
    *,
    among_people: bool = False,
    may: discord.Permissions | None = None,
    person_may: discord.Permissions | None = None,
) -> Any:
    """Return the used part of an interaction with a bot in one server."""
    return SimpleNamespace(
        guild_id=server,
        client=SimpleNamespace(get_guild={HOME: object()}.get),
        context=SimpleNamespace(private_channel=among_people),
        app_permissions=may or discord.Permissions.all(),
        permissions=person_may or discord.Permissions.all(),
        channel=None,
        extras={},
    )


@pytest.mark.parametrize(
    ("interaction", "where"),
    [
        (spoken(HOME), Whereabouts.SERVER),
        (spoken(STRANGE), Whereabouts.ELSEWHERE),
        (spoken(None), Whereabouts.DIRECT),
        (spoken(None, among_people=True), Whereabouts.ELSEWHERE),
    ],
)
def test_whereabouts_of_an_interaction(interaction: Any, where: Whereabouts) -> None:
    assert whereabouts(interaction) is where
    assert server_of(interaction) == (HOME if where is Whereabouts.SERVER else None)


def test_the_bot_posts_only_in_its_servers_with_permission() -> None:
    assert may_post(spoken(HOME))
    assert not may_post(spoken(STRANGE)), "there the permissions are those of the person"
    assert not may_post(spoken(None))
    assert not may_post(spoken(HOME, may=discord.Permissions(send_messages=True)))
    assert not may_post(spoken(HOME, may=discord.Permissions(view_channel=True)))


@pytest.mark.parametrize(
    ("server", "person_may", "heard"),
    [
        (STRANGE, {"use_external_apps": True, "send_messages": True}, True),
        (STRANGE, {"send_messages": True}, False),
        (STRANGE, {"use_external_apps": True}, False),
        (HOME, {}, True),
        (None, {}, True),
    ],
)
def test_public_answers_are_recognised(server: int | None, person_may: dict[str, bool], heard: bool) -> None:
    assert is_public_answer(spoken(server, person_may=discord.Permissions(**person_may))) is heard


def test_an_interaction_remembers_its_server() -> None:
    place = spoken(HOME)
    assert server_of(place) == HOME
    place.client.get_guild = {}.get
    assert server_of(place) == HOME
    assert may_post(place)

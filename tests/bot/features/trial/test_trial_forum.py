"""The choice of a trial's forum: the server's forum for games, otherwise the first open one."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.trial.steps.forum_step import ForumStep, forum_of
from bot.features.trial.trial_state import DiscordTrial
from bot.model.servers.server_rules import ServerRules
from tests.bot.chat import guilds
from tests.bot.features.trial.test_contrary_discord import make_trial

FIRST, SECOND, THIRD = 81, 82, 83
NO_ADMIN = discord.Permissions.all() & ~discord.Permissions(administrator=True)


class Servers:
    """A fake source of the server's rules, with its forum for games."""

    def __init__(self, forum: int | None) -> None:
        self._forum = forum

    async def server(self, _server: int) -> ServerRules:
        return ServerRules(forum=self._forum)


def _guild(denied: Mapping[int, str]) -> discord.Guild:
    """Return a server with a channel and three forums; `denied` maps forums to a permission the bot lacks."""
    data: Any = guilds.guild_data((70, FIRST, SECOND, THIRD), forums=(FIRST, SECOND, THIRD))
    data["roles"][0]["permissions"] = str(NO_ADMIN.value)
    data["members"] = [guilds.member_data(guilds.ME)]
    for channel in data["channels"]:
        if name := denied.get(int(channel["id"])):
            deny = str(discord.Permissions(**{name: True}).value)
            channel["permission_overwrites"] = [
                {"id": str(guilds.SERVER), "type": 0, "allow": "0", "deny": deny}
            ]
    return discord.Guild(data=data, state=guilds.guild()._state)


def _trial(guild: discord.Guild | None, games: int | None) -> DiscordTrial:
    client: Any = SimpleNamespace(get_guild=lambda _: guild)
    trial, servers = make_trial(client, "forum"), Servers(games)
    rules: Any = servers
    trial.services = replace(trial.services, servers=rules)
    return trial


@pytest.mark.parametrize(
    ("games", "denied", "expected"),
    [
        (None, {}, FIRST),
        (FIRST, {}, FIRST),
        (THIRD, {}, THIRD),
        (70, {}, FIRST),
        (None, {FIRST: "view_channel"}, SECOND),
        (THIRD, {FIRST: "send_messages"}, THIRD),
        (THIRD, {THIRD: "view_channel"}, FIRST),
        (THIRD, {THIRD: "send_messages"}, FIRST),
        (THIRD, {THIRD: "send_messages_in_threads"}, FIRST),
        (THIRD, {THIRD: "attach_files"}, FIRST),
        (SECOND, {FIRST: "attach_files", SECOND: "attach_files"}, THIRD),
        (THIRD, {THIRD: "manage_threads"}, THIRD),
    ],
)
async def test_the_first_usable_forum_is_chosen_game_forum_first(
    games: int | None, denied: dict[int, str], expected: int
) -> None:
    forum = await forum_of(_trial(_guild(denied), games))
    assert forum is not None
    assert forum.id == expected


async def test_without_a_usable_forum_the_step_is_skipped() -> None:
    denied = dict.fromkeys((FIRST, SECOND, THIRD), "attach_files")
    assert not await ForumStep().begin(_trial(_guild(denied), THIRD))
    assert not await ForumStep().begin(_trial(guilds.guild((70,)), None))


async def test_an_outage_skips_the_step() -> None:
    assert not await ForumStep().begin(_trial(None, THIRD))

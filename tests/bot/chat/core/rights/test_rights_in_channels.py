"""The bot's rights in a chosen channel, and the rights of admins."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.rights import bot_rights
from bot.chat.core.rights.admin_rights import admin_server, channels_here, is_admin
from bot.locale import Texts
from bot.model.refusal import Refusal
from tests.bot.chat import guilds

EN, DE = (Texts.load().language(code) for code in ("en", "de"))
HALL, DELETED = 70, 79


def server(*, send: bool = False) -> Any:
    """Return a server whose hall the bot sees; `send`: it may also write there."""
    rights = discord.Permissions(view_channel=True, send_messages=send)
    hall = SimpleNamespace(id=HALL, name="hall", permissions_for=lambda _me: rights)
    return SimpleNamespace(
        channels=[hall], me=None, get_channel=lambda number: hall if number == HALL else None
    )


def test_a_channel_with_all_rights_is_returned() -> None:
    guild = server(send=True)
    hall = bot_rights.check(guild, HALL, bot_rights.TO_POST, EN)
    assert hall is guild.channels[0]
    assert bot_rights.check(None, HALL, bot_rights.TO_POST, EN) is None
    unknown: Any = SimpleNamespace(channels=[], get_channel=lambda _: None)
    assert bot_rights.check(unknown, HALL, bot_rights.TO_POST, EN) is None


@pytest.mark.parametrize(
    ("channel", "needed", "name", "english", "german"),
    [
        (
            HALL,
            bot_rights.TO_POST,
            "hall",
            "Send Messages and Create Posts",
            "Nachrichten senden und Posts erstellen",
        ),
        (
            HALL,
            bot_rights.TO_OPEN_POSTS,
            "hall",
            "Send Messages and Create Posts, Send Messages in Threads and Posts, Attach Files",
            None,
        ),
        (DELETED, bot_rights.TO_POST, "79", "View Channel, Send Messages and Create Posts", None),
    ],
)
def test_missing_rights_are_named(
    channel: int, needed: discord.Permissions, name: str, english: str, german: str | None
) -> None:
    def names(text: str) -> list[str]:
        return sorted(text.split(", "))

    with pytest.raises(Refusal) as refused:
        bot_rights.check(server(), channel, needed, EN)
    assert refused.value.reason == "bot-may-not-post"
    assert refused.value.details["channel"] == name
    assert names(refused.value.details["permissions"]) == names(english)
    if german is not None:
        lacking = bot_rights.missing(server(), channel, needed)
        assert bot_rights.permission_names(lacking, DE) == german


@pytest.mark.parametrize(
    ("required", "moderated", "nobody"),
    [
        (True, (True, True), True),
        (True, (True, False), False),
        (True, (), True),
        (False, (True,), False),
    ],
)
def test_required_tags_are_checked_for_a_tag_anyone_may_set(
    required: bool, moderated: tuple[bool, ...], nobody: bool
) -> None:
    tags = [SimpleNamespace(moderated=by_moderators) for by_moderators in moderated]
    forum: Any = SimpleNamespace(flags=SimpleNamespace(require_tag=required), available_tags=tags)
    assert bot_rights.needs_tag_nobody_may_set(forum) is nobody


def interaction(*, admin: bool, here: bool = True) -> Any:
    guild = guilds.guild((HALL, 71)) if here else None
    return SimpleNamespace(
        guild=guild,
        guild_id=guilds.SERVER if here else None,
        permissions=discord.Permissions(manage_guild=admin),
        client=SimpleNamespace(get_guild=lambda _: guild),
        extras={},
    )


@pytest.mark.parametrize(
    ("admin", "here", "reason"), [(False, True, "not-an-admin"), (True, False, "servers-only")]
)
def test_only_the_servers_admins_change_its_rules(reason: str, *, admin: bool, here: bool) -> None:
    assert not is_admin(interaction(admin=admin, here=here))
    with pytest.raises(Refusal) as refused:
        admin_server(interaction(admin=admin, here=here))
    assert refused.value.reason == reason


def test_an_admin_is_recognised_in_their_server() -> None:
    assert is_admin(interaction(admin=True))
    assert admin_server(interaction(admin=True)) == guilds.SERVER
    assert channels_here(interaction(admin=True)) == {HALL, 71}
    assert channels_here(interaction(admin=True, here=False)) == frozenset()

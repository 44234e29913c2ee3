"""The numbers and names of the playground's values are those of discord.py."""

from enum import Enum

import discord
import pytest

from playground.limits.parts import SELECTS, Part
from playground.values import places
from playground.values.messages import SYSTEM_TYPES, UNDELETABLE, MessageFlag, MessageType
from playground.values.people import LOCALES
from playground.values.permissions import Permission
from playground.values.places import ChannelType, Guild
from playground.values.uploads import MAX_FILE, MAX_FILES, MAX_REQUEST

OTHER_NAMES = {
    "DM": "private",
    "GROUP_DM": "group",
    "ANNOUNCEMENT": "news",
    "ANNOUNCEMENT_THREAD": "news_thread",
    "ROW": "action_row",
    "STRING_SELECT": "select",
}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (MessageType, discord.MessageType),
        (ChannelType, discord.ChannelType),
        (Part, discord.ComponentType),
    ],
    ids=["messages", "channels", "components"],
)
def test_type_numbers_match_discord_py(ours: type[Enum], theirs: type[Enum]) -> None:
    numbers = {item.name: item.value for item in ours}
    assert numbers == {name: theirs[OTHER_NAMES.get(name, name.lower())].value for name in numbers}


def test_flag_bits_match_discord_py() -> None:
    for ours, flags in (
        (MessageFlag, discord.MessageFlags.VALID_FLAGS),
        (Permission, discord.Permissions.VALID_FLAGS),
    ):
        bits = {item.name: item.value for item in ours}
        assert bits == {name: flags[str(name).lower()] for name in bits}


def test_locales_match_discord() -> None:
    assert {locale.value for locale in discord.Locale} | {"ar", "he"} == LOCALES


def test_type_groups_are_complete() -> None:
    assert {MessageType.RECIPIENT_ADD, MessageType.CHANNEL_NAME_CHANGE} == UNDELETABLE
    assert UNDELETABLE | {MessageType.THREAD_CREATED} == SYSTEM_TYPES
    assert {part.name for part in SELECTS} == {part.name for part in Part if part.name.endswith("_SELECT")}
    assert {kind for kind in ChannelType if "THREAD" in kind.name} == places.THREADS
    assert places.THREADS - {ChannelType.PRIVATE_THREAD} == places.PUBLIC_THREADS
    assert {ChannelType.VOICE, ChannelType.STAGE_VOICE} == places.SPOKEN_IN


def test_file_and_thread_limits_match_discord() -> None:
    assert (MAX_FILE, MAX_REQUEST, MAX_FILES) == (10 << 20, 25 << 20, 10)
    assert {60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60} == places.ARCHIVE_MINUTES
    guild = Guild("1", "Game Night", "de", "2", "3", 0.0)
    assert (guild.thread_cap, guild.refused_words) == (1000, ("1488",))

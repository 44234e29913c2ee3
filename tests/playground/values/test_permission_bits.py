"""Channel permissions of the bot and of people."""

from dataclasses import replace

import pytest

from playground.values.permissions import (
    AMONG_PEOPLE,
    GRANTED,
    PEOPLE_MAY,
    Permission,
    bot_may_in_all,
    bot_permissions,
    denied_bits,
    people_may,
)
from playground.values.places import Channel, ChannelType, Guild
from tests.pocket import ANNA, BEN

GUILD = Guild("1", "Game Night", "en-US", ANNA, "2", 0.0)
HALL = Channel("3", ChannelType.TEXT, "hall", 0.0, "1")
THREAD = Channel("4", ChannelType.PUBLIC_THREAD, "game", 0.0, "1", "3")
CAN = Permission
SENDING = CAN.ATTACH_FILES | CAN.EMBED_LINKS


def names(bits: Permission) -> set[str]:
    return {bit.name for bit in Permission if bits & bit and bit.name}


def test_permission_bits_match_discord() -> None:
    assert {bit.name: int(bit).bit_length() - 1 for bit in Permission} == {
        "MANAGE_GUILD": 5,
        "ADD_REACTIONS": 6,
        "VIEW_CHANNEL": 10,
        "SEND_MESSAGES": 11,
        "MANAGE_MESSAGES": 13,
        "EMBED_LINKS": 14,
        "ATTACH_FILES": 15,
        "READ_MESSAGE_HISTORY": 16,
        "MENTION_EVERYONE": 17,
        "USE_EXTERNAL_EMOJIS": 18,
        "CONNECT": 20,
        "MANAGE_ROLES": 28,
        "USE_APPLICATION_COMMANDS": 31,
        "MANAGE_THREADS": 34,
        "CREATE_PUBLIC_THREADS": 35,
        "CREATE_PRIVATE_THREADS": 36,
        "SEND_MESSAGES_IN_THREADS": 38,
        "USE_EXTERNAL_APPS": 50,
        "PIN_MESSAGES": 51,
    }


def test_default_permissions_exclude_management() -> None:
    managing = {"MANAGE_GUILD", "MANAGE_MESSAGES", "MANAGE_ROLES", "MANAGE_THREADS", "MENTION_EVERYONE"}
    everything = {bit.name for bit in Permission}
    assert names(GRANTED) == everything - managing - {"PIN_MESSAGES", "USE_EXTERNAL_APPS"}
    assert names(PEOPLE_MAY) == names(GRANTED) | {"USE_EXTERNAL_APPS"}
    assert names(AMONG_PEOPLE) == {"ATTACH_FILES", "EMBED_LINKS", "MENTION_EVERYONE"}


def test_only_the_owner_manages_the_guild() -> None:
    assert names(people_may(ANNA, GUILD, HALL, None)) == names(PEOPLE_MAY) | {"MANAGE_GUILD", "MANAGE_ROLES"}
    assert people_may(BEN, GUILD, HALL, None) == PEOPLE_MAY


def test_channel_and_parent_denials_apply_to_people() -> None:
    denied = replace(HALL, denied_people=("SEND_MESSAGES",), denied=("ADD_REACTIONS",))
    assert people_may(BEN, GUILD, denied, None) == PEOPLE_MAY & ~CAN.SEND_MESSAGES
    inside = replace(THREAD, denied_people=("ATTACH_FILES",))
    assert people_may(BEN, GUILD, inside, denied) == PEOPLE_MAY & ~CAN.SEND_MESSAGES & ~CAN.ATTACH_FILES
    assert people_may(ANNA, GUILD, denied, None) & CAN.SEND_MESSAGES


def test_guild_can_grant_the_bot_more() -> None:
    assert bot_may_in_all(GUILD) == GRANTED
    assert bot_may_in_all(replace(GUILD, bot_allowed=("MANAGE_ROLES",))) == GRANTED | CAN.MANAGE_ROLES
    with pytest.raises(KeyError):
        denied_bits(("FLY",))


@pytest.mark.parametrize(
    ("channel", "parent", "permissions"),
    [
        (HALL, None, GRANTED),
        (replace(HALL, allowed=("MANAGE_MESSAGES",)), None, GRANTED | CAN.MANAGE_MESSAGES),
        (replace(HALL, denied=("VIEW_CHANNEL",)), None, Permission(0)),
        (replace(HALL, denied=("SEND_MESSAGES",)), None, GRANTED & ~CAN.SEND_MESSAGES & ~SENDING),
        (
            replace(HALL, allowed=("MENTION_EVERYONE",), denied=("SEND_MESSAGES",)),
            None,
            GRANTED & ~CAN.SEND_MESSAGES & ~SENDING,
        ),
        (replace(HALL, denied=("CONNECT",)), None, GRANTED & ~CAN.CONNECT),
        (replace(HALL, type=ChannelType.VOICE, denied=("CONNECT",)), None, Permission(0)),
        (replace(HALL, type=ChannelType.STAGE_VOICE, denied=("CONNECT",)), None, Permission(0)),
        (THREAD, replace(HALL, denied=("SEND_MESSAGES",)), GRANTED & ~CAN.SEND_MESSAGES),
        (THREAD, replace(HALL, denied=("VIEW_CHANNEL",)), Permission(0)),
        (THREAD, replace(HALL, allowed=("MANAGE_THREADS",)), GRANTED | CAN.MANAGE_THREADS),
        (replace(THREAD, denied=("ATTACH_FILES",)), HALL, GRANTED & ~CAN.ATTACH_FILES),
        (
            Channel("5", ChannelType.DM, "", 0.0, recipient_id=ANNA, denied=("VIEW_CHANNEL",)),
            None,
            GRANTED & ~CAN.CREATE_PUBLIC_THREADS & ~CAN.CREATE_PRIVATE_THREADS,
        ),
    ],
)
def test_channel_decides_the_bots_permissions(
    channel: Channel, parent: Channel | None, permissions: Permission
) -> None:
    assert names(bot_permissions(channel, parent)) == names(permissions)


def test_channel_denies_guild_wide_permissions_too() -> None:
    everywhere = GRANTED | CAN.MANAGE_MESSAGES
    assert bot_permissions(HALL, None, everywhere) & CAN.MANAGE_MESSAGES
    denied = replace(HALL, denied=("MANAGE_MESSAGES",))
    assert not bot_permissions(denied, None, everywhere) & CAN.MANAGE_MESSAGES

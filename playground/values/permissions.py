"""Permissions of the bot and of people in a channel."""

from enum import IntFlag

from playground.values.places import SPOKEN_IN, Channel, Guild


class Permission(IntFlag):
    """The relevant permission bits, by Discord's names."""

    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


GRANTED = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
)
# topics/permissions "Implicit Permissions"
NEED_SENDING = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
# topics/permissions: on by default for servers (change-log of June 27, 2024)
PEOPLE_MAY = GRANTED | Permission.USE_EXTERNAL_APPS
IN_DM = GRANTED & ~(Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS)
# interactions/receiving-and-responding, the note on `app_permissions`
AMONG_PEOPLE = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE


def people_may(user_id: str, guild: Guild, channel: Channel, parent: Channel | None) -> Permission:
    """Return a person's permissions in a channel; the guild's owner is denied none, and may manage it."""
    if user_id == guild.owner_id:
        return PEOPLE_MAY | Permission.MANAGE_GUILD | Permission.MANAGE_ROLES
    denied = denied_bits(channel.denied_people)
    if parent is not None:
        denied |= denied_bits(parent.denied_people)
    return PEOPLE_MAY & ~denied


def bot_may_in_all(guild: Guild) -> Permission:
    """Return the bot's permissions in a guild, ignoring channel overwrites."""
    return GRANTED | denied_bits(guild.bot_allowed)


def denied_bits(names: tuple[str, ...]) -> Permission:
    """Combine permissions by name; raise KeyError for an unknown name."""
    bits = Permission(0)
    for name in names:
        bits |= Permission[name]
    return bits


def bot_permissions(channel: Channel, parent: Channel | None, everywhere: Permission = GRANTED) -> Permission:
    """Return the bot's permissions in a channel, given its permissions `everywhere`.

    A thread inherits its parent's denied and allowed permissions. SEND_MESSAGES has no effect in threads
    (topics/permissions "Inherited Permissions"); elsewhere all sending requires it. In voice and stage
    channels all other permissions require CONNECT (topics/permissions "Implicit Permissions",
    resources/message).
    """
    if channel.is_dm:
        return IN_DM
    denied, allowed = denied_bits(channel.denied), denied_bits(channel.allowed)
    if parent is not None:
        denied |= denied_bits(parent.denied)
        allowed |= denied_bits(parent.allowed)
    hidden = denied & Permission.VIEW_CHANNEL
    if hidden or (channel.type in SPOKEN_IN and denied & Permission.CONNECT):
        return Permission(0)
    if denied & Permission.SEND_MESSAGES and not channel.is_thread:
        denied |= NEED_SENDING
    return (everywhere | allowed) & ~denied

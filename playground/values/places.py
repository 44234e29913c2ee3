"""Guilds, channels, threads and direct messages."""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple


class ChannelType(IntEnum):
    """The channel types that the playground supports."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP_DM = 3
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE_VOICE = 13
    FORUM = 15


PUBLIC_THREADS = frozenset((ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD))
SPOKEN_IN = frozenset((ChannelType.VOICE, ChannelType.STAGE_VOICE))
THREADS = PUBLIC_THREADS | {ChannelType.PRIVATE_THREAD}
DEFAULT_LOCALE = "en-US"
ACTIVE_THREADS = 1000
ARCHIVE_MINUTES = frozenset((60, 1440, 4320, 10080))


class ForumTag(NamedTuple):
    """A tag of a forum; setting a `moderated` tag needs permission to manage threads."""

    id: str
    name: str
    moderated: bool = False


@dataclass(frozen=True, slots=True)
class Role:
    """A role that people can have in a guild; `permissions` are names, `managed` roles belong to an app."""

    id: str
    name: str
    position: int
    permissions: tuple[str, ...] = ()
    mentionable: bool = False
    managed: bool = False


@dataclass(frozen=True, slots=True)
class Guild:
    """A server. Everyone in the playground is a member; `locale` is its language.

    `left` is true while the bot is not in the guild; `thread_cap` is the limit of active threads. `roles`
    excludes @everyone and the bot's own role, which is at `bot_position`; `held` are people's roles, as pairs
    of user id and role id. `bot_allowed` names the bot's additional permissions in the guild.
    `system_channel` is the channel for system messages. `created` is when the bot joined. `refused_words`
    must not occur in the title of a thread or post: Discord's list is secret, but includes `1488`.
    """

    id: str
    name: str
    locale: str
    owner_id: str
    bot_role_id: str
    created: float
    community: bool = False
    left: bool = False
    thread_cap: int = ACTIVE_THREADS
    roles: tuple[Role, ...] = ()
    bot_position: int = 1
    held: tuple[tuple[str, str], ...] = ()
    bot_allowed: tuple[str, ...] = ()
    system_channel: str | None = None
    refused_words: tuple[str, ...] = ("1488",)

    def role(self, role_id: str) -> Role | None:
        """Return a role by id, of the roles that people can have."""
        return next((role for role in self.roles if role.id == role_id), None)

    def roles_of(self, user_id: str) -> list[str]:
        """Return the ids of the roles that a person has."""
        return [role for user, role in self.held if user == user_id]

    def holders(self, role_id: str) -> list[str]:
        """Return the ids of a role's holders."""
        return [user for user, role in self.held if role == role_id]

    @property
    def preferred_locale(self) -> str:
        """The language sent to the bot: only a Community has its own.

        resources/guild `preferred_locale`; confirmed in hikari pull request 967 and JDA's 1493.
        """
        return self.locale if self.community else DEFAULT_LOCALE

    @property
    def features(self) -> list[str]:
        """The guild's features as sent to the bot."""
        return ["COMMUNITY"] if self.community else []


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel, a thread, a DM between a person and the bot, or a DM among `people`.

    `denied` and `allowed` name permissions denied and granted to the bot, `denied_people` permissions denied
    to everyone except the guild's owner. `accepts` is false if a DM's person refuses messages, with the code
    `refusal` and, if `refuses_opening`, already when the channel is opened. A DM that has `moved` has a new
    id, and is closed to the bot. `tags` are a forum's tags, `applied_tags` those of a post, which may
    be `pinned`. Times are seconds since 1970, `auto_archive` minutes.
    """

    id: str
    type: int
    name: str
    created: float
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    recipient_id: str | None = None
    owner_id: str | None = None
    last_message_id: str | None = None
    denied: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    denied_people: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    accepts: bool = True
    refusal: int = 50007
    refuses_opening: bool = False
    moved: bool = False
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    archive_changed: float = 0.0
    last_active: float = 0.0
    message_count: int = 0
    members: tuple[str, ...] = ()
    tags: tuple[ForumTag, ...] = ()
    requires_tag: bool = False
    applied_tags: tuple[str, ...] = ()
    pinned: bool = False

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS

    @property
    def is_dm(self) -> bool:
        """Whether this is a direct message with the bot."""
        return self.type == ChannelType.DM and not self.people

    @property
    def is_among_people(self) -> bool:
        """Whether this is a direct message among people, two or a group, without the bot."""
        return bool(self.people)

    def is_visible_to(self, user_id: str) -> bool:
        """Return whether a person may see this channel."""
        if self.is_dm:
            return self.recipient_id == user_id and not self.moved
        if self.is_among_people:
            return user_id in self.people
        return self.type != ChannelType.PRIVATE_THREAD or user_id in self.members

"""Guilds, channels, threads and direct messages as values."""

from dataclasses import dataclass
from enum import IntEnum


class ChannelType(IntEnum):
    """The kinds of channels the playground has."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = frozenset((ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD))
ARCHIVE_MINUTES = frozenset((60, 1440, 4320, 10080))


@dataclass(frozen=True, slots=True)
class Guild:
    """A server. Everyone of the playground is a member; `locale` is its preferred language."""

    id: str
    name: str
    locale: str
    owner_id: str
    bot_role_id: str
    created: float


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel, a thread or a direct message between one person and the bot.

    `denied` names the permissions taken from the bot there; `accepts` is false for a DM whose person
    refuses messages. Times are seconds since 1970, `auto_archive` minutes.
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
    accepts: bool = True
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    archive_changed: float = 0.0
    last_active: float = 0.0
    message_count: int = 0
    members: tuple[str, ...] = ()

    @property
    def is_thread(self) -> bool:
        """Say whether this is a thread, public or private."""
        return self.type in THREADS

    @property
    def is_dm(self) -> bool:
        """Say whether this is a direct message."""
        return self.type == ChannelType.DM

    def seen_by(self, user_id: str) -> bool:
        """Say whether a person may look into this channel."""
        if self.is_dm:
            return self.recipient_id == user_id
        return self.type != ChannelType.PRIVATE_THREAD or user_id in self.members

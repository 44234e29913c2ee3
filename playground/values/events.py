"""Events of the world for its listeners: the gateway, the page, the archive."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.values.messages import Message
from playground.values.people import User
from playground.values.places import Channel, Guild


@dataclass(frozen=True, slots=True)
class MessagePosted:
    """A message appeared."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A message changed; this is the new state."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message was deleted; this is its last state."""

    message: Message


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """A channel, thread or direct message appeared."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A channel, thread or direct message has new properties."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """A channel or thread was deleted with its messages; this is its last state."""

    channel: Channel
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UserChanged:
    """A person appeared or has new properties."""

    user: User


@dataclass(frozen=True, slots=True)
class GuildOpened:
    """A guild appeared, or the bot joined it again."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class GuildChanged:
    """A guild has new properties, such as its language or its owner."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class RoleChanged:
    """A role of a guild was created ("CREATE"), changed ("UPDATE") or deleted ("DELETE")."""

    guild: Guild
    role_id: str
    verb: str


@dataclass(frozen=True, slots=True)
class RolesHeldChanged:
    """A person got or lost a role in a guild."""

    guild: Guild
    user_id: str


@dataclass(frozen=True, slots=True)
class GuildLeft:
    """The bot was removed from a guild."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class MembersChanged:
    """People or the bot joined or left a thread; this is its new state."""

    channel: Channel
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot registered other commands."""


@dataclass(frozen=True, slots=True)
class BotSeen:
    """The bot came online or went offline."""

    online: bool


@dataclass(frozen=True, slots=True)
class ReadMoved:
    """A person has read a channel up to a message."""

    user_id: str
    channel_id: str
    message_id: str


WorldEvent = (
    MessagePosted
    | MessageEdited
    | MessageDeleted
    | ChannelOpened
    | ChannelChanged
    | ChannelClosed
    | UserChanged
    | GuildOpened
    | GuildChanged
    | RoleChanged
    | RolesHeldChanged
    | GuildLeft
    | MembersChanged
    | CommandsChanged
    | BotSeen
    | ReadMoved
)
Listener = Callable[[WorldEvent], None]

"""The state of the pocket Discord: people, guilds, channels, messages, and who has read what."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from playground.clock import Clock
from playground.happenings import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    GuildChanged,
    GuildOpened,
    Happening,
    Listener,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    ReadMoved,
    UserChanged,
)
from playground.messages import Message
from playground.people import User
from playground.permissions import Permission, bot_permissions
from playground.places import Channel, ChannelType, Guild
from playground.snowflakes import Snowflakes

NONCE_SECONDS = 300.0


class World:
    """All that exists, with lookups and the few ways it changes. Every change is told to the listeners."""

    def __init__(self, *, clock: Clock, snowflakes: Snowflakes, bot: User) -> None:
        self.clock = clock
        self.snowflakes = snowflakes
        self.bot = bot
        self.users: dict[str, User] = {bot.id: bot}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.reads: dict[tuple[str, str], str] = {}
        self._messages: dict[str, dict[str, Message]] = {}
        self._place_of: dict[str, str] = {}
        self._nonces: dict[tuple[str, str], str] = {}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell a listener everything that happens from now on."""
        self._listeners.append(listener)

    def tell(self, happening: Happening) -> None:
        """Tell all listeners what happened."""
        for listener in self._listeners:
            listener(happening)

    @property
    def people(self) -> list[User]:
        """Return everyone but the bot."""
        return [user for user in self.users.values() if not user.bot]

    def parent_of(self, channel: Channel) -> Channel | None:
        """Return the channel a thread hangs in."""
        return self.channels.get(channel.parent_id) if channel.parent_id else None

    def bot_may(self, channel: Channel) -> Permission:
        """Return the bot's permissions in a channel."""
        return bot_permissions(channel, self.parent_of(channel))

    def channels_of(self, guild_id: str) -> list[Channel]:
        """Return a guild's channels and threads in order of age."""
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id]

    def dm_with(self, user_id: str) -> Channel | None:
        """Return the direct message between a person and the bot, if it was ever opened."""
        return next((c for c in self.channels.values() if c.is_dm and c.recipient_id == user_id), None)

    def open_dm(self, user_id: str) -> Channel:
        """Return the direct message between a person and the bot, opening it where needed."""
        known = self.dm_with(user_id)
        if known is not None:
            return known
        now = self.clock.now()
        channel = Channel(
            id=self.snowflakes.mint(), type=ChannelType.DM, name="", created=now, recipient_id=user_id
        )
        self.open_channel(channel)
        return channel

    def message(self, channel_id: str, message_id: str) -> Message | None:
        """Return a message of a channel."""
        return self._messages.get(channel_id, {}).get(message_id)

    def find_message(self, message_id: str) -> Message | None:
        """Return a message wherever it stands."""
        place = self._place_of.get(message_id)
        return None if place is None else self.message(place, message_id)

    def messages(self, channel_id: str) -> Iterable[Message]:
        """Return a channel's messages, oldest first."""
        return self._messages.get(channel_id, {}).values()

    def newest_first(self, channel_id: str) -> Iterator[Message]:
        """Walk a channel's messages, newest first."""
        return reversed(self._messages.get(channel_id, {}).values())

    def by_nonce(self, author_id: str, nonce: str) -> Message | None:
        """Return the message an author sent with this nonce in the last minutes."""
        message = self.find_message(self._nonces.get((author_id, nonce), ""))
        if message is None or self.clock.now() - message.timestamp > NONCE_SECONDS:
            return None
        return message

    def restore(self, value: User | Guild | Channel | Message) -> None:
        """Take in a value from an earlier run, silently. Messages must come in order of age."""
        self.snowflakes.saw(value.id)
        match value:
            case User():
                self.users[value.id] = value
            case Guild():
                self.guilds[value.id] = value
            case Channel():
                self.channels[value.id] = value
            case Message():
                self._shelve(value)

    def _shelve(self, message: Message) -> None:
        self._messages.setdefault(message.channel_id, {})[message.id] = message
        self._place_of[message.id] = message.channel_id
        if message.nonce is not None:
            self._nonces[message.author_id, message.nonce] = message.id

    def set_user(self, user: User) -> None:
        """Add a person or change one."""
        self.users[user.id] = user
        self.tell(UserChanged(user))

    def open_guild(self, guild: Guild) -> None:
        """Add a guild."""
        self.guilds[guild.id] = guild
        self.tell(GuildOpened(guild))

    def set_guild(self, guild: Guild) -> None:
        """Change a guild."""
        self.guilds[guild.id] = guild
        self.tell(GuildChanged(guild))

    def open_channel(self, channel: Channel) -> None:
        """Add a channel, thread or DM."""
        self.channels[channel.id] = channel
        self.tell(ChannelOpened(channel))
        starter = self.find_message(channel.id) if channel.is_thread else None
        if starter is not None:
            self.tell(MessageEdited(starter))

    def set_channel(self, channel: Channel) -> None:
        """Change a channel, thread or DM."""
        self.channels[channel.id] = channel
        self.tell(ChannelChanged(channel))

    def close_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.close_channel(thread)
        gone = tuple(self._messages.pop(channel.id, {}))
        for message_id in gone:
            self._place_of.pop(message_id, None)
        del self.channels[channel.id]
        self.tell(ChannelClosed(channel, gone))

    def archive_thread(self, thread: Channel, *, archived: bool, locked: bool | None = None) -> Channel:
        """Archive or reopen a thread and return its new state."""
        now = self.clock.now()
        changed = replace(
            thread,
            archived=archived,
            locked=thread.locked if locked is None else locked,
            archive_changed=now,
            last_active=thread.last_active if archived else now,
        )
        self.set_channel(changed)
        return changed

    def sweep_archives(self) -> None:
        """Archive the threads nobody wrote in for their time."""
        now = self.clock.now()
        for channel in list(self.channels.values()):
            if channel.is_thread and not channel.archived:
                last = max(channel.last_active, channel.created)
                if now - last > channel.auto_archive * 60:
                    self.archive_thread(channel, archived=True)

    def post(self, message: Message) -> Message:
        """Add a message; one everybody sees wakes its thread and becomes the channel's last message."""
        self._shelve(message)
        channel = self.channels[message.channel_id]
        if message.ephemeral_for is None:
            if channel.archived:
                channel = self.archive_thread(channel, archived=False)
            self.channels[channel.id] = replace(
                channel,
                last_message_id=message.id,
                last_active=self.clock.now(),
                message_count=channel.message_count + 1,
            )
        self.tell(MessagePosted(message))
        return message

    def revise(self, message: Message) -> Message:
        """Replace a message by its new state."""
        self._shelve(message)
        self.tell(MessageEdited(message))
        return message

    def erase(self, message: Message) -> None:
        """Delete a message."""
        self._messages[message.channel_id].pop(message.id, None)
        self._place_of.pop(message.id, None)
        channel = self.channels[message.channel_id]
        if message.ephemeral_for is None and channel.is_thread:
            self.channels[channel.id] = replace(channel, message_count=max(0, channel.message_count - 1))
        self.tell(MessageDeleted(message))

    def mark_read(self, user_id: str, channel_id: str, message_id: str) -> None:
        """Note how far a person has read."""
        if int(self.reads.get((user_id, channel_id), "0")) < int(message_id):
            self.reads[user_id, channel_id] = message_id
            self.tell(ReadMoved(user_id, channel_id, message_id))

"""The state of the pocket Discord: people, guilds, channels, messages, and read markers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from playground.values.application import Application
from playground.values.clock import Clock
from playground.values.events import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    GuildChanged,
    GuildLeft,
    GuildOpened,
    Listener,
    MembersChanged,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    ReadMoved,
    RoleChanged,
    RolesHeldChanged,
    UserChanged,
    WorldEvent,
)
from playground.values.messages import Message
from playground.values.people import User
from playground.values.permissions import (
    GRANTED,
    PEOPLE_MAY,
    Permission,
    bot_may_in_all,
    bot_permissions,
    people_may,
)
from playground.values.places import Channel, ChannelType, Guild, Role
from playground.values.settings import STRICT, Strictness
from playground.values.snowflakes import Snowflakes

NONCE_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class SentMessage:
    """The message sent with a nonce, whether or not it still exists."""

    message_id: str
    at: float


class World:
    """The complete state, with look-ups and mutations. Listeners get every change."""

    def __init__(
        self, *, clock: Clock, snowflakes: Snowflakes, bot: User, strictness: Strictness = STRICT
    ) -> None:
        self.clock = clock
        self.strictness = strictness
        self.snowflakes = snowflakes
        self.bot = bot
        self.users: dict[str, User] = {bot.id: bot}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.reads: dict[tuple[str, str], str] = {}
        self.application = Application()
        self.emojis: set[str] = set()
        self._messages: dict[str, dict[str, Message]] = {}
        self._place_of: dict[str, str] = {}
        self._nonces: dict[tuple[str, str], SentMessage] = {}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call a listener with every event from now on."""
        self._listeners.append(listener)

    def notify(self, event: WorldEvent) -> None:
        for listener in self._listeners:
            listener(event)

    @property
    def people(self) -> list[User]:
        """Return everyone but the bot."""
        return [user for user in self.users.values() if not user.bot]

    def parent_of(self, channel: Channel) -> Channel | None:
        """Return a thread's channel."""
        return self.channels.get(channel.parent_id) if channel.parent_id else None

    def permissions_in(self, channel: Channel) -> Permission:
        """Return the bot's permissions in a channel by its roles, even if it is not a member."""
        if channel.is_among_people:
            return Permission(0)
        guild = self.guilds.get(channel.guild_id or "")
        everywhere = GRANTED if guild is None else bot_may_in_all(guild)
        return bot_permissions(channel, self.parent_of(channel), everywhere)

    def people_see(self, user_id: str, channel: Channel) -> bool:
        """Return whether a person can see a channel; hidden channels are not listed for them."""
        return channel.is_visible_to(user_id) and bool(
            self.people_may(user_id, channel) & Permission.VIEW_CHANNEL
        )

    def people_may(self, user_id: str, channel: Channel) -> Permission:
        """Return a person's permissions in a channel."""
        guild = self.guilds.get(channel.guild_id or "")
        return PEOPLE_MAY if guild is None else people_may(user_id, guild, channel, self.parent_of(channel))

    def bot_may(self, channel: Channel) -> Permission:
        """Return the bot's permissions in a channel, none if it cannot see the channel.

        Private threads are visible only to members and with MANAGE_THREADS (topics/threads).
        """
        allowed = self.permissions_in(channel)
        if channel.moved or (channel.guild_id is not None and not self.bot_in(channel.guild_id)):
            return Permission(0)
        outside = channel.type == ChannelType.PRIVATE_THREAD and self.bot.id not in channel.members
        if outside and not allowed & Permission.MANAGE_THREADS:
            return Permission(0)
        return allowed

    def bot_in(self, guild_id: str) -> bool:
        """Return whether the bot is in a guild."""
        guild = self.guilds.get(guild_id)
        return guild is not None and not guild.left

    @property
    def homes(self) -> list[Guild]:
        """The guilds that the bot is in."""
        return [guild for guild in self.guilds.values() if not guild.left]

    def has(self, kind: str, thing_id: str) -> bool:
        """Return whether a user, role or channel exists."""
        match kind:
            case "user":
                return thing_id in self.users
            case "channel":
                return thing_id in self.channels
            case _:
                return any(
                    thing_id in {guild.id, guild.bot_role_id} or guild.role(thing_id) is not None
                    for guild in self.guilds.values()
                )

    def channel(self, channel_id: str) -> Channel | None:
        """Return a channel in its current state: a thread inactive for too long is archived."""
        channel = self.channels.get(channel_id)
        if channel is not None and self._due(channel):
            return self.archive_thread(channel, archived=True)
        return channel

    def channels_of(self, guild_id: str) -> list[Channel]:
        """Return a guild's channels and threads, oldest first."""
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id]

    def dm_with(self, user_id: str) -> Channel | None:
        """Return the DM between a person and the bot, None if it was never opened."""
        return next(
            (c for c in self.channels.values() if c.is_dm and c.recipient_id == user_id and not c.moved), None
        )

    def open_dm(self, user_id: str) -> Channel:
        """Return the DM between a person and the bot, opening it if needed."""
        existing = self.dm_with(user_id)
        if existing is not None:
            return existing
        now = self.clock.now()
        channel = Channel(
            id=self.snowflakes.mint(), type=ChannelType.DM, name="", created=now, recipient_id=user_id
        )
        self.open_channel(channel)
        return channel

    def move_dm(self, user_id: str) -> Channel:
        """Change the id of a person's DM: the old one is closed to the bot (issue 7666)."""
        channel = self.dm_with(user_id)
        if channel is not None:
            self.set_channel(replace(channel, moved=True))
        return self.open_dm(user_id)

    def message(self, channel_id: str, message_id: str) -> Message | None:
        """Return a message of a channel."""
        return self._messages.get(channel_id, {}).get(message_id)

    def find_message(self, message_id: str) -> Message | None:
        """Return a message of any channel."""
        place = self._place_of.get(message_id)
        return None if place is None else self.message(place, message_id)

    def messages(self, channel_id: str) -> Iterable[Message]:
        """Return a channel's messages, oldest first."""
        return self._messages.get(channel_id, {}).values()

    def newest_first(self, channel_id: str) -> Iterator[Message]:
        """Yield a channel's messages, newest first."""
        return reversed(self._messages.get(channel_id, {}).values())

    def message_by_nonce(self, author_id: str, nonce: str) -> str | None:
        """Return the id of the message that an author sent with this nonce within five minutes, if any.

        Nonces apply across all channels and outlive the message (resources/message `enforce_nonce`,
        discord-api-docs pull request 6647).
        """
        message = self._nonces.get((author_id, nonce))
        if message is None or self.clock.now() - message.at > NONCE_SECONDS:
            return None
        return message.message_id

    def restore(self, value: User | Guild | Channel | Message) -> None:
        """Load a value from an earlier run, without events. Messages must come oldest first."""
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
                self._note_nonce(value, value.timestamp)

    def _shelve(self, message: Message) -> None:
        self._messages.setdefault(message.channel_id, {})[message.id] = message
        self._place_of[message.id] = message.channel_id

    def _note_nonce(self, message: Message, at: float) -> None:
        if message.nonce is not None:
            self._nonces[message.author_id, message.nonce] = SentMessage(message.id, at)

    def set_user(self, user: User) -> None:
        """Add or change a person."""
        self.users[user.id] = user
        self.notify(UserChanged(user))

    def open_guild(self, guild: Guild) -> None:
        self.guilds[guild.id] = guild
        self.notify(GuildOpened(guild))

    def set_guild(self, guild: Guild) -> None:
        self.guilds[guild.id] = guild
        self.notify(GuildChanged(guild))

    def add_role(self, guild: Guild, role: Role, *, above_bot: bool = False) -> Role:
        """Add a role to a guild: below all others that people can have, or above the bot's."""
        roles_above = [replace(other, position=other.position + 1) for other in guild.roles]
        bot_position = guild.bot_position + 1
        if above_bot:
            roles_above, bot_position = list(guild.roles), guild.bot_position
        top = max([bot_position, *(other.position for other in roles_above)])
        new_role = replace(role, position=top + 1 if above_bot else 1)
        self.guilds[guild.id] = replace(guild, roles=(*roles_above, new_role), bot_position=bot_position)
        self.notify(RoleChanged(self.guilds[guild.id], new_role.id, "CREATE"))
        if not above_bot:
            for higher in (guild.bot_role_id, *(other.id for other in roles_above)):
                self.notify(RoleChanged(self.guilds[guild.id], higher, "UPDATE"))
        return new_role

    def allow_bot(self, guild: Guild, names: tuple[str, ...]) -> None:
        """Set the additional permissions of the bot's role in a guild."""
        new_guild = replace(guild, bot_allowed=names)
        self.guilds[guild.id] = new_guild
        self.notify(RoleChanged(new_guild, guild.bot_role_id, "UPDATE"))

    def remove_role(self, guild: Guild, role: Role) -> None:
        """Delete a role of a guild; everyone loses it."""
        self.guilds[guild.id] = replace(
            guild,
            roles=tuple(other for other in guild.roles if other.id != role.id),
            held=tuple(pair for pair in guild.held if pair[1] != role.id),
        )
        self.notify(RoleChanged(self.guilds[guild.id], role.id, "DELETE"))

    def set_held(self, guild: Guild, user_id: str, role_id: str, *, held: bool) -> None:
        """Give someone a role, or take it away."""
        others = tuple(pair for pair in guild.held if pair != (user_id, role_id))
        self.guilds[guild.id] = replace(guild, held=(*others, (user_id, role_id)) if held else others)
        self.notify(RolesHeldChanged(self.guilds[guild.id], user_id))

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild, and from its threads if `leaving_ends_membership` is on."""
        after = replace(guild, left=True)
        self.guilds[guild.id] = after
        if self.strictness.leaving_ends_membership:
            for thread in [c for c in self.channels_of(guild.id) if self.bot.id in c.members]:
                self.remove_members(thread.id, (self.bot.id,))
        self.notify(GuildLeft(after))

    def add_bot(self, guild: Guild) -> None:
        """Add the bot to a guild again."""
        self.open_guild(replace(guild, left=False, created=self.clock.now()))

    def open_channel(self, channel: Channel) -> None:
        """Add a channel, thread or DM."""
        self.channels[channel.id] = channel
        self.notify(ChannelOpened(channel))
        starter = self.find_message(channel.id) if channel.is_thread else None
        if starter is not None:
            self.notify(MessageEdited(starter))

    def set_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.notify(ChannelChanged(channel))

    def add_members(self, thread_id: str, user_ids: Iterable[str]) -> None:
        """Add people to a thread, unless they are already members."""
        thread = self.channels.get(thread_id)
        if thread is None or not thread.is_thread:
            return
        new_members = tuple(user for user in dict.fromkeys(user_ids) if user not in thread.members)
        if new_members:
            new_thread = replace(thread, members=(*thread.members, *new_members))
            self.channels[thread_id] = new_thread
            self.notify(MembersChanged(new_thread, added=new_members))

    def remove_members(self, thread_id: str, user_ids: tuple[str, ...]) -> None:
        """Remove people from a thread."""
        thread = self.channels[thread_id]
        members = tuple(member for member in thread.members if member not in user_ids)
        if members != thread.members:
            new_thread = replace(thread, members=members)
            self.channels[thread_id] = new_thread
            self.notify(MembersChanged(new_thread, removed=user_ids))

    def has_room(self, guild_id: str) -> bool:
        """Return whether another thread may be active (resources/channel, topics/threads)."""
        active = sum(1 for c in self.channels_of(guild_id) if c.is_thread and not c.archived)
        return active < self.guilds[guild_id].thread_cap

    def close_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages."""
        for thread in [c for c in self.channels.values() if c.parent_id == channel.id]:
            self.close_channel(thread)
        ids = tuple(self._messages.pop(channel.id, {}))
        for message_id in ids:
            self._place_of.pop(message_id, None)
        del self.channels[channel.id]
        self.notify(ChannelClosed(channel, ids))
        guild = self.guilds.get(channel.guild_id or "")
        # Inferred: the field is nullable (resources/guild `system_channel_id`).
        if guild is not None and guild.system_channel == channel.id:
            self.set_guild(replace(guild, system_channel=None))

    def archive_thread(self, thread: Channel, *, archived: bool, locked: bool | None = None) -> Channel:
        """Archive or reopen a thread and return its new state."""
        now = self.clock.now()
        new_thread = replace(
            thread,
            archived=archived,
            locked=thread.locked if locked is None else locked,
            archive_changed=now,
            last_active=thread.last_active if archived else now,
            # topics/threads "Forum and Media Channel Thread Fields"
            pinned=thread.pinned and not archived,
        )
        self.set_channel(new_thread)
        return new_thread

    def sweep_archives(self) -> None:
        """Archive the threads whose time of inactivity has passed."""
        for channel in list(self.channels.values()):
            if self._due(channel):
                self.archive_thread(channel, archived=True)

    def _due(self, channel: Channel) -> bool:
        if not channel.is_thread or channel.archived or channel.pinned:
            return False
        last = max(channel.last_active, channel.created)
        return self.clock.now() - last > channel.auto_archive * 60

    def post(self, message: Message) -> Message:
        """Add a message; a public message un-archives its thread and becomes the channel's last message."""
        self._shelve(message)
        self._note_nonce(message, self.clock.now())
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
        self.notify(MessagePosted(message))
        return message

    def revise(self, message: Message) -> Message:
        """Replace a message by its new state."""
        self._shelve(message)
        self.notify(MessageEdited(message))
        return message

    def erase(self, message: Message) -> None:
        """Delete a message."""
        self._messages[message.channel_id].pop(message.id, None)
        self._place_of.pop(message.id, None)
        channel = self.channels[message.channel_id]
        if message.ephemeral_for is None and channel.is_thread:
            self.channels[channel.id] = replace(channel, message_count=max(0, channel.message_count - 1))
        self.notify(MessageDeleted(message))

    def mark_read(self, user_id: str, channel_id: str, message_id: str) -> None:
        """Move a person's read position forward; an earlier message changes nothing."""
        if int(self.reads.get((user_id, channel_id), "0")) < int(message_id):
            self.reads[user_id, channel_id] = message_id
            self.notify(ReadMoved(user_id, channel_id, message_id))

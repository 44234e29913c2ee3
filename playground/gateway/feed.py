"""Dispatches world events to the bot."""

from playground.interactions.acting import BotLine
from playground.values.events import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    GuildChanged,
    GuildLeft,
    GuildOpened,
    MembersChanged,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    RoleChanged,
    RolesHeldChanged,
    WorldEvent,
)
from playground.values.messages import Message
from playground.values.people import Json
from playground.values.places import Channel, Guild
from playground.world.wire import Wire
from playground.world.world import World

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12


class BotFeed:
    """Translates world events into gateway events, except for ephemeral messages and DM channels."""

    def __init__(self, world: World, wire: Wire, line: BotLine) -> None:
        self._world = world
        self._wire = wire
        self._line = line

    def __call__(self, event: WorldEvent) -> None:
        """Send an event if the bot may see it."""
        match event:
            case MessagePosted() | MessageEdited() | MessageDeleted():
                self._of_message(event)
            case ChannelOpened(channel):
                self._channel("CREATE", channel, {"newly_created": True} if channel.is_thread else {})
            case ChannelChanged(channel):
                self._channel("UPDATE", channel, {})
            case ChannelClosed(channel, _):
                self._send_deleted_channel(channel)
            case MembersChanged(channel, added, removed):
                self._members(channel, added, removed)
            case GuildOpened() | GuildChanged() | GuildLeft():
                self._guild(event)
            case RoleChanged(guild, role_id, verb) if not guild.left:
                self._role(guild, role_id, verb)
            case RolesHeldChanged(guild, user_id) if user_id == self._world.bot.id and not guild.left:
                # Other members are reported only with the members intent (events/gateway "Caveats").
                data = self._wire.member(self._world.bot, guild) | {"guild_id": guild.id}
                self._line.dispatch("GUILD_MEMBER_UPDATE", data, guild_id=guild.id)
            case _:
                pass

    def _guild(self, event: GuildOpened | GuildChanged | GuildLeft) -> None:
        guild = event.guild
        match event:
            case GuildLeft():
                # Without `unavailable`: removed, not unavailable (events/gateway-events "Guild Delete").
                self._line.dispatch("GUILD_DELETE", {"id": guild.id}, guild_id=guild.id, intent=GUILDS)
            case GuildOpened() if not guild.left:
                data = self._wire.guild_create(guild)
                self._line.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=GUILDS)
            case GuildChanged() if not guild.left:
                self._line.dispatch("GUILD_UPDATE", self._wire.guild(guild), guild_id=guild.id, intent=GUILDS)
            case _:
                pass

    def _role(self, guild: Guild, role_id: str, verb: str) -> None:
        data: Json = {"guild_id": guild.id}
        if verb == "DELETE":
            data["role_id"] = role_id
        else:
            data["role"] = next(role for role in self._wire.roles(guild) if role["id"] == role_id)
        self._line.dispatch(f"GUILD_ROLE_{verb}", data, guild_id=guild.id, intent=GUILDS)

    def _of_message(self, event: MessagePosted | MessageEdited | MessageDeleted) -> None:
        match event:
            case MessagePosted(message):
                self._message("MESSAGE_CREATE", message)
            case MessageEdited(message):
                self._message("MESSAGE_UPDATE", message)
            case MessageDeleted(message) if message.ephemeral_for is None:
                self._send_deleted_message(message)
            case _:
                pass

    def _message(self, event: str, message: Message) -> None:
        channel = self._world.channels.get(message.channel_id)
        if message.ephemeral_for is not None or channel is None or not self._world.bot_may(channel):
            return
        data = self._wire.message_for_bot(message) | {"channel_type": channel.type}
        author = self._world.users[message.author_id]
        guild = self._world.guilds.get(channel.guild_id or "")
        if guild is not None:
            data |= {"guild_id": guild.id, "member": self._wire.member(author, guild, with_user=False)}
        intent = DIRECT_MESSAGES if guild is None else GUILD_MESSAGES
        self._line.dispatch(event, data, guild_id=channel.guild_id, intent=intent)

    def _send_deleted_message(self, message: Message) -> None:
        channel = self._world.channels.get(message.channel_id)
        if channel is None or not self._world.bot_may(channel):
            return
        data: Json = {"id": message.id, "channel_id": message.channel_id}
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        intent = DIRECT_MESSAGES if channel.is_dm else GUILD_MESSAGES
        self._line.dispatch("MESSAGE_DELETE", data, guild_id=channel.guild_id, intent=intent)

    def _channel(self, verb: str, channel: Channel, extra: Json) -> None:
        if channel.is_dm or not self._world.bot_in(channel.guild_id or ""):
            return
        if channel.is_thread and not self._world.bot_may(channel):
            return
        noun = "THREAD" if channel.is_thread else "CHANNEL"
        self._send(f"{noun}_{verb}", channel, self._wire.channel(channel) | extra)

    def _send_deleted_channel(self, channel: Channel) -> None:
        if channel.is_dm or not self._world.bot_in(channel.guild_id or ""):
            return
        if not channel.is_thread:
            self._send("CHANNEL_DELETE", channel, self._wire.channel(channel))
            return
        keys = ("id", "guild_id", "parent_id", "type")
        shape = self._wire.channel(channel)
        self._send("THREAD_DELETE", channel, {key: shape[key] for key in keys})

    def _members(self, thread: Channel, added: tuple[str, ...], removed: tuple[str, ...]) -> None:
        """Dispatch member events; without the members intent only those about the bot itself."""
        bot = self._world.bot
        if bot.id not in (*added, *removed) or not self._world.bot_in(thread.guild_id or ""):
            return
        if bot.id in added:
            self._send("THREAD_CREATE", thread, self._wire.channel(thread))
        data: Json = {
            "id": thread.id,
            "guild_id": thread.guild_id,
            "member_count": min(50, len(thread.members)),
            "added_members": [self._member(thread)] if bot.id in added else [],
            "removed_member_ids": [user for user in removed if user == bot.id],
        }
        self._send("THREAD_MEMBERS_UPDATE", thread, data)

    def _member(self, thread: Channel) -> Json:
        bot, guild = self._world.bot, self._world.guilds[thread.guild_id or ""]
        member = {"member": self._wire.member(bot, guild), "presence": None}
        return self._wire.thread_member(thread, bot.id) | member

    def _send(self, event: str, channel: Channel, data: Json) -> None:
        self._line.dispatch(event, data, guild_id=channel.guild_id, intent=GUILDS)

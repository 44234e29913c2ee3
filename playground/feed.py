"""What the gateway tells the bot of the world's happenings."""

from playground.acting import BotLine
from playground.happenings import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    GuildChanged,
    GuildOpened,
    Happening,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
)
from playground.messages import Message
from playground.people import Json
from playground.places import Channel
from playground.wire import Wire
from playground.world import World

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
HIDDEN_WITHOUT_INTENT: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


class BotFeed:
    """Translate happenings into gateway events. Ephemeral messages and DM channels are not announced."""

    def __init__(self, world: World, wire: Wire, line: BotLine) -> None:
        self._world = world
        self._wire = wire
        self._line = line

    def __call__(self, happening: Happening) -> None:
        """Send what the bot should know of a happening."""
        match happening:
            case MessagePosted(message):
                self._message("MESSAGE_CREATE", message)
            case MessageEdited(message):
                self._message("MESSAGE_UPDATE", message)
            case MessageDeleted(message) if message.ephemeral_for is None:
                self._message_gone(message)
            case ChannelOpened(channel):
                self._channel("CREATE", channel, {"newly_created": True} if channel.is_thread else {})
            case ChannelChanged(channel):
                self._channel("UPDATE", channel, {})
            case ChannelClosed(channel, _):
                self._channel("DELETE", channel, {})
            case GuildOpened(guild):
                data = self._wire.guild_created(guild)
                self._line.dispatch("GUILD_CREATE", data, guild_id=guild.id, intent=GUILDS)
            case GuildChanged(guild):
                self._line.dispatch("GUILD_UPDATE", self._wire.guild(guild), guild_id=guild.id, intent=GUILDS)
            case _:
                pass

    def _message(self, event: str, message: Message) -> None:
        channel = self._world.channels.get(message.channel_id)
        if message.ephemeral_for is not None or channel is None:
            return
        data = self._wire.message(message) | {"channel_type": channel.type}
        author = self._world.users[message.author_id]
        guild = self._world.guilds.get(channel.guild_id or "")
        if guild is not None:
            data |= {"guild_id": guild.id, "member": self._wire.member(author, guild, with_user=False)}
            if not author.bot and self._world.bot.id not in message.mentions:
                data |= HIDDEN_WITHOUT_INTENT
        intent = DIRECT_MESSAGES if guild is None else GUILD_MESSAGES
        self._line.dispatch(event, data, guild_id=channel.guild_id, intent=intent)

    def _message_gone(self, message: Message) -> None:
        channel = self._world.channels.get(message.channel_id)
        if channel is None:
            return
        data: Json = {"id": message.id, "channel_id": message.channel_id}
        if channel.guild_id is not None:
            data["guild_id"] = channel.guild_id
        intent = DIRECT_MESSAGES if channel.is_dm else GUILD_MESSAGES
        self._line.dispatch("MESSAGE_DELETE", data, guild_id=channel.guild_id, intent=intent)

    def _channel(self, verb: str, channel: Channel, extra: Json) -> None:
        if channel.is_dm:
            return
        noun = "THREAD" if channel.is_thread else "CHANNEL"
        data = self._wire.channel(channel) | extra
        self._line.dispatch(f"{noun}_{verb}", data, guild_id=channel.guild_id, intent=GUILDS)

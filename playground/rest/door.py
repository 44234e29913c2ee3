"""Access to channels and messages, as far as the bot's permissions reach."""

from playground.values.errors import (
    CANNOT_DM,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILD,
    NO_TEXT_CHANNEL,
    OTHERS_MESSAGE,
    SYSTEM_MESSAGE,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    ApiError,
    ApiRefusal,
)
from playground.values.messages import SYSTEM_TYPES, Message
from playground.values.permissions import Permission
from playground.values.places import Channel, ChannelType
from playground.world.thread_rules import ThreadRules
from playground.world.world import World

WORDLESS: dict[int, ApiRefusal] = {
    # Observed (appwrite/grafana-oncall pull request 26); 40058 is in the list of codes, too.
    ChannelType.FORUM: NO_TEXT_CHANNEL,
    ChannelType.CATEGORY: NO_TEXT_CHANNEL,
}


class Doorkeeper:
    """Returns channels and messages to the bot, or refuses them with Discord's codes."""

    def __init__(self, world: World, rules: ThreadRules) -> None:
        self._world = world
        self._rules = rules

    def channel(self, channel_id: str, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        """Return a channel; raise 404/10003, 403/50001 if it is hidden, 403/50013 if `needed` is denied."""
        channel = self._world.channel(channel_id)
        if channel is None:
            raise ApiError(UNKNOWN_CHANNEL)
        allowed = self._world.bot_may(channel)
        if not allowed & Permission.VIEW_CHANNEL:
            raise ApiError(MISSING_ACCESS)
        if needed & ~allowed:
            raise ApiError(MISSING_PERMISSIONS)
        return channel

    def message(self, channel: Channel, message_id: str) -> Message:
        """Return a message accessible with the bot's token, so not an ephemeral one. Raise 404/10008."""
        message = self._world.message(channel.id, message_id)
        if message is None or message.ephemeral_for is not None:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def for_writing(self, channel_id: str, *, files: bool) -> Channel:
        """Return a channel the bot may write in; raise 403/50007 or 50278 for a DM that refuses it."""
        channel = self.channel(channel_id)
        if channel.type in WORDLESS:
            raise ApiError(WORDLESS[channel.type])
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if files:
            needed |= Permission.ATTACH_FILES
        self.channel(channel_id, needed)
        if channel.is_dm and not self._world.homes:
            raise ApiError(NO_MUTUAL_GUILD)
        if channel.is_dm and not channel.accepts:
            raise ApiError(NO_MUTUAL_GUILD if channel.refusal == NO_MUTUAL_GUILD.code else CANNOT_DM)
        self._rules.check_sending(channel)
        return channel

    def for_editing(self, channel_id: str, message_id: str, *, files: bool) -> Message:
        """Return one of the bot's own messages for an edit; raise 403/50005, 403/50021, 400/50083."""
        channel = self.channel(channel_id)
        message = self.message(channel, message_id)
        if message.author_id != self._world.bot.id:
            raise ApiError(OTHERS_MESSAGE)
        if message.type in SYSTEM_TYPES:
            raise ApiError(SYSTEM_MESSAGE)
        if files:
            self.channel(channel_id, Permission.ATTACH_FILES)
        self._rules.check_modifying(channel)
        return message

"""The page's view: the objects of the wire, with their audiences."""

from playground.values.messages import Message
from playground.values.people import Json
from playground.values.places import Channel, Guild
from playground.world.commands import CommandBook
from playground.world.wire import Wire
from playground.world.world import World


class PageView:
    """Represents the world as one person sees it."""

    def __init__(self, world: World, wire: Wire, commands: CommandBook) -> None:
        self._world = world
        self._wire = wire
        self._commands = commands

    def channel(self, channel: Channel) -> Json:
        return {
            "id": channel.id,
            "type": channel.type,
            "guild_id": channel.guild_id,
            "name": channel.name or self._names(channel),
            "parent_id": channel.parent_id,
            "archived": channel.archived,
            "locked": channel.locked,
            "last_message_id": channel.last_message_id,
            "recipients": [channel.recipient_id, self._world.bot.id]
            if channel.is_dm
            else list(channel.people),
        }

    def _names(self, channel: Channel) -> str:
        """Return the names of the people in a DM among people; empty for a DM with the bot."""
        return ", ".join(self._world.users[user].global_name for user in channel.people)

    def message(self, message: Message) -> Json:
        shape = self._wire.message(message)
        return shape | {"mention_ids": list(message.mentions), "ephemeral_for": message.ephemeral_for}

    def guild(self, guild: Guild) -> Json:
        return {
            "id": guild.id,
            "name": guild.name,
            "locale": guild.locale,
            "community": guild.community,
            "roles": {role.id: role.name for role in guild.roles},
        }

    def commands(self) -> list[Json]:
        """Return all registered commands."""
        return self._commands.everything()

    def state(self, user_id: str, *, bot_online: bool) -> Json:
        """Return the page's initial state for a person."""
        world = self._world
        visible = [c for c in world.channels.values() if world.people_see(user_id, c)]
        return {
            "me": world.users[user_id].card(),
            "users": [user.card() for user in world.people],
            "bot": world.bot.card() | {"online": bot_online},
            "guilds": [
                self.guild(guild) | {"channels": [self.channel(c) for c in visible if c.guild_id == guild.id]}
                for guild in world.guilds.values()
            ],
            "dms": [self.channel(channel) for channel in visible if channel.guild_id is None],
            "commands": self.commands(),
            "read": {
                channel_id: message_id
                for (reader, channel_id), message_id in world.reads.items()
                if reader == user_id
            },
        }

    def history(self, user_id: str, channel_id: str, before: int, limit: int) -> list[Json]:
        """Return the latest `limit` messages before an id that a person sees in a channel, oldest first."""
        messages: list[Message] = []
        for message in self._world.newest_first(channel_id):
            if len(messages) == limit:
                break
            if int(message.id) < before and message.is_visible_to(user_id):
                messages.append(message)
        return [self.message(message) for message in reversed(messages)]

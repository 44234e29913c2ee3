"""The installs of the app behind an interaction: a server's, a person's, or both.

Sources: interactions/receiving-and-responding "Authorizing Integration Owners Object",
interactions/application-commands "Contexts", resources/application "Installation Context".
"""

from enum import IntEnum

from playground.values.application import PERSON, SERVER
from playground.values.messages import Message
from playground.values.people import Json, User
from playground.values.places import Channel
from playground.world.world import World

OWNERS = "authorizing_integration_owners"


class Context(IntEnum):
    """The context of a use, as in interactions."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


def context_of(channel: Channel) -> Context:
    """Return the context of a channel."""
    if channel.guild_id is not None:
        return Context.GUILD
    return Context.PRIVATE_CHANNEL if channel.is_among_people else Context.BOT_DM


def is_user_install(owners: Json) -> bool:
    """Return whether an interaction has only a user install behind it."""
    return set(owners) == {str(PERSON)}


class Installs:
    """Finds the installs that allow a use; empty if none does."""

    def __init__(self, world: World) -> None:
        self._world = world

    def for_command(self, command: Json, user: User, channel: Channel) -> Json:
        """Return the owners whose installs let a person use a command in a channel.

        Commands of a guild depend on its own install: `integration_types` is only for global commands.
        """
        own_guild = command.get("guild_id")
        if own_guild not in {None, channel.guild_id} or not _applies_in(command, context_of(channel)):
            return {}
        types = (command.get("integration_types") or [SERVER]) if own_guild is None else [SERVER]
        owners = self._of_server(channel) if SERVER in types else {}
        if PERSON in types and user.has_app and self._world.application.user_installs:
            owners[str(PERSON)] = user.id
        return owners

    def for_press(self, message: Message, channel: Channel) -> Json:
        """Return the owners whose installs authorize a message's components, for everyone who presses them.

        Inferred: components authorized only by a server are dead once the app is no longer installed there.
        """
        by_whom = (message.metadata or {}).get(OWNERS, {}).get(str(PERSON))
        return self._of_server(channel) | ({} if by_whom is None else {str(PERSON): by_whom})

    def _of_server(self, channel: Channel) -> Json:
        """Return the server whose install applies, if any: "0" in the DM with the bot."""
        match context_of(channel):
            case Context.GUILD if self._world.bot_in(channel.guild_id or ""):
                return {str(SERVER): channel.guild_id}
            case Context.BOT_DM if self._world.homes:
                return {str(SERVER): "0"}
            case _:
                return {}


def _applies_in(command: Json, where: Context) -> bool:
    contexts = command.get("contexts")
    if contexts is not None:
        return where in contexts
    return where is Context.GUILD or bool(command["dm_permission"])

"""The places in which a command can be used, and the installations that offer it."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.chat.core.lookup.whereabouts import Whereabouts


class Reach(Enum):
    """The places in which a command can be used."""

    SERVERS = auto()
    """In the bot's servers."""

    WITH_BOT = auto()
    """In the bot's servers, and in direct messages with the bot."""

    ANYWHERE = auto()
    """In servers and direct messages, and wherever a person uses their own installation of the app."""

    def includes(self, where: Whereabouts) -> bool:
        return where in _PLACES[self]


_PLACES: Final[Mapping[Reach, frozenset[Whereabouts]]] = {
    Reach.SERVERS: frozenset({Whereabouts.SERVER}),
    Reach.WITH_BOT: frozenset({Whereabouts.SERVER, Whereabouts.DIRECT}),
    Reach.ANYWHERE: frozenset(Whereabouts),
}


_Placed = TypeVar(
    "_Placed", bound=app_commands.Command[Any, ..., None] | app_commands.Group | app_commands.ContextMenu
)


def place(command: _Placed, reach: Reach, *, people_install: bool) -> _Placed:
    """Set where a command is available; return the command.

    Without `people_install` Discord rejects commands for user installs.
    """
    anywhere = reach is Reach.ANYWHERE and people_install
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=anywhere)
    command.allowed_contexts = app_commands.AppCommandContext(
        guild=True, dm_channel=reach is not Reach.SERVERS, private_channel=anywhere
    )
    return command

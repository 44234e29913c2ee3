"""Where each command can be used, and by whose installation of the app: declared here for all of them."""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, Final

from discord import app_commands

from bot.chat.core.lookup.whereabouts import Whereabouts


class Reach(Enum):
    """Where a command can be used."""

    SERVERS = auto()
    """In servers that the bot is in."""

    WITH_BOT = auto()
    """There, and in direct messages with the bot."""

    ANYWHERE = auto()
    """There, and by those who have installed the app for themselves wherever they are."""

    def includes(self, where: Whereabouts) -> bool:
        """Return whether a command of this reach can be used where someone speaks."""
        return where in _PLACES[self]


_PLACES: Final[Mapping[Reach, frozenset[Whereabouts]]] = {
    Reach.SERVERS: frozenset({Whereabouts.SERVER}),
    Reach.WITH_BOT: frozenset({Whereabouts.SERVER, Whereabouts.DIRECT}),
    Reach.ANYWHERE: frozenset(Whereabouts),
}

REACH: Final[Mapping[str, Reach]] = {
    "challenge": Reach.SERVERS,
    "open": Reach.SERVERS,
    "tournament": Reach.SERVERS,
    "move": Reach.WITH_BOT,
    "board": Reach.ANYWHERE,
    "explore": Reach.ANYWHERE,
    "games": Reach.ANYWHERE,
    "resign": Reach.WITH_BOT,
    "substitute": Reach.WITH_BOT,
    "offer": Reach.WITH_BOT,
    "rematch": Reach.WITH_BOT,
    "plan": Reach.WITH_BOT,
    "replay": Reach.ANYWHERE,
    "export": Reach.WITH_BOT,
    "import": Reach.WITH_BOT,
    "rating": Reach.WITH_BOT,
    "leaderboard": Reach.WITH_BOT,
    "stats": Reach.WITH_BOT,
    "profile": Reach.ANYWHERE,
    "rules": Reach.ANYWHERE,
    "learn": Reach.ANYWHERE,
    "puzzle": Reach.ANYWHERE,
    "practice": Reach.ANYWHERE,
    "review": Reach.ANYWHERE,
    "dice": Reach.WITH_BOT,
    "vacation": Reach.WITH_BOT,
    "settings": Reach.ANYWHERE,
    "block": Reach.WITH_BOT,
    "privacy": Reach.ANYWHERE,
    "help": Reach.ANYWHERE,
    "server": Reach.SERVERS,
}
"""The reach of each command, by its English name."""


def place(
    command: app_commands.Command[Any, ..., None] | app_commands.Group, *, people_install: bool
) -> app_commands.Command[Any, ..., None] | app_commands.Group:
    """Return a command after saying where it is registered for.

    Discord takes no command for people's installations where the app has none: `people_install`.
    """
    reach = REACH[command.name]
    anywhere = reach is Reach.ANYWHERE and people_install
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=anywhere)
    command.allowed_contexts = app_commands.AppCommandContext(
        guild=True, dm_channel=reach is not Reach.SERVERS, private_channel=anywhere
    )
    return command

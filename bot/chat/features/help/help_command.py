"""`/help`: every command in a line."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.chat.core.app_context import Links
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.reach import REACH
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import Whereabouts, whereabouts
from bot.chat.core.rights import admin_rights
from bot.chat.features.help.services import HelpServices
from bot.locale import Language

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "begin": ("challenge", "open", "tournament", "rematch", "rules", "learn", "practice", "puzzle"),
    "play": ("games", "move", "board", "explore", "plan", "offer", "resign", "substitute"),
    "afterwards": (
        "review",
        "replay",
        "export",
        "import",
        "rating",
        "leaderboard",
        "stats",
        "profile",
        "dice",
    ),
    "yourself": ("settings", "vacation", "block", "privacy", "help"),
}
"""The commands by what they are for, in the order in which people need them."""
COMMANDS: Final = tuple(command for group in GROUPS.values() for command in group)
FOR_ADMINS: Final = ("server",)
WITH_ENGINES: Final = frozenset({"practice", "review"})
"""The commands that are there where engines are."""
NO_LINKS: Final = Links()


def help_command(services: HelpServices) -> Command:
    """Return the command."""

    async def run(context: InteractionContext) -> None:
        offered = (one for one in COMMANDS if one not in WITH_ENGINES or services.practice.is_offered)
        commands = (*offered, *(FOR_ADMINS if admin_rights.is_admin(context.interaction) else ()))
        where = whereabouts(context.interaction)
        await context.tell(help_text(commands, context.t, services.links, where=where))

    return command(services.interactions, "command.help", run)


def help_text(
    commands: Sequence[str], t: Language, links: Links = NO_LINKS, *, where: Whereabouts = Whereabouts.SERVER
) -> str:
    """Return the commands in groups, a line each, as the reader's language calls them, and the owner's pages.

    Those for admins are a group of their own; those that do not work where the reader is come last, under a
    line that says where they do.
    """
    lines = {
        command: t("help.command", name=t(f"command.{command}"), text=t(f"help.{command}"))
        for command in commands
    }
    groups = {**GROUPS, "admins": FOR_ADMINS}
    here = [
        "\n".join([t(f"help.group.{group}"), *shown])
        for group, members in groups.items()
        if (shown := [lines[one] for one in members if one in lines and REACH[one].includes(where)])
    ]
    there = [line for command, line in lines.items() if not REACH[command].includes(where)]
    if there:
        there.insert(0, t("help.in-servers"))
    pages = [f"[{t('privacy.policy')}]({links.privacy})" if links.privacy else ""]
    pages.append(f"[{t('privacy.terms')}]({links.terms})" if links.terms else "")
    linked = " · ".join(page for page in pages if page)
    below = [t("help.buttons"), *([f"-# {linked}"] if linked else [])]
    return "\n".join([t("help.title"), t("help.intro"), *here, *there, *below])

"""`/help`: every command in a line."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext, Links
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.reach import REACH
from bot.chat.core.interactions import admin_rights
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.whereabouts import Whereabouts, whereabouts
from bot.locale import Language

COMMANDS: Final = (
    "challenge",
    "open",
    "move",
    "board",
    "explore",
    "games",
    "resign",
    "substitute",
    "offer",
    "rematch",
    "plan",
    "replay",
    "export",
    "import",
    "rating",
    "leaderboard",
    "stats",
    "profile",
    "rules",
    "dice",
    "vacation",
    "settings",
    "block",
    "privacy",
    "help",
)
FOR_ADMINS: Final = ("server",)
NO_LINKS: Final = Links()


def help_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            commands = (*COMMANDS, *(FOR_ADMINS if admin_rights.is_admin(interaction) else ()))
            told = help_text(commands, context.t, app.links, where=whereabouts(interaction))
            await context.tell(told)

        await app.interactions.guarded(interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.help"),
        description=localised(texts, "command.help.about"),
        callback=run,
    )


def help_text(
    commands: Sequence[str], t: Language, links: Links = NO_LINKS, *, where: Whereabouts = Whereabouts.SERVER
) -> str:
    """Return a line for each of the commands, as the reader's language calls them, and the owner's pages.

    Those that do not work where the reader is come last, under a line that says where they do.
    """
    lines = {
        command: t("help.command", name=t(f"command.{command}"), text=t(f"help.{command}"))
        for command in commands
    }
    here = [line for command, line in lines.items() if REACH[command].includes(where)]
    there = [line for command, line in lines.items() if not REACH[command].includes(where)]
    if there:
        there.insert(0, t("help.in-servers"))
    pages = [f"[{t('privacy.policy')}]({links.privacy})" if links.privacy else ""]
    pages.append(f"[{t('privacy.terms')}]({links.terms})" if links.terms else "")
    linked = " · ".join(page for page in pages if page)
    below = [t("help.buttons"), *([f"-# {linked}"] if linked else [])]
    return "\n".join([t("help.title"), t("help.intro"), *here, *there, *below])

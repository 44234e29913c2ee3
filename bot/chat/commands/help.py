"""`/help`: every command in a line."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.reach import REACH
from bot.chat.interactions import admin_rights, answers
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.whereabouts import Whereabouts, whereabouts
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
    "help",
)
FOR_ADMINS: Final = ("server",)


def help_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            commands = (*COMMANDS, *(FOR_ADMINS if admin_rights.is_admin(interaction) else ()))
            await answers.tell(interaction, help_text(commands, context.t, whereabouts(interaction)))

        await guarded(app, interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.help"),
        description=localised(texts, "command.help.about"),
        callback=run,
    )


def help_text(commands: Sequence[str], t: Language, where: Whereabouts = Whereabouts.SERVER) -> str:
    """Return a line for each of the commands, by their names in the reader's language.

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
    return "\n".join([t("help.title"), t("help.intro"), *here, *there, t("help.buttons")])

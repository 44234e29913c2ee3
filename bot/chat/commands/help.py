"""`/help`: every command in a line."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.commands.common.command_i18n import localised
from bot.chat.interactions import admin_rights, answers
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.toolkit.app_context import AppContext, InteractionContext, Links
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
            await answers.tell(interaction, help_text(commands, context.t, app.links))

        await guarded(app, interaction, act)

    return app_commands.Command(
        name=localised(texts, "command.help"),
        description=localised(texts, "command.help.about"),
        callback=run,
    )


def help_text(commands: tuple[str, ...], t: Language, links: Links = NO_LINKS) -> str:
    """Return a line for each of the commands, as the reader's language calls them, and the owner's pages."""
    lines = [
        t("help.command", name=t(f"command.{command}"), text=t(f"help.{command}")) for command in commands
    ]
    pages = [f"[{t('privacy.policy')}]({links.privacy})" if links.privacy else ""]
    pages.append(f"[{t('privacy.terms')}]({links.terms})" if links.terms else "")
    linked = " · ".join(page for page in pages if page)
    below = [t("help.buttons"), *([f"-# {linked}"] if linked else [])]
    return "\n".join([t("help.title"), t("help.intro"), *lines, *below])

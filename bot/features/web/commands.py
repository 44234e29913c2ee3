"""`/server web`: switch public pages of a server's finished games on or off."""

from typing import Final

from bot.chat.core.commands.admin_command import admin_subcommand
from bot.chat.core.commands.command import Command
from bot.chat.core.commands.declared_commands import SubcommandOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.web.services import WebServices


def pages_command(services: WebServices) -> Command:
    """Return `/server web`."""

    async def run(context: InteractionContext, server: int, on: bool) -> None:
        await services.pages.switch(context.request, server, context.place, on=on)
        await context.reply(context.t("server.web-on" if on else "server.web-off"))

    return admin_subcommand(services.interactions, services.limitations, "web", run)


SUBCOMMANDS: Final = (SubcommandOf("server", 95, pages_command),)

"""`/import`: bring a recorded game along, or look at those one has brought."""

from typing import Any

import discord
from discord import app_commands

from bot.chat.commands.common.command_i18n import localised
from bot.chat.interactions import answers, uploads
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.panels.records.import_page import import_page, imports_page
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.play.domain.records.codec import LARGEST


def import_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, file: discord.Attachment | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            imports, t = app.services.imports, context.t
            if file is None:
                found = await imports.of(context.person.id)
                await answers.show(interaction, imports_page(app, found, t))
                return
            imported = await imports.add(context.request, await uploads.fetch(file, LARGEST))
            await answers.show(interaction, *await import_page(app.seen_by(context), imported, t))

        await guarded(app, interaction, act)

    app_commands.describe(file=localised(texts, "option.file.about"))(run)
    app_commands.rename(file=localised(texts, "option.file"))(run)
    return app_commands.Command(
        name=localised(texts, "command.import"),
        description=localised(texts, "command.import.about"),
        callback=run,
    )

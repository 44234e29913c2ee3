"""`/import`: import a recorded game, or list the person's imports."""

from collections.abc import Iterable
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.records.domain.codec import LARGEST
from bot.features.records.pages import uploads
from bot.features.records.pages.import_page import import_page, imports_page
from bot.features.records.services import RecordServices

FILE_TYPES: Final = (".json",)
"""The file types that Discord's clients offer for selection: records as `/export` writes them."""


class _ImportCommand(app_commands.Command[Any, ..., None]):
    """A command that declares its file types; discord.py does not support `file_types` yet."""

    def to_dict(self, tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
        """Return the command's payload for Discord."""
        return _with_file_types(super().to_dict(tree))

    async def get_translated_payload(
        self, tree: app_commands.CommandTree[Any], translator: app_commands.Translator
    ) -> dict[str, Any]:
        """Return the payload with all translations."""
        return _with_file_types(await super().get_translated_payload(tree, translator))


def _with_file_types(payload: dict[str, Any]) -> dict[str, Any]:
    options: Iterable[dict[str, Any]] = payload["options"]
    attachment = discord.AppCommandOptionType.attachment.value
    all_options = [
        option | ({"file_types": list(FILE_TYPES)} if option["type"] == attachment else {})
        for option in options
    ]
    return payload | {"options": all_options}


def import_command(records: RecordServices) -> Command:
    async def run(context: InteractionContext, file: discord.Attachment | None = None) -> None:
        imports, games, t = records.imports, records.games, context.t
        if file is None:
            await context.show(imports_page(games, await imports.of(context.person.id), t))
            return
        imported = await imports.add(context.request, await uploads.fetch(file, LARGEST))
        await context.show(*await import_page(context.pictures, games, imported, t))

    return command(records.interactions, "command.import", run, _ImportCommand)


COMMANDS: Final = (SlashCommandOf("import", import_command, Reach.WITH_BOT, HelpGroup.AFTERWARDS.at(40)),)

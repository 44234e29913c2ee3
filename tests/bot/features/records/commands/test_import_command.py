"""`/import` as registered: the accepted types of file."""

from typing import Any

import discord
from discord import app_commands

import rules
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.locale import Texts
from tests.bot.chat.surfaces import bare_commands

TEXTS = Texts.load()


async def test_the_import_command_accepts_a_json_file() -> None:
    (command,) = (candidate for candidate in bare_commands(rules.GAMES, TEXTS) if candidate.name == "import")
    assert isinstance(command, app_commands.Command)
    client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    (plain,) = command.to_dict(tree)["options"]
    (translated,) = (await command.get_translated_payload(tree, CatalogueTranslator(TEXTS)))["options"]
    for option in (plain, translated):
        assert (option["type"], option["file_types"]) == (11, [".json"])
    assert translated["name_localizations"]["de"] == "datei"

"""`/import` says which files it takes, whoever asks for its payload."""

from typing import Any

import discord
from discord import app_commands

import rules
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.core.pictures import Pictures
from bot.chat.features.records.import_command import import_command
from bot.locale import Texts
from render import Gallery

TEXTS = Texts.load()


async def test_the_file_is_to_be_a_record() -> None:
    app = AppContext(None, None, rules.GAMES, Pictures(Gallery()), TEXTS)  # type: ignore[arg-type]  # no more is used
    client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(client)
    command = import_command(app)
    (plain,) = command.to_dict(tree)["options"]
    (translated,) = (await command.get_translated_payload(tree, CatalogueTranslator(TEXTS)))["options"]
    for option in (plain, translated):
        assert (option["type"], option["file_types"]) == (11, [".json"])
    assert translated["name_localizations"]["de"] == "datei"

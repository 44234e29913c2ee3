"""The commands and buttons of all features over the services of a test."""

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands

from bot.app import App, bare_surfaces
from bot.chat.command_tree import all_commands, manual_entries
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command import Command
from bot.chat.core.commands.manual import Manual
from bot.chat.core.interactions.handler import Answer
from bot.chat.delivery.discord_access import discord_access
from bot.chat.delivery.discord_resender import DiscordResender
from bot.chat.delivery.senders import Senders
from bot.chat.surface import Surface
from bot.kernel.feature import merge
from bot.locale import Texts
from rules.contract import Game
from tests.bot.support.services import Services


def features_of(app: AppContext) -> App:
    assert isinstance(app.services, Services)
    return app.services.app


def surfaces_of(app: AppContext) -> Sequence[Surface]:
    return features_of(app).surfaces(app.chat)


def senders_of(app: AppContext, client: discord.Client) -> Senders:
    """Return the senders of all features, posting through a client."""
    return resender_of(app, client).senders


def resender_of(app: AppContext, client: discord.Client) -> DiscordResender:
    """Return a resender with the messages of all features, posting through a client."""
    features = features_of(app)
    access = discord_access(app, client, app.services.first_messages, features.note_limitation)
    resender = DiscordResender(access)
    for messages in features.messages(app.chat, access):
        resender.register(messages)
    return resender


def handlers_of(app: AppContext) -> Mapping[str, Answer]:
    """Return the handlers of all features, by verb."""
    return merge(surface.buttons for surface in surfaces_of(app))


def command_of(app: AppContext, name: str, subcommand: str | None = None) -> Command:
    """Return a command, or a subcommand of a group."""
    surfaces = surfaces_of(app)
    (declared,) = [command for surface in surfaces for command in surface.commands if command.name == name]
    new_command = declared.make()
    if isinstance(new_command, app_commands.Group):
        contributed = [
            entry.make() for surface in surfaces for entry in surface.subcommands if entry.group == name
        ]
        (new_command,) = [
            candidate for candidate in (*new_command.commands, *contributed) if candidate.name == subcommand
        ]
    assert isinstance(new_command, app_commands.Command)
    return new_command


def bare_commands(games: Mapping[str, Game], texts: Texts) -> list[Command | app_commands.Group]:
    """Return all slash commands."""
    commands = (placed.command for placed in all_commands(bare_surfaces(games, texts)))
    return [command for command in commands if not isinstance(command, app_commands.ContextMenu)]


def bare_menus(games: Mapping[str, Game], texts: Texts) -> list[app_commands.ContextMenu]:
    """Return all context-menu commands for people and messages."""
    commands = (placed.command for placed in all_commands(bare_surfaces(games, texts)))
    return [command for command in commands if isinstance(command, app_commands.ContextMenu)]


def whole_manual(games: Mapping[str, Game], texts: Texts) -> Manual:
    """Return the manual of a bot with engines."""
    return Manual(manual_entries(bare_surfaces(games, texts)))

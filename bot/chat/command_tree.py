"""The commands of all features: slash commands, and context menus of people and messages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from discord import app_commands

from bot.chat.core.commands.declared_commands import AnyCommand
from bot.chat.core.commands.manual import ManualEntry
from bot.chat.core.commands.reach import Reach
from bot.chat.surface import Surface


@dataclass(frozen=True, slots=True)
class PlacedCommand:
    """A command and the places that offer it."""

    command: AnyCommand | app_commands.ContextMenu
    reach: Reach


def all_commands(surfaces: Sequence[Surface]) -> list[PlacedCommand]:
    """Return all commands, with the subcommands that features add to other features' groups."""
    commands = [
        PlacedCommand(declared.make(), declared.reach)
        for surface in surfaces
        for declared in surface.commands
    ]
    groups = {
        placed.command.name: placed.command
        for placed in commands
        if isinstance(placed.command, app_commands.Group)
    }
    subcommands = [subcommand for surface in surfaces for subcommand in surface.subcommands]
    for subcommand in sorted(subcommands, key=lambda subcommand: subcommand.place):
        groups[subcommand.group].add_command(subcommand.make())
    menus = [menu for surface in surfaces for menu in surface.menu_commands]
    return [*commands, *(PlacedCommand(menu.make(), menu.reach) for menu in menus)]


def manual_entries(surfaces: Iterable[Surface]) -> list[ManualEntry]:
    """Return the `/help` entries of all commands."""
    return [
        ManualEntry(declared.name, declared.reach, declared.help)
        for surface in surfaces
        for declared in surface.commands
    ]

"""Commands as features declare them: factories that run once the services exist."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from discord import app_commands

from bot.chat.core.commands.manual import HelpLine
from bot.chat.core.commands.reach import Reach

_Own = TypeVar("_Own")
AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command by its English name, its reach, and its line in `/help`."""

    name: str
    make: Callable[[], AnyCommand]
    reach: Reach
    help: HelpLine


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand of `group`, which may belong to another feature; sorted there by `place`."""

    group: str
    place: int
    make: Callable[[], app_commands.Command[Any, ..., None]]


@dataclass(frozen=True, slots=True)
class SlashCommandOf(Generic[_Own]):
    """A slash command, built from its feature's services."""

    name: str
    make: Callable[[_Own], AnyCommand]
    reach: Reach
    help: HelpLine


@dataclass(frozen=True, slots=True)
class SubcommandOf(Generic[_Own]):
    """A subcommand, built from its feature's services."""

    group: str
    place: int
    make: Callable[[_Own], app_commands.Command[Any, ..., None]]


def bound_commands(own: _Own, *modules: Sequence[SlashCommandOf[_Own]]) -> tuple[SlashCommand, ...]:
    """Bind the `COMMANDS` of modules to their feature's services."""
    return tuple(
        SlashCommand(declared.name, partial(declared.make, own), declared.reach, declared.help)
        for commands in modules
        for declared in commands
    )


def bound_subcommands(own: _Own, *modules: Sequence[SubcommandOf[_Own]]) -> tuple[Subcommand, ...]:
    """Bind the `SUBCOMMANDS` of modules to their feature's services."""
    return tuple(
        Subcommand(declared.group, declared.place, partial(declared.make, own))
        for subcommands in modules
        for declared in subcommands
    )

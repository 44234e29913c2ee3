"""The declarations of a feature: commands with their options, and buttons with their own rules."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import discord
from discord import AppCommandOptionType, app_commands

import rules
from bot.app import bare_surfaces
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.core.commands.declared_commands import AnyCommand
from bot.chat.surface import Surface
from bot.locale import Texts

_TEXTS: Final = Texts.load()
_MAX_CHOICES: Final = 7
"""More choices are only counted, so that a new game changes few texts."""


async def declared_text(feature: str, code: str) -> str:
    """Return a feature's commands in a language, in Discord's order, as one readable text."""
    surface = _surfaces()[feature]
    lines: list[str] = []
    for command in surface.commands:
        place = f"{command.help.group} {command.help.place}"
        lines += _command_lines(
            await _payload(command.make()), code, f"/{{}} ({command.reach.name}; {place})"
        )
    for subcommand in sorted(surface.subcommands, key=lambda subcommand: subcommand.place):
        payload = await _payload(subcommand.make())
        lines += _command_lines(payload, code, f"/{subcommand.group} {{}} ({subcommand.place})")
    for menu in surface.menu_commands:
        lines += _command_lines(await _payload(menu.make()), code, f"menu: {{}} ({menu.reach.name})")
    buttons = {
        "after a restore they work": surface.lasting_buttons,
        "of a match": surface.match_buttons,
        "of a challenge": surface.challenge_buttons,
    }
    lines += [f"buttons, {rule}: {', '.join(sorted(verbs))}" for rule, verbs in buttons.items() if verbs]
    return "\n".join([*lines, ""])


@cache
def _surfaces() -> Mapping[str, Surface]:
    return {surface.name: surface for surface in bare_surfaces(rules.GAMES, _TEXTS)}


@cache
def _tree() -> "app_commands.CommandTree[discord.Client]":
    return app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))


async def _payload(command: AnyCommand | app_commands.ContextMenu) -> Mapping[str, Any]:
    return await command.get_translated_payload(_tree(), CatalogueTranslator(_TEXTS))


def _command_lines(payload: Mapping[str, Any], code: str, heading: str) -> Iterator[str]:
    permissions = payload.get("default_member_permissions")
    requirement = "" if permissions is None else " for " + ", ".join(_permission_names(int(permissions)))
    yield heading.format(_translated(payload, "name", code)) + requirement
    if payload.get("description"):
        yield f"  {_translated(payload, 'description', code)}"
    for option in payload.get("options", ()):
        if option["type"] == AppCommandOptionType.subcommand.value:
            name = _translated(payload, "name", code)
            yield from _command_lines(option, code, f"/{name} {{}}")
        else:
            yield from _option_lines(option, code)


def _option_lines(option: Mapping[str, Any], code: str) -> Iterator[str]:
    limits = {
        key: option[key] for key in ("min_value", "max_value", "min_length", "max_length") if key in option
    }
    parts = [
        AppCommandOptionType(option["type"]).name,
        "required" if option.get("required") else "",
        "suggested" if option.get("autocomplete") else "",
        *(f"{key.replace('_', ' ')} {value}" for key, value in limits.items()),
    ]
    yield f"  - {_translated(option, 'name', code)}: {_translated(option, 'description', code)}"
    yield f"    {', '.join(filter(None, parts))}"
    choices = [
        f"    = {_translated(choice, 'name', code)} ({choice['value']})"
        for choice in option.get("choices", ())
    ]
    yield from choices[:_MAX_CHOICES]
    if len(choices) > _MAX_CHOICES:
        yield f"    = and {len(choices) - _MAX_CHOICES} more"


def _translated(payload: Mapping[str, Any], key: str, code: str) -> str:
    return str(payload.get(f"{key}_localizations", {}).get(code, payload[key]))


def _permission_names(value: int) -> list[str]:
    return [name for name, granted in discord.Permissions(value) if granted]

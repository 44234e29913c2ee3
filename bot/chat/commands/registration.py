"""Register the commands with Discord, but only when they differ from what stands there."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

Payload = Mapping[str, Any]

NAMED = ("options", "choices")
IGNORED = frozenset({"dm_permission"})


async def sync_if_changed(tree: app_commands.CommandTree[Any], application: int) -> bool:
    """Register the tree's commands unless the same are registered; return whether it was needed."""
    translator = tree.translator
    ours = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    route = discord.http.Route("GET", "/applications/{application_id}/commands", application_id=application)
    theirs = await tree.client.http.request(route, params={"with_localizations": "true"})
    if same_commands(ours, theirs):
        return False
    await tree.sync()
    return True


def same_commands(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    """Return whether Discord holds the same commands, whatever it added to them."""
    return _same_list(sorted(ours, key=_name), sorted(theirs, key=_name))


def _name(command: Payload) -> str:
    return str(command.get("name"))


def _same_list(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    return len(ours) == len(theirs) and all(map(_same, ours, theirs))


def _same(ours: Payload, theirs: Payload) -> bool:
    """Return whether all we say stands there, and no options or choices besides."""
    for key in NAMED:
        if not _same_list(ours.get(key) or [], theirs.get(key) or []):
            return False
    return all(
        _plain(value) == _plain(theirs.get(key))
        for key, value in ours.items()
        if key not in NAMED and key not in IGNORED
    )


def _plain(value: object) -> object:
    """Return a value so that what is absent, empty and false compare equal."""
    if not value:
        return None
    if isinstance(value, list):
        return sorted(value, key=str)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

"""The mentions of registered commands, by language and name."""

from collections.abc import Iterable, Mapping
from typing import Any

from discord import app_commands

from bot.chat.core.commands.command_i18n import name_in
from bot.locale import Texts

_Named = app_commands.Command[Any, ..., Any] | app_commands.Group


def mentions_of(
    commands: Iterable[_Named | app_commands.ContextMenu], ids: Mapping[str, int], texts: Texts
) -> dict[str, dict[str, str]]:
    """Return the mentions of slash commands and subcommands with known ids, by language and shown name.

    Clients display the name in the mention, which must be the English one (discord-api-docs issues 5518,
    7309, 5632); if people type another name, it stands before the mention.
    """
    mentions: dict[str, dict[str, str]] = {code: {} for code in texts.languages}
    for command in commands:
        number = ids.get(command.name)
        if number is None or isinstance(command, app_commands.ContextMenu):
            continue
        for path in _paths(command):
            names = " ".join(part.name for part in path)
            mention = f"</{names}:{number}>"
            for code, t in texts.languages.items():
                path_text = " ".join(name_in(t, part._locale_name or part.name, texts) for part in path)  # noqa: SLF001  # discord.py keeps it only there
                typed = "" if path_text == names else path_text
                # No backticks: they would keep the name from being replaced once the text is part of another.
                mentions[code][path_text] = f"/{typed} ({mention})" if typed else mention
    return mentions


def _paths(command: _Named) -> Iterable[tuple[_Named, ...]]:
    """Yield the paths to a command and its subcommands, each from the outermost group."""
    yield (command,)
    for inner in command.commands if isinstance(command, app_commands.Group) else ():
        yield from ((command, *path) for path in _paths(inner))

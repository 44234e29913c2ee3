"""Discord's refusals of commands in words, with places named as an owner knows them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord

from bot.chat.core.failures.discord_refusals import in_words

Payload = Mapping[str, Any]
"""A command, one of its options or of their choices, in the form sent to Discord."""

TOO_MANY_CREATIONS: Final = 30034
_WORDS: Final[Mapping[int, str]] = {
    TOO_MANY_CREATIONS: "Discord has taken all 200 new commands of today: start the bot again tomorrow",
}
"""Wording for codes whose text from Discord names no remedy."""
_BRANCHES: Final = frozenset({1, 2})
"""Option types of subcommands and subcommand groups."""
_LISTS: Final[Mapping[str, str]] = {"options": "option", "choices": "choice"}
_ORDINALS: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


def fault_lines(error: discord.HTTPException, commands: Sequence[Payload]) -> tuple[str, ...]:
    """Return the faults of a set of commands, a line each: "/challenge conhex, third option: ..."."""
    tree = error._errors  # noqa: SLF001  # discord.py exposes it only as text
    faults = [] if error.code in _WORDS else list(_faults(tree or {}))
    if not faults:
        return (_WORDS.get(error.code) or in_words(error),)
    return tuple(f"{_place(path, commands)}: {message}" for path, message in faults)


def single_command_lines(error: discord.HTTPException, command: Payload) -> tuple[str, ...]:
    """Return the faults of a command that was sent alone."""
    tree = error._errors  # noqa: SLF001  # as above
    faults = [] if error.code in _WORDS else list(_faults({"0": tree or {}}))
    if not faults:
        return tuple(f"/{command.get('name')}: {text}" for text in fault_lines(error, ()))
    return tuple(f"{_place(path, [command])}: {message}" for path, message in faults)


def _faults(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Walk Discord's error tree; yield each fault's path and text."""
    for key, inner in tree.items():
        if key == "_errors":
            yield path, " ".join(str(fault.get("message", fault.get("code", ""))) for fault in inner)
        else:
            yield from _faults(inner, (*path, key))


def _place(path: tuple[str, ...], commands: Sequence[Payload]) -> str:
    """Return an error's path in words; unknown parts stay unchanged."""
    number, *rest = path or ("",)
    if not number.isdigit() or int(number) >= len(commands):
        return ".".join(path) or "all commands"
    here = commands[int(number)]
    name, parts = f"/{here.get('name')}", list[str]()
    while len(rest) > 1 and rest[0] in _LISTS and rest[1].isdigit():
        inner = here.get(rest[0]) or ()
        position = int(rest[1])
        here = inner[position] if position < len(inner) else {}
        if here.get("type") in _BRANCHES and rest[0] == "options":
            name += f" {here.get('name')}"
        else:
            parts.append(f"{_ordinal(position)} {_LISTS[rest[0]]} ({here.get('name')})")
        rest = rest[2:]
    field = ".".join(rest)
    return ", ".join((name, *parts, *([field] if field else [])))


def _ordinal(position: int) -> str:
    """Return an ordinal of a position from 0; Discord's lists have at most 25 entries."""
    number = position + 1
    ending = "th" if number < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return _ORDINALS[position] if position < len(_ORDINALS) else f"{number}{ending}"

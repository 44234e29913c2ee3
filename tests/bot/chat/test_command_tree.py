"""The commands of all features, and contributions to other features' pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

from discord import app_commands
from syrupy.assertion import SnapshotAssertion

import rules
from bot.app import bare_surfaces
from bot.chat.command_tree import all_commands, manual_entries
from bot.chat.core.contributions.slots import Slots
from bot.chat.surface import Surface, publish
from bot.locale import Texts

pytest_plugins = ("tests.bot.chat.approved",)

SURFACES = bare_surfaces(rules.GAMES, Texts.load())


def _lines(command: Any, prefix: str = "/") -> Iterator[str]:
    name = f"{prefix}{command.name}"
    if isinstance(command, app_commands.ContextMenu):
        yield f"{command.type.name} menu: {command.name}"
    elif isinstance(command, app_commands.Group):
        for subcommand in command.commands:
            yield from _lines(subcommand, f"{name} ")
    else:
        yield " ".join([name, *(parameter.name for parameter in command.parameters)])


def test_all_commands_are_listed(approved: SnapshotAssertion) -> None:
    lines = [
        f"{line} ({placed.reach.name.lower()})"
        for placed in all_commands(SURFACES)
        for line in _lines(placed.command)
    ]
    manual = [
        f"{entry.line.group} {entry.line.place}: {entry.command} ({entry.reach.name.lower()})"
        for entry in manual_entries(SURFACES)
    ]
    assert "\n".join([*lines, "", *sorted(manual), ""]) == approved


def test_each_slot_holds_the_entries_of_its_kind() -> None:
    kinds: Mapping[str, Callable[[Slots], Iterable[Any]]] = {
        "server_lines": lambda slots: slots.server_lines,
        "board_doors": lambda slots: slots.doors.boards,
        "settings_doors": lambda slots: slots.doors.settings,
        "more_buttons": lambda slots: slots.more_buttons,
        "more_lines": lambda slots: slots.more_lines,
        "profile_lines": lambda slots: slots.profile_lines,
        "letter_paragraphs": lambda slots: slots.letter_paragraphs,
    }
    names = {field.name for field in fields(Surface)}
    assert kinds.keys() <= names
    surfaces: Sequence[Any] = [
        SimpleNamespace(**{kind: [_Entry(place, kind)] for kind in kinds}) for place in (2, 1)
    ]
    slots = Slots()
    publish(surfaces, slots)
    for kind, entries_of in kinds.items():
        assert [(entry.kind, entry.place) for entry in entries_of(slots)] == [(kind, 1), (kind, 2)]


class _Entry:
    def __init__(self, place: int, kind: str) -> None:
        self.place, self.kind = place, kind

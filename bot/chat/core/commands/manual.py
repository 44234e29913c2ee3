"""The manual: the descriptions of the commands for `/help`."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.chat.core.commands.reach import Reach


class HelpGroup(StrEnum):
    """The groups of `/help`, in their order; a text "help.button." names each."""

    BEGIN = "begin"
    PLAY = "play"
    AFTERWARDS = "afterwards"
    YOURSELF = "yourself"
    ADMINS = "admins"

    def at(self, place: int) -> "HelpLine":
        """Return the help line at this place in the group."""
        return HelpLine(self, place)


@dataclass(frozen=True, slots=True)
class HelpLine:
    """The place of a command in `/help`: the group, and the sort key within it."""

    group: HelpGroup
    place: int


@dataclass(frozen=True, slots=True)
class ManualEntry:
    """A command by its English name, its reach, and its place in `/help`."""

    command: str
    reach: Reach
    line: HelpLine


class Manual:
    """The entries of all commands, published after all features are registered."""

    def __init__(self, entries: Iterable[ManualEntry] = ()) -> None:
        self._entries = tuple(entries)

    def publish(self, entries: Iterable[ManualEntry]) -> None:
        self._entries = tuple(entries)

    def of(self, group: HelpGroup) -> tuple[ManualEntry, ...]:
        listed = (entry for entry in self._entries if entry.line.group is group)
        return tuple(sorted(listed, key=lambda entry: entry.line.place))

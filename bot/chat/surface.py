"""A surface: a feature as it is met on Discord."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from discord import app_commands

from bot.chat.core.commands.manual import HelpLine
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import Answer
from bot.chat.core.words.audit_notes import AuditNote

AnyCommand = app_commands.Command[Any, ..., None] | app_commands.Group
_Content = TypeVar("_Content")


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command by its English name, the places in which it can be used, and its line in `/help`."""

    name: str
    make: Callable[[], AnyCommand]
    reach: Reach
    help: HelpLine


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand of the command `group`, which may be another feature's; sorted there by `place`."""

    group: str
    place: int
    make: Callable[[], app_commands.Command[Any, ..., None]]


@dataclass(frozen=True, slots=True)
class Slot(Generic[_Content]):
    """A place in a page or a message of one feature that other features fill."""

    name: str


@dataclass(frozen=True, slots=True)
class Contribution(Generic[_Content]):
    """A content for a slot of another feature; those of one slot are sorted by `place`."""

    slot: Slot[_Content]
    place: int
    content: _Content


@dataclass(frozen=True, kw_only=True)
class Surface:
    """The commands, buttons and messages of a feature.

    `buttons` answer presses, choices in menus and sent forms, by the verb of the custom id. After a restore
    of the database `lasting_buttons` work as before; others are refused, as the numbers in their custom ids
    may name other rows by now: `match_buttons` begin with the number of a match, `challenge_buttons` with
    that of a challenge. `audit_notes` word the entries that the feature
    writes into the logs of servers.
    """

    name: str
    commands: Sequence[SlashCommand] = ()
    subcommands: Sequence[Subcommand] = ()
    buttons: Mapping[str, Answer] = field(default_factory=dict)
    lasting_buttons: Sequence[str] = ()
    match_buttons: Sequence[str] = ()
    challenge_buttons: Sequence[str] = ()
    contributions: Sequence[Contribution[Any]] = ()
    audit_notes: Mapping[str, AuditNote] = field(default_factory=dict)


def contents(slot: Slot[_Content], surfaces: Iterable[Surface]) -> tuple[_Content, ...]:
    """Return the contents of a slot, sorted by their places."""
    filled = [part for surface in surfaces for part in surface.contributions if part.slot == slot]
    return tuple(part.content for part in sorted(filled, key=lambda part: part.place))

"""A surface: a feature's interface on Discord."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from discord import app_commands

from bot.chat.core.commands.declared_commands import SlashCommand, Subcommand
from bot.chat.core.commands.reach import Reach
from bot.chat.core.contributions.doors import BoardDoor, SettingsDoor
from bot.chat.core.contributions.letter_parts import LetterParagraph
from bot.chat.core.contributions.more_entries import MoreButtons, MoreLine
from bot.chat.core.contributions.profile_notes import ProfileLine
from bot.chat.core.contributions.server_lines import ServerLine
from bot.chat.core.contributions.slots import Slots
from bot.chat.core.interactions.handler import Answer
from bot.chat.core.words.audit_notes import AuditNote


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """A command in the context menu of a person or message, and its reach."""

    make: Callable[[], app_commands.ContextMenu]
    reach: Reach


@dataclass(frozen=True, kw_only=True)
class Surface:
    """A feature's commands, buttons and messages.

    `buttons` maps a custom id's verb to the handler of presses, menu choices and submitted forms. After a
    restore of the database `lasting_buttons` keep working; others are refused, since the numbers in their
    custom ids may now belong to other rows: `match_buttons` begin with a match's number, `challenge_buttons`
    with a challenge's. `audit_notes` phrase the entries that the feature writes into servers' logs.
    `server_lines` are its lines on a server's settings page, which lists declared switches automatically. The
    other fields contribute to a match's board, to `/settings`, to the page *More*, to profiles and to the
    weekly letter.
    """

    name: str
    commands: Sequence[SlashCommand] = ()
    menu_commands: Sequence[MenuCommand] = ()
    subcommands: Sequence[Subcommand] = ()
    buttons: Mapping[str, Answer] = field(default_factory=dict)
    lasting_buttons: Sequence[str] = ()
    match_buttons: Sequence[str] = ()
    challenge_buttons: Sequence[str] = ()
    audit_notes: Mapping[str, AuditNote] = field(default_factory=dict)
    server_lines: Sequence[ServerLine] = ()
    board_doors: Sequence[BoardDoor] = ()
    settings_doors: Sequence[SettingsDoor] = ()
    more_buttons: Sequence[MoreButtons] = ()
    more_lines: Sequence[MoreLine] = ()
    profile_lines: Sequence[ProfileLine] = ()
    letter_paragraphs: Sequence[LetterParagraph] = ()


def publish(surfaces: Sequence[Surface], slots: Slots) -> None:
    """Fill the slots with the entries of all surfaces."""
    slots.server_lines.publish(entry for surface in surfaces for entry in surface.server_lines)
    slots.doors.boards.publish(entry for surface in surfaces for entry in surface.board_doors)
    slots.doors.settings.publish(entry for surface in surfaces for entry in surface.settings_doors)
    slots.more_buttons.publish(entry for surface in surfaces for entry in surface.more_buttons)
    slots.more_lines.publish(entry for surface in surfaces for entry in surface.more_lines)
    slots.profile_lines.publish(entry for surface in surfaces for entry in surface.profile_lines)
    slots.letter_paragraphs.publish(entry for surface in surfaces for entry in surface.letter_paragraphs)

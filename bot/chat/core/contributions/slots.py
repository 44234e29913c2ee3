"""All slots."""

from dataclasses import dataclass, field

from bot.chat.core.contributions.doors import Doors
from bot.chat.core.contributions.letter_parts import LetterParagraph
from bot.chat.core.contributions.more_entries import MoreButtons, MoreLine
from bot.chat.core.contributions.profile_notes import ProfileLine
from bot.chat.core.contributions.server_lines import ServerLine
from bot.chat.core.contributions.slot import Slot


@dataclass(frozen=True, slots=True)
class Slots:
    """The places where features contribute to other features' pages and messages."""

    doors: Doors = field(default_factory=Doors)
    server_lines: Slot[ServerLine] = field(default_factory=Slot[ServerLine])
    more_buttons: Slot[MoreButtons] = field(default_factory=Slot[MoreButtons])
    more_lines: Slot[MoreLine] = field(default_factory=Slot[MoreLine])
    profile_lines: Slot[ProfileLine] = field(default_factory=Slot[ProfileLine])
    letter_paragraphs: Slot[LetterParagraph] = field(default_factory=Slot[LetterParagraph])

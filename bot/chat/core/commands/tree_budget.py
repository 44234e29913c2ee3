"""The size of commands: Discord allows 8,000 characters, each text counted in its longest language."""

from collections.abc import Sequence
from typing import Final

from discord.app_commands import locale_str

from bot.chat.core.commands.command_i18n import names_of
from bot.chat.core.commands.option_spec import OptionSpec
from bot.locale import Texts

ROOM: Final = 7600
"""The allowed characters of a command that grows with the games, below Discord's 8,000."""


def size(texts: Texts, *named: locale_str | str) -> int:
    """Return the number of characters of texts, each in its longest language."""
    return sum(max(map(len, names_of(item, texts))) for item in named)


def slots_size(texts: Texts, slots: Sequence[OptionSpec]) -> int:
    """Return the number of characters of options and their choices."""
    choices = (choice for slot in slots for choice in slot.choices)
    return sum(size(texts, slot.name, slot.about) for slot in slots) + sum(
        size(texts, choice.name, choice.value) for choice in choices
    )

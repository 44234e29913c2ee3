"""How much of a command Discord takes: 8,000 characters, each text counted in its longest language.

Sets of choices are what takes most; where a tree would grow too long, the longest become suggestions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord.app_commands import locale_str

from bot.chat.core.commands.command_i18n import names_of
from bot.chat.core.commands.option_spec import OptionSpec
from bot.locale import Texts

ROOM: Final = 7600
"""How many characters a tree may take before choices become suggestions; Discord takes 8,000."""

Slots = Mapping[str, Sequence[OptionSpec]]
"""The options of each subcommand."""


def size(texts: Texts, *named: locale_str | str) -> int:
    """Return how many characters texts count, each in the language in which it is longest."""
    return sum(max(map(len, names_of(one, texts))) for one in named)


def slots_size(texts: Texts, slots: Slots) -> int:
    """Return how many characters the options of all subcommands count."""
    return sum(
        size(texts, slot.name, slot.about) + _choices_size(texts, slot)
        for own in slots.values()
        for slot in own
    )


def within(texts: Texts, slots: Slots, room: int) -> Slots:
    """Return the options with their longest sets of choices as suggestions, as many as must be."""
    kept = {name: list(own) for name, own in slots.items()}
    over = slots_size(texts, slots) - room
    places = [(name, number) for name, own in kept.items() for number in range(len(own))]
    longest_first = sorted(places, key=lambda place: -_choices_size(texts, kept[place[0]][place[1]]))
    for name, number in longest_first:
        slot = kept[name][number]
        if over <= 0 or not slot.choices:
            break
        kept[name][number] = replace(slot, choices_suggested=True)
        over -= _choices_size(texts, slot)
    return kept


def _choices_size(texts: Texts, slot: OptionSpec) -> int:
    if slot.choices_suggested:
        return 0
    return sum(size(texts, choice.name) + len(choice.value) for choice in slot.choices)

"""The person to erase, and the aliases that replace them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.kernel.personal.others import MIN_SEARCHED_LENGTH
from data.names_in_text import NamesInText

GONE_NAME: Final = "…"
"""The replacement of their names."""


@dataclass(frozen=True, slots=True)
class ErasureSubject:
    """The person to erase; `names` are their current and earlier names.

    `aliases` replace them in each challenge and its games, so that nothing shows that they are the same
    person; `alias` replaces them elsewhere.
    """

    person: int
    names: tuple[str, ...]
    aliases: Mapping[int, int]
    alias: int

    def alias_in(self, challenge: int | None) -> int:
        """Return the alias for a challenge and its games, or for anything else."""
        return self.alias if challenge is None else self.aliases.get(challenge, self.alias)

    def in_text(self, text: str, alias: int) -> str:
        """Return a text with the person's id replaced by `alias`."""
        return re.sub(rf"(?<!\d){self.person}(?!\d)", str(alias), text)

    def in_note(self, note: str, challenge: int | None) -> str:
        """Return a note without the subject's id and names.

        In other people's games a name of one or two letters may be any word, and stays.
        """
        least = 1 if challenge in self.aliases else MIN_SEARCHED_LENGTH
        nameless = self.in_text(note, self.alias_in(challenge))
        names = NamesInText((name for name in self.names if len(name) >= least), any_case=True)
        return names.replace_names(nameless, GONE_NAME)

    def is_called(self, name: str) -> bool:
        """Return whether a name is, or was, theirs."""
        return name.strip().casefold() in {own.strip().casefold() for own in self.names}

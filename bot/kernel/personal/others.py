"""Removal of other people's ids and names from a person's export."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final

import sqlalchemy as sa

from bot.repositories.tables.person_tables import earlier_names, players
from data.connections.engines import Connection
from data.names_in_text import NamesInText, first_word, words_of

_ID: Final = re.compile(r"(?<!\d)\d{1,19}(?!\d)")
_OUT: Final = "…"
_LARGEST: Final = 2**63 - 1
_NAMES: Final = sa.union_all(
    sa.select(players.c.id, players.c.name),
    sa.select(earlier_names.c.player, earlier_names.c.name),
)
MIN_SEARCHED_LENGTH: Final = 3
"""The length from which a name is searched for without other evidence of its person."""
NOTES: Final = frozenset({"note"})
"""JSON fields with people's own words."""


def numbers_in(value: Any) -> Iterator[int]:  # noqa: ANN401  # JSON
    """Yield every number in a value, even within texts, that may be a person's id."""
    match value:
        case dict():
            for part in value.values():
                yield from numbers_in(part)
        case list():
            for part in value:
                yield from numbers_in(part)
        case str():
            yield from (number for digits in _ID.findall(value) if (number := int(digits)) <= _LARGEST)
        case int() if not isinstance(value, bool):
            yield value


def notes_in(value: Any) -> Iterator[str]:  # noqa: ANN401  # JSON
    """Yield the notes in stored JSON."""
    match value:
        case dict():
            for key, part in value.items():
                if key in NOTES and isinstance(part, str):
                    yield part
                else:
                    yield from notes_in(part)
        case list():
            for part in value:
                yield from notes_in(part)


class KnownNames:
    """All names that the bot knows: one person's, and all other people's."""

    def __init__(self, person: int, names: Sequence[tuple[int, str]]) -> None:
        self.others: Final = frozenset(other for other, _ in names if other > 0 and other != person)
        pairs = [(number, name) for number, name in names if name.strip()]
        own = [name for number, name in pairs if number == person]
        folded = {name.strip().casefold() for name in own}
        self._own = NamesInText((name for name in own if len(name) >= MIN_SEARCHED_LENGTH), any_case=True)
        self._of: dict[int, list[str]] = {}
        self._by_word: dict[str, list[str]] = {}
        self._without_words: list[str] = []
        for number, name in pairs:
            if number == person or name.strip().casefold() in folded:
                continue
            self._of.setdefault(number, []).append(name)
            if len(name) < MIN_SEARCHED_LENGTH:
                continue
            first = first_word(name)
            if words_of(first):
                self._by_word.setdefault(first, []).append(name)
            else:
                self._without_words.append(name)

    @classmethod
    async def read(cls, connection: Connection, person: int) -> "KnownNames":
        """Read the stored names."""
        return cls(person, [(row.id, row.name) for row in (await connection.execute(_NAMES)).all()])

    def names_them(self, text: str) -> bool:
        """Return whether a text contains the person's name, unless it is so short that any word may be it."""
        return self._own.occurs_in(text)

    def without_others(self, text: str, ids: Collection[int]) -> str:
        """Return a text without other people's names; short names are removed only of people in `ids`."""
        own_names = [name for person in ids for name in self._of.get(person, ())]
        words = words_of(text)
        word_names = [name for word in words for name in self._by_word.get(word, ())]
        return NamesInText((*own_names, *word_names, *self._without_words), any_case=True).replace_names(
            text, _OUT
        )


class Others:
    """Other people in exported data: those among `ids`, and all known names."""

    def __init__(self, names: KnownNames, ids: Iterable[int]) -> None:
        self._known = names
        self._ids = names.others.intersection(ids)
        numbers = "|".join(map(str, sorted(self._ids)))
        self._in_numbers = re.compile(rf"(?<!\d)(?:{numbers})(?!\d)") if numbers else None

    def out_of_words(self, text: str) -> str:
        """Return a person's text without other people's ids and names."""
        return self._known.without_others(self.out_of_text(text), self._ids)

    def out_of_text(self, text: str) -> str:
        """Return a text without other people's ids."""
        return text if self._in_numbers is None else self._in_numbers.sub(_OUT, text)

    def out_of(self, value: Any, *, words: bool = False) -> Any:  # noqa: ANN401  # JSON
        """Return a column's value without other people.

        None replaces a number that is their id, "…" their ids within texts and their names in notes.
        """
        match value:
            case dict():
                return {key: self.out_of(part, words=key in NOTES) for key, part in value.items()}
            case list():
                return [self.out_of(part, words=words) for part in value]
            case str():
                return self.out_of_words(value) if words else self.out_of_text(value)
            case int() if not isinstance(value, bool) and value in self._ids:
                return None
            case _:
                return value

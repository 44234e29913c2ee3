"""Others in what is handed out to a person: their ids and names are taken out of it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

import sqlalchemy as sa

from data.engines import Connection
from data.schema import earlier_names, players

_ID: Final = re.compile(r"(?<!\d)\d{1,19}(?!\d)")
_OUT: Final = "…"
_LARGEST: Final = 2**63 - 1
_NAMES: Final = sa.union_all(
    sa.select(players.c.id, players.c.name).where(players.c.id.in_(sa.bindparam("ids", expanding=True))),
    sa.select(earlier_names.c.player, earlier_names.c.name).where(
        earlier_names.c.player.in_(sa.bindparam("ids", expanding=True))
    ),
)
NOTES: Final = frozenset({"note"})
"""Where words of people stand in what is kept as JSON."""


def numbers_in(value: Any) -> Iterator[int]:  # noqa: ANN401  # JSON
    """Yield every number in a value, also within texts, that may be the id of a person."""
    match value:
        case dict():
            for part in value.values():
                yield from numbers_in(part)
        case list():
            for part in value:
                yield from numbers_in(part)
        case str():
            yield from (number for found in _ID.findall(value) if (number := int(found)) <= _LARGEST)
        case int() if not isinstance(value, bool):
            yield value


class Others:
    """Who else is named in something, and by which names."""

    def __init__(self, names: Mapping[int, Collection[str]]) -> None:
        self._ids = names.keys()
        called = sorted({name for of_one in names.values() for name in of_one if name.strip()}, key=len)
        ids = "|".join(str(one) for one in names)
        self._in_numbers = re.compile(rf"(?<!\d)(?:{ids})(?!\d)") if ids else None
        words = "|".join(re.escape(name) for name in reversed(called))
        self._in_words = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None

    @classmethod
    async def among(cls, connection: Connection, person: int, ids: Iterable[int]) -> "Others":
        """Return those of `ids` that are people, but for a person themselves."""
        wanted = sorted({one for one in ids if one > 0 and one != person})
        if not wanted:
            return cls({})
        names: dict[int, list[str]] = {}
        for row in (await connection.execute(_NAMES, {"ids": wanted})).all():
            names.setdefault(row.id, []).append(row.name)
        return cls(names)

    def out_of_words(self, text: str) -> str:
        """Return a text of people without the ids and names of others."""
        text = self.out_of_text(text)
        return text if self._in_words is None else self._in_words.sub(_OUT, text)

    def out_of_text(self, text: str) -> str:
        """Return a text without the ids of others."""
        return text if self._in_numbers is None else self._in_numbers.sub(_OUT, text)

    def out_of(self, value: Any, *, words: bool = False) -> Any:  # noqa: ANN401  # JSON
        """Return what a column holds without others: None in place of their ids, … for names in notes."""
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

"""Tables as features declare them: erasure of persons and servers, and export."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, Protocol

import sqlalchemy as sa

from bot.kernel.personal.erasure_subject import ErasureSubject
from bot.repositories.records.people import ExportedTable, NamePlaceRecord
from bot.repositories.tables.match_tables import games
from data.connections.engines import Connection
from data.schema.columns import raw_table

Row = Mapping[str, object]
PERSON: Final[sa.BindParameter[int]] = sa.bindparam("person")
CHALLENGES: Final[sa.BindParameter[int]] = sa.bindparam("challenges", expanding=True)
"""The challenges that name a person, as a parameter of statements that find places."""


class Key(Enum):
    """The kind of row that a table's column refers to, for the deletion of a server's rows."""

    GAME = auto()
    CHALLENGE = auto()
    SERVER = auto()


class Eraser(Protocol):
    """Erases and exports a table's data about people. `columns` hold people's ids."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that hold a person's id."""

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        """Remove a person's data."""

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        """Return a person's rows, without other people's ids."""


@dataclass(frozen=True, slots=True)
class DeletedRows:
    """A table whose rows about a person are deleted.

    With an `author` column, rows are exported only to the person in that column, in full.
    """

    table: sa.Table
    columns: tuple[str, ...]
    author: str | None = None

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        await connection.execute(
            sa.delete(self.table).where(_is_of(self.table, self.columns, subject.person))
        )

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        columns = self.columns if self.author is None else (self.author,)
        return await rows_of(connection, self.table, columns, person)


@dataclass(frozen=True, slots=True)
class AliasedRows:
    """A table in which an alias replaces a person; `challenge` is the column of a row's challenge."""

    table: sa.Table
    columns: tuple[str, ...]
    challenge: sa.ColumnElement[int]

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        values = [{"_challenge": challenge, "_alias": alias} for challenge, alias in subject.aliases.items()]
        for name in self.columns if values else ():
            column = self.table.c[name]
            change = (
                sa.update(self.table)
                .where(column == subject.person, self.challenge == sa.bindparam("_challenge"))
                .values({name: sa.bindparam("_alias")})
            )
            for aliased in values:
                await connection.execute(change, aliased)

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        return await rows_of(connection, self.table, self.columns, person)


@dataclass(frozen=True, slots=True)
class ClearedRows:
    """A table whose rows continue without the person; `also` are further changes of such rows."""

    table: sa.Table
    columns: tuple[str, ...]
    also: Mapping[str, object]

    async def erase(self, connection: Connection, subject: ErasureSubject) -> None:
        for name in self.columns:
            column = self.table.c[name]
            await connection.execute(
                sa.update(self.table).where(column == subject.person).values({name: None, **self.also})
            )

    async def rows(self, connection: Connection, person: int) -> list[Row]:
        return await rows_of(connection, self.table, self.columns, person)


@dataclass(frozen=True, slots=True)
class RowTimers:
    """The timers of a table's rows: of a `kind`, or of the kind in that column, for the row's `subject`."""

    kind: str | sa.Column[str]
    subject: sa.Column[int]

    @property
    def timer_keys(self) -> sa.Select[str, int]:
        """The query for the kinds and subjects of the timers that the table's rows may have."""
        kind = sa.literal(self.kind, sa.Text) if isinstance(self.kind, str) else self.kind
        return sa.select(kind.label("kind"), self.subject.label("subject"))


@dataclass(frozen=True, slots=True)
class OwnedTable:
    """A table and the treatment of its rows.

    Without an `eraser` its rows name no person. The columns in `of_server` identify rows that belong to a
    server; without them the table has no servers' data, or its rows are deleted by a cascade. The `timers` of
    rows are deleted with them. `nameless` lists the text columns that cannot name people: all other text
    columns of a table with an eraser may.
    """

    table: sa.Table
    eraser: Eraser | None = None
    of_server: Mapping[str, Key] | None = None
    timers: RowTimers | None = None
    nameless: Sequence[str] = ()

    @property
    def name_columns(self) -> Sequence[str]:
        if self.eraser is None:
            return ()
        columns = raw_table(self.table).columns
        texts = (column.name for column in columns if isinstance(column.type, sa.Text | sa.JSON))
        return tuple(name for name in texts if name not in self.nameless)

    @property
    def name(self) -> str:
        return self.table.name


NamePlaces = Callable[[Connection, int, Sequence[int]], Awaitable[Sequence[NamePlaceRecord]]]
"""Returns the places of messages that may name a person with these challenges."""
Export = Callable[[Connection, int], Awaitable[Sequence[ExportedTable]]]
"""Returns rows about a person that do not follow from a table alone."""


def places_by(statement: sa.Executable) -> NamePlaces:
    """Return a finder of places that runs a statement with PERSON and CHALLENGES.

    Its columns are channel, reader, server, locale and created.
    """

    async def find(
        connection: Connection, person: int, challenges: Sequence[int]
    ) -> Sequence[NamePlaceRecord]:
        rows = await connection.execute(statement, {"person": person, "challenges": challenges})
        return [NamePlaceRecord(row.channel, row.reader, row.server, row.locale, row.created) for row in rows]

    return find


def by_kind(rows: Iterable[sa.Row[*tuple[Any, ...]]]) -> dict[str, set[int]]:
    """Return the subjects of timers by kind."""
    result = defaultdict[str, set[int]](set)
    for kind, subject in rows:
        result[kind].add(subject)
    return result


def challenge_of_game(table: sa.Table) -> sa.ScalarSelect[int]:
    """Return the subquery of a row's challenge, through its game."""
    return sa.select(games.c.challenge).where(games.c.id == table.c.game).scalar_subquery()


async def rows_of(connection: Connection, table: sa.Table, columns: Sequence[str], person: int) -> list[Row]:
    """Return a table's rows that name a person in one of these columns, without other people's ids."""
    stored = raw_table(table)
    rows = await connection.execute(sa.select(stored).where(_is_of(stored, columns, person)))
    return [
        {name: None if name in columns and value != person else value for name, value in row.items()}
        for row in rows.mappings().all()
    ]


def _is_of(table: sa.Table, columns: Sequence[str], person: int) -> sa.ColumnElement[bool]:
    return sa.or_(*(table.c[name] == person for name in columns))

"""Plies by player. Seats change hands, so a ply's player follows from the handovers after it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.repositories.tables.match_tables import games, seats, substitutions, undone
from data.connections.engines import Connection
from data.schema.columns import raw_table

Row = dict[str, object]

_person: Final[sa.BindParameter[int]] = sa.bindparam("person")
IDS: Final[sa.BindParameter[int]] = sa.bindparam("ids", expanding=True)


_HELD: Final = sa.union(
    sa.select(seats.c.game, seats.c.seat).where(seats.c.player == _person),
    sa.select(substitutions.c.game, substitutions.c.seat).where(
        sa.or_(substitutions.c.leaver == _person, substitutions.c.substitute == _person),
        substitutions.c.status == "accepted",
    ),
)


def plies_after_takeover(table: sa.Table) -> sa.Select[*tuple[object, ...]]:
    """Return a statement for the rows of plies of the games `ids`, without copied plies."""
    stored = raw_table(table)
    return (
        sa.select(stored)
        .join(games, games.c.id == stored.c.game)
        # The original game's players made the copied plies, not the continuation's.
        .where(stored.c.game.in_(IDS), stored.c.number > games.c.taken_over)
        .order_by(*stored.primary_key.columns)
    )


_HOLDERS: Final = sa.select(seats.c.game, seats.c.seat, seats.c.player).where(seats.c.game.in_(IDS))


_CHANGES: Final = (
    sa.select(
        *(substitutions.c[name] for name in ("game", "seat", "leaver", "plies", "taken_back", "settled"))
    )
    .where(substitutions.c.game.in_(IDS), substitutions.c.status == "accepted")
    .order_by(substitutions.c.id)
)


_TAKE_BACKS: Final = sa.select(undone.c.game, undone.c.taken_back, undone.c.number, undone.c.undone).where(
    undone.c.game.in_(IDS)
)


_AT_ONCE: Final = 200
"""The number of games read at a time."""


@dataclass(frozen=True, slots=True)
class _SeatChange:
    """A change of a seat's player, with the plies and take-backs before it.

    `replayed` are the numbers of plies undone later, each with its take-back.
    """

    leaver: int
    plies: int
    taken_back: int
    replayed: frozenset[tuple[int, int]]

    @classmethod
    def read(cls, row: sa.RowMapping, take_backs: Sequence[sa.RowMapping]) -> "_SeatChange":
        """Read a change. Earlier versions did not store the take-backs before it."""
        before = row["taken_back"]
        if before is None:
            counts = (
                take_back["taken_back"] for take_back in take_backs if take_back["undone"] <= row["settled"]
            )
            before = max(counts, default=0)
        later = (
            (take_back["number"], take_back["taken_back"])
            for take_back in take_backs
            if take_back["taken_back"] > before
        )
        return cls(row["leaver"], row["plies"], before, frozenset(later))

    def follows(self, ply: sa.RowMapping) -> bool:
        """Return whether a ply, current or undone, was played before this change."""
        undone_by = ply.get("taken_back")
        if undone_by is not None and undone_by <= self.taken_back:
            return True
        replayed = any(
            number == ply["number"] and (undone_by is None or taken_back < undone_by)
            for number, taken_back in self.replayed
        )
        return not replayed and int(ply["number"]) <= self.plies


async def own_plies(
    connection: Connection, person: int, *statements: sa.Executable
) -> Sequence[tuple[Row, ...]]:
    """Return, for each statement for plies of the games `ids`, the rows of the person's own plies."""
    result: list[list[Row]] = [[] for _ in statements]
    for these in portions(await seats_of(connection, person)):
        player_of = await _players_of(connection, these)
        for own, statement in zip(result, statements, strict=True):
            rows = await rows_of_games(connection, statement, these)
            own += [dict(row) for row in rows if player_of(row) == person]
    return [tuple(own) for own in result]


async def seats_of(connection: Connection, person: int) -> Mapping[int, Sequence[int]]:
    """Return the seats that a person holds or held, by game."""
    seats: dict[int, list[int]] = {}
    for row in await rows_of_games(connection, _HELD, {"person": person}):
        seats.setdefault(row["game"], []).append(row["seat"])
    return seats


def portions(ids: Iterable[int]) -> Iterator[Mapping[str, Sequence[int]]]:
    """Yield the parameters of statements for games, in batches of games."""
    rising = sorted(ids)
    for first in range(0, len(rising), _AT_ONCE):
        yield {"ids": rising[first : first + _AT_ONCE]}


async def _players_of(
    connection: Connection, games_read: Mapping[str, Sequence[int]]
) -> Callable[[sa.RowMapping], int | None]:
    """Return a function from a ply of these games to its player."""
    holders = {
        (row["game"], row["seat"]): row["player"]
        for row in await rows_of_games(connection, _HOLDERS, games_read)
    }
    take_backs: dict[int, list[sa.RowMapping]] = {}
    for row in await rows_of_games(connection, _TAKE_BACKS, games_read):
        take_backs.setdefault(row["game"], []).append(row)
    changes: dict[tuple[int, int], list[_SeatChange]] = {}
    for row in await rows_of_games(connection, _CHANGES, games_read):
        change = _SeatChange.read(row, take_backs.get(row["game"], ()))
        changes.setdefault((row["game"], row["seat"]), []).append(change)

    def player_of(ply: sa.RowMapping) -> int | None:
        # The first leaver after the ply, or else the current holder of the seat.
        seat = ply["game"], ply["seat"]
        later = (change.leaver for change in changes.get(seat, ()) if change.follows(ply))
        return next(later, holders.get(seat))

    return player_of


async def rows_of_games(
    connection: Connection, statement: sa.Executable, values: Mapping[str, object]
) -> Sequence[sa.RowMapping]:
    return (await connection.execute(statement, values)).mappings().all()

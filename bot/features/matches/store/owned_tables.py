"""The tables of matches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.kernel.personal.tables import (
    CHALLENGES,
    PERSON,
    Aliased,
    Deleted,
    Key,
    OwnedTable,
    Row,
    RowTimers,
    challenge_of_game,
    places_by,
)
from bot.repositories.records.people import ExportedTable
from data.engines import Connection
from data.schema.challenges import challenges
from data.schema.games import (
    GAME_TIMER,
    games,
    kept_lines,
    plans,
    plies,
    reviewed_plies,
    seats,
    substitutions,
    undone,
)

_ids: Final[sa.BindParameter[int]] = sa.bindparam("ids", expanding=True)
_HELD: Final = sa.union(
    sa.select(seats.c.game, seats.c.seat).where(seats.c.player == PERSON),
    sa.select(substitutions.c.game, substitutions.c.seat).where(
        sa.or_(substitutions.c.leaver == PERSON, substitutions.c.substitute == PERSON),
        substitutions.c.status == "accepted",
    ),
)
_OF_GAMES: Final = ("id", "key", "options", "server", "channel", "status", "outcome", "created", "updated")
_GAMES: Final = (
    sa.select(*(games.c[name] for name in _OF_GAMES), games.c.offers)
    .where(games.c.id.in_(_ids))
    .order_by(games.c.id)
)
_PLIES: Final = (
    sa.select(plies)
    .join(games, games.c.id == plies.c.game)
    # What was taken over of another game its players have played, not whoever goes on from there.
    .where(plies.c.game.in_(_ids), plies.c.number > games.c.taken_over)
    .order_by(*plies.primary_key.columns)
)
_UNDONE: Final = sa.select(undone).where(undone.c.game.in_(_ids)).order_by(*undone.primary_key.columns)
_HOLDERS: Final = sa.select(seats.c.game, seats.c.seat, seats.c.player).where(seats.c.game.in_(_ids))
_CHANGES: Final = (
    sa.select(
        *(substitutions.c[name] for name in ("game", "seat", "leaver", "plies", "taken_back", "settled"))
    )
    .where(substitutions.c.game.in_(_ids), substitutions.c.status == "accepted")
    .order_by(substitutions.c.id)
)
_TAKE_BACKS: Final = sa.select(undone.c.game, undone.c.taken_back, undone.c.number, undone.c.undone).where(
    undone.c.game.in_(_ids)
)
_REVIEWED: Final = (
    sa.select(reviewed_plies)
    .join(games, games.c.id == reviewed_plies.c.game)
    .where(reviewed_plies.c.game.in_(_ids), reviewed_plies.c.number > games.c.taken_over)
    .order_by(*reviewed_plies.primary_key.columns)
)
_PLANS: Final = (
    sa.select(plans)
    .join(seats, sa.and_(seats.c.game == plans.c.game, seats.c.seat == plans.c.seat))
    .where(seats.c.player == PERSON)
    .order_by(plans.c.game)
)
_AT_ONCE: Final = 200
"""How many games are read at a time."""


@dataclass(frozen=True, slots=True)
class _SeatChange:
    """A seat that has changed hands after so many plies and take-backs of its game.

    `replayed` are the plies that were taken back later, with the numbers of these take-backs.
    """

    leaver: int
    plies: int
    taken_back: int
    replayed: frozenset[tuple[int, int]]

    @classmethod
    def read(cls, row: sa.RowMapping, take_backs: Sequence[sa.RowMapping]) -> "_SeatChange":
        """Return a change in its row. Earlier versions did not store the take-backs before it."""
        before = row["taken_back"]
        if before is None:
            known = (
                take_back["taken_back"] for take_back in take_backs if take_back["undone"] <= row["settled"]
            )
            before = max(known, default=0)
        later = (
            (take_back["number"], take_back["taken_back"])
            for take_back in take_backs
            if take_back["taken_back"] > before
        )
        return cls(row["leaver"], row["plies"], before, frozenset(later))

    def follows(self, ply: sa.RowMapping) -> bool:
        """Return whether a ply, one that stands or one that was taken back, was played before this change."""
        undone_by = ply.get("taken_back")
        if undone_by is not None and undone_by <= self.taken_back:
            return True
        replayed = any(
            number == ply["number"] and (undone_by is None or taken_back < undone_by)
            for number, taken_back in self.replayed
        )
        return not replayed and int(ply["number"]) <= self.plies


async def export_games(connection: Connection, person: int) -> list[ExportedTable]:
    """Return the data of a person's games: as their plies, those they played themselves.

    The computer's review of these plies is included.
    """
    held: dict[int, list[int]] = {}
    for row in await _rows(connection, _HELD, {"person": person}):
        held.setdefault(row["game"], []).append(row["seat"])
    ids, found = sorted(held), {"games": list[Row](), "moves": list[Row](), "taken_back": list[Row]()}
    found["reviewed"] = []
    for first in range(0, len(ids), _AT_ONCE):
        these = {"ids": ids[first : first + _AT_ONCE]}
        for row in await _rows(connection, _GAMES, these):
            found["games"].append({**row, "seats": sorted(held[row["id"]])})
        player_of = await _players_of(connection, these)
        for name, statement in (("moves", _PLIES), ("taken_back", _UNDONE), ("reviewed", _REVIEWED)):
            rows = await _rows(connection, statement, these)
            found[name] += [dict(row) for row in rows if player_of(row) == person]
    plans_of = await _rows(connection, _PLANS, {"person": person})
    return [
        *(ExportedTable(name, tuple(rows)) for name, rows in found.items()),
        ExportedTable("plans", tuple(dict(row) for row in plans_of)),
    ]


async def _players_of(
    connection: Connection, games_read: Mapping[str, Sequence[int]]
) -> Callable[[sa.RowMapping], int | None]:
    """Return a function from a ply of these games to its player."""
    holders = {
        (row["game"], row["seat"]): row["player"] for row in await _rows(connection, _HOLDERS, games_read)
    }
    take_backs: dict[int, list[sa.RowMapping]] = {}
    for row in await _rows(connection, _TAKE_BACKS, games_read):
        take_backs.setdefault(row["game"], []).append(row)
    changes: dict[tuple[int, int], list[_SeatChange]] = {}
    for row in await _rows(connection, _CHANGES, games_read):
        change = _SeatChange.read(row, take_backs.get(row["game"], ()))
        changes.setdefault((row["game"], row["seat"]), []).append(change)

    def player_of(ply: sa.RowMapping) -> int | None:
        # The first leaver after it, else the present holder of the seat.
        seat = ply["game"], ply["seat"]
        later = (change.leaver for change in changes.get(seat, ()) if change.follows(ply))
        return next(later, holders.get(seat))

    return player_of


async def _rows(
    connection: Connection, statement: sa.Executable, values: Mapping[str, object]
) -> Sequence[sa.RowMapping]:
    return (await connection.execute(statement, values)).mappings().all()


def _played_in(channel: sa.ColumnElement[int | None]) -> sa.Select[*tuple[object, ...]]:
    return (
        sa.select(
            channel.label("channel"),
            sa.null().label("reader"),
            challenges.c.server,
            challenges.c.locale,
            challenges.c.created,
        )
        .join(games, games.c.challenge == challenges.c.id)
        .where(challenges.c.id.in_(CHALLENGES))
    )


PLACES: Final = (
    places_by(_played_in(games.c.home)),
    places_by(_played_in(games.c.board_channel)),
    places_by(
        sa.select(
            sa.null().label("channel"),
            seats.c.player.label("reader"),
            challenges.c.server,
            challenges.c.locale,
            challenges.c.created,
        )
        .join(games, games.c.id == seats.c.game)
        .join(challenges, challenges.c.id == games.c.challenge)
        .where(challenges.c.id.in_(CHALLENGES), seats.c.player.is_not(None))
    ),
)
TABLES: Final = (
    OwnedTable(games, of_server={"id": Key.GAME}, timers=RowTimers(GAME_TIMER, games.c.id)),
    OwnedTable(
        seats,
        Aliased(seats, ("player",), challenge_of_game(seats)),
        {"game": Key.GAME},
        nameless=("engine",),
    ),
    OwnedTable(plies, of_server={"game": Key.GAME}),
    OwnedTable(undone, of_server={"game": Key.GAME}),
    OwnedTable(plans, of_server={"game": Key.GAME}),
    OwnedTable(
        kept_lines,
        Deleted(kept_lines, ("player",)),
        {"game": Key.GAME},
        nameless=("moves",),
    ),
)

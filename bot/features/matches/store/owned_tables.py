"""The tables of matches: their export, their erasure, and the places of their messages."""

from typing import Final

import sqlalchemy as sa

from bot.features.matches.store.kept_lines import kept_lines
from bot.kernel.personal.tables import (
    CHALLENGES,
    PERSON,
    AliasedRows,
    DeletedRows,
    Key,
    OwnedTable,
    Row,
    RowTimers,
    challenge_of_game,
    places_by,
)
from bot.repositories.matches.own_plies import (
    IDS,
    own_plies,
    plies_after_takeover,
    portions,
    rows_of_games,
    seats_of,
)
from bot.repositories.records.people import ExportedTable
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import GAME_TIMER, games, plans, plies, seats, undone
from data.connections.engines import Connection
from data.schema.columns import raw_table

_OF_GAMES: Final = ("id", "key", "options", "server", "channel", "status", "outcome", "created", "updated")
_stored: Final = raw_table(games)
_GAMES: Final = (
    sa.select(*(_stored.c[name] for name in _OF_GAMES), _stored.c.offers)
    .where(_stored.c.id.in_(IDS))
    .order_by(_stored.c.id)
)


_PLIES: Final = plies_after_takeover(plies)
_stored_undone: Final = raw_table(undone)
_UNDONE: Final = (
    sa.select(_stored_undone)
    .where(_stored_undone.c.game.in_(IDS))
    .order_by(*_stored_undone.primary_key.columns)
)
_PLANS: Final = (
    sa.select(plans)
    .join(seats, sa.and_(seats.c.game == plans.c.game, seats.c.seat == plans.c.seat))
    .where(seats.c.player == PERSON)
    .order_by(plans.c.game)
)


async def export_games(connection: Connection, person: int) -> list[ExportedTable]:
    """Return the data of a person's games, with only the plies and plans of that person."""
    seats = await seats_of(connection, person)
    own: list[Row] = []
    for these in portions(seats):
        rows = await rows_of_games(connection, _GAMES, these)
        own += [{**row, "seats": sorted(seats[row["id"]])} for row in rows]
    moves, taken_back = await own_plies(connection, person, _PLIES, _UNDONE)
    plans_of = await rows_of_games(connection, _PLANS, {"person": person})
    return [
        ExportedTable("games", tuple(own)),
        ExportedTable("moves", moves),
        ExportedTable("taken_back", taken_back),
        ExportedTable("plans", tuple(dict(row) for row in plans_of)),
    ]


def _matches_in(channel: sa.ColumnElement[int | None]) -> sa.Select[*tuple[object, ...]]:
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
    places_by(_matches_in(games.c.home)),
    places_by(_matches_in(games.c.board_channel)),
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
        AliasedRows(seats, ("player",), challenge_of_game(seats)),
        {"game": Key.GAME},
        nameless=("engine",),
    ),
    OwnedTable(plies, of_server={"game": Key.GAME}),
    OwnedTable(undone, of_server={"game": Key.GAME}),
    OwnedTable(plans, of_server={"game": Key.GAME}),
    OwnedTable(
        kept_lines,
        DeletedRows(kept_lines, ("player",)),
        {"game": Key.GAME},
        nameless=("moves",),
    ),
)

"""Matches with their complete logs, for checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match
from bot.repositories.matches.match_log import entry_in
from bot.repositories.matches.match_rows import MATCHES, match_in
from bot.repositories.tables.match_tables import GAME_IS_RUNNING, games, plies, seats
from data.connections.async_engines import AsyncConnection

_IDS: Final = (
    sa.select(games.c.id)
    .where(games.c.id > sa.bindparam("after"))
    .order_by(games.c.id)
    .limit(sa.bindparam("limit"))
)
_RUNNING_IDS: Final = _IDS.where(GAME_IS_RUNNING)


def _these(column: sa.Column[int]) -> sa.ColumnElement[bool]:
    return column.in_(sa.bindparam("ids", expanding=True))


_GAMES: Final = MATCHES.where(_these(games.c.id)).order_by(games.c.id, seats.c.seat)
_SEEDS: Final = sa.select(games.c.id, games.c.seed, games.c.dice_seed).where(_these(games.c.id))
_SEATS: Final = (
    sa.select(seats.c.game, seats.c.running).where(_these(seats.c.game)).order_by(seats.c.game, seats.c.seat)
)
_PLIES: Final = (
    sa.select(plies.c.game, plies.c.number, plies.c.seat, plies.c.text, plies.c.played, plies.c.automatic)
    .where(_these(plies.c.game))
    .order_by(plies.c.game, plies.c.number)
)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A stored game: its match, whole log, and the secret of its dice, if any.

    Its rolls follow from `seed`, which was mixed from `sealed` and the beacon. `playing` holds for each seat
    whether it counts as still playing. `match` is None if the game's seats or its challenge are missing, or
    if it is `unreadable`, which is the reason.
    """

    id: int
    match: Match | None
    unreadable: str | None
    plies: Sequence[LogEntry] = ()
    playing: Sequence[bool] = ()
    seed: str | None = None
    sealed: str | None = None


async def count_games(connection: AsyncConnection, after: int, *, running: bool) -> int:
    """Return the total number of games that `kept_games` returns."""
    query = sa.select(sa.func.count()).where(games.c.id > after)
    result = await connection.execute(query.where(GAME_IS_RUNNING) if running else query)
    number: int = result.scalar_one()
    return number


async def kept_games(
    connection: AsyncConnection, after: int, limit: int, *, running: bool
) -> Sequence[KeptGame]:
    """Return the next games by id above `after`; `running` selects only running games."""
    query = _RUNNING_IDS if running else _IDS
    ids = list((await connection.execute(query, {"after": after, "limit": limit})).scalars())
    if not ids:
        return ()
    these = {"ids": ids}
    matches = await _matches(connection, ids)
    logs = _by_game((await connection.execute(_PLIES, these)).all())
    playing = _by_game((await connection.execute(_SEATS, these)).all())
    seeds = {row.id: (row.seed, row.dice_seed) for row in await connection.execute(_SEEDS, these)}
    return tuple(
        KeptGame(
            game,
            *matches[game],
            list(map(entry_in, logs.get(game, ()))),
            [row.running for row in playing.get(game, ())],
            *seeds.get(game, (None, None)),
        )
        for game in ids
    )


async def _matches(
    connection: AsyncConnection, ids: Sequence[int]
) -> Mapping[int, tuple[Match | None, str | None]]:
    """Return the matches by their ids; a damaged column affects only its own match."""
    try:
        rows = _by_game((await connection.execute(_GAMES, {"ids": ids})).all())
    except SQLAlchemyError:
        raise
    except Exception as error:  # noqa: BLE001  # after any damage, check the next game
        if len(ids) == 1:
            return {ids[0]: (None, repr(error))}
        return {game: (await _matches(connection, [game]))[game] for game in ids}
    return {game: _read(rows.get(game, ())) for game in ids}


def _read(rows: Sequence[sa.Row[*tuple[Any, ...]]]) -> tuple[Match | None, str | None]:
    if not rows:
        return None, None
    try:
        return match_in(rows), None
    except Exception as error:  # noqa: BLE001  # after any damage, check the next game
        return None, repr(error)


def _by_game(
    rows: Sequence[sa.Row[*tuple[Any, ...]]],
) -> Mapping[int, Sequence[sa.Row[*tuple[Any, ...]]]]:
    return {game: list(of_game) for game, of_game in groupby(rows, key=lambda row: row[0])}

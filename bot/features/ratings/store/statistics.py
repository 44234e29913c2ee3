"""Statistics: counts of games by ending."""

import json
from typing import Final

import sqlalchemy as sa

from bot.features.ratings.domain.engine_ladder import EngineTally
from bot.features.ratings.domain.statistics import ResultTally, SeatTally
from bot.repositories.tables.match_columns import OUTCOMES, StoredOutcomes
from bot.repositories.tables.match_tables import GAME_IS_FINISHED, games, seats
from data.session import Session
from rules.contract import Outcome

_own: Final = seats.alias("own")
_players: Final = (
    sa.select(sa.func.count())
    .select_from(seats)
    .where(seats.c.game == games.c.id)
    .correlate(games)
    .scalar_subquery()
)
_among_people: Final = ~sa.exists(
    sa.select(sa.literal_column("1")).where(seats.c.game == games.c.id, seats.c.engine.is_not(None))
)
# Compared as texts because the databases do not compare JSON.
_options: Final = sa.cast(games.c.options, sa.Text)
_outcome: Final = sa.cast(games.c.outcome, sa.Text)
_retired: Final = sa.cast(games.c.retired, sa.Text)
_each: Final = (
    sa.select(
        games.c.key,
        _options.label("options"),
        _players.label("players"),
        _outcome.label("outcome"),
        _retired.label("retired"),
        games.c.commitment.is_not(None).label("rolls"),
        games.c.plies,
    )
    .where(GAME_IS_FINISHED, _among_people, games.c.key == sa.bindparam("key"))
    .subquery("each")
)
_alike: Final = tuple(column for column in _each.c if column is not _each.c.plies)
_TALLIES: Final = sa.select(
    *_alike,
    sa.func.count().label("games"),
    sa.func.sum(_each.c.plies).label("plies"),
).group_by(*_alike)
_played: Final = (
    sa.select(games.c.key, _players.label("players"), _own.c.seat, _outcome.label("outcome"))
    .join(_own, _own.c.game == games.c.id)
    .where(
        GAME_IS_FINISHED,
        _among_people,
        _own.c.player == sa.bindparam("player"),
        _own.c.running == sa.false(),
    )
    .subquery("played")
)
_SEAT_TALLIES: Final = sa.select(
    _played.c.key,
    _played.c.players,
    _played.c.seat,
    _played.c.outcome,
    sa.func.count().label("games"),
).group_by(_played.c.key, _played.c.players, _played.c.seat, _played.c.outcome)

_engines: Final = seats.alias("engines")
_AGAINST_ENGINES: Final = (
    sa.select(
        games.c.key,
        _options.label("options"),
        _players.label("players"),
        _own.c.seat,
        _engines.c.seat.label("engine_seat"),
        _engines.c.level,
        _outcome.label("outcome"),
        games.c.server.is_(None).label("practice"),
    )
    .join(_own, _own.c.game == games.c.id)
    .join(_engines, sa.and_(_engines.c.game == games.c.id, _engines.c.engine.is_not(None)))
    .where(GAME_IS_FINISHED, _own.c.player == sa.bindparam("player"), _own.c.running == sa.false())
    # A game that started from the middle of another game does not show its player's strength.
    .where(games.c.taken_over == 0)
    .distinct()
)


class StatisticsRepository:
    """Counts of games, within one connection.

    Games with engines count only for the ladder against engines.
    """

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of_game(self, key: str) -> tuple[ResultTally, ...]:
        """Return the endings of all finished matches of a game between people."""
        rows = await self._connection.execute(_TALLIES, {"key": key})
        return tuple(
            ResultTally(
                options=json.loads(row.options),
                players=row.players,
                outcome=_outcome_in(row.outcome),
                games=row.games,
                plies=row.plies,
                retired=frozenset(seat for seat, _ in json.loads(row.retired)),
                rolls=bool(row.rolls),
            )
            for row in rows
        )

    async def of_player(self, player: int) -> tuple[SeatTally, ...]:
        """Return the endings of all finished games of a person against people."""
        rows = await self._connection.execute(_SEAT_TALLIES, {"player": player})
        return tuple(
            SeatTally(row.key, row.players, row.seat, _outcome_in(row.outcome), row.games) for row in rows
        )

    async def against_engines(self, player: int) -> tuple[EngineTally, ...]:
        """Return the endings of a person's finished games against engines."""
        rows = await self._connection.execute(_AGAINST_ENGINES, {"player": player})
        return tuple(
            EngineTally(
                row.key,
                json.loads(row.options),
                row.players,
                row.seat,
                row.engine_seat,
                row.level,
                _outcome_in(row.outcome),
                practice=bool(row.practice),
            )
            for row in rows
        )


def _outcome_in(text: str) -> Outcome:
    stored: StoredOutcomes = OUTCOMES.read(json.loads(text))
    return stored.latest

"""The tournament games of challenges."""

from typing import Final

import sqlalchemy as sa

from bot.model.tournament_references import TournamentRef
from bot.repositories.tables.tournament_tables import tournament_games, tournaments
from data.session import Session

_OF_CHALLENGE: Final = (
    sa.select(
        tournament_games.c.tournament, tournament_games.c.id, tournament_games.c.round, tournaments.c.name
    )
    .join(tournaments, tournaments.c.id == tournament_games.c.tournament)
    .where(tournament_games.c.challenge == sa.bindparam("challenge"))
)


class TournamentGameRepository:
    """Finds the tournament of a challenge, within a transaction that its caller opens."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of_challenge(self, challenge: int) -> TournamentRef | None:
        """Return the tournament game that a challenge belongs to, None if there is none."""
        row = (await self._connection.execute(_OF_CHALLENGE, {"challenge": challenge})).first()
        return None if row is None else TournamentRef(row.tournament, row.id, row.round, row.name)

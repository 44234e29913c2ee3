"""Plans: players' private conditional lines, as text."""

from collections.abc import Mapping
from typing import Final

import sqlalchemy as sa

from bot.repositories.tables.match_tables import games, plans
from data.session import Session

_OF: Final = sa.select(plans.c.seat, plans.c.plan).where(plans.c.game == sa.bindparam("game"))
_CLEAR: Final = sa.delete(plans).where(plans.c.game == sa.bindparam("game"))
_ADD: Final = sa.insert(plans)
_MARK: Final = (
    sa.update(games).where(games.c.id == sa.bindparam("_game")).values(planned=sa.bindparam("_planned"))
)


class ConditionalMoveRepository:
    """The table `plans` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def of(self, game: int) -> Mapping[int, str]:
        """Return the plans of a game by seat."""
        return {row.seat: row.plan for row in await self._connection.execute(_OF, {"game": game})}

    async def write(self, game: int, new: Mapping[int, str]) -> None:
        """Replace all plans of a game, by seat, and update whether it has any."""
        await self._connection.execute(_CLEAR, {"game": game})
        rows = [{"game": game, "seat": seat, "plan": plan} for seat, plan in new.items()]
        if rows:
            await self._connection.execute(_ADD, rows if len(rows) > 1 else rows[0])
        await self._connection.execute(_MARK, {"_game": game, "_planned": bool(rows)})

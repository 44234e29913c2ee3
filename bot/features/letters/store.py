"""The games of weekly letters, the places where letters may name people, and checks of their timers."""

import re
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.features.letters.domain import WEEKLY_LETTER
from bot.kernel.checks import timer_checks
from bot.kernel.personal.chosen_channels import chosen_channels
from bot.model.match.match import Match
from bot.repositories.matches.match_rows import MATCHES, MATCHES_WITH_SETTINGS, all_matches
from bot.repositories.tables.match_tables import GAME_IS_FINISHED, GAME_IS_RUNNING, games, seats
from bot.repositories.tables.subscription_tables import subscriptions
from data.session import Session

_ended_ids: Final = (
    sa.select(games.c.id)
    .where(
        GAME_IS_FINISHED,
        games.c.server == sa.bindparam("server"),
        games.c.updated >= sa.bindparam("since"),
        games.c.updated < sa.bindparam("until"),
    )
    .order_by(games.c.id.desc())
    .limit(sa.bindparam("limit"))
    .subquery("chosen")
)
_ENDED: Final = MATCHES.join(_ended_ids, _ended_ids.c.id == games.c.id).order_by(
    games.c.updated.desc(), games.c.id, seats.c.seat
)
_waiting_ids: Final = (
    sa.select(games.c.id)
    .where(
        GAME_IS_RUNNING,
        games.c.server == sa.bindparam("server"),
        games.c.turn.is_not(None),
        games.c.paused.is_(None),
    )
    .order_by(games.c.since, games.c.id)
    .limit(sa.bindparam("limit"))
    .subquery("chosen")
)
_WAITING: Final = MATCHES_WITH_SETTINGS.join(_waiting_ids, _waiting_ids.c.id == games.c.id).order_by(
    games.c.since, games.c.id, seats.c.seat
)
_ACTIVE: Final = (
    sa.select(sa.func.count())
    .select_from(games)
    .where(
        GAME_IS_RUNNING,
        games.c.server == sa.bindparam("server"),
        games.c.updated >= sa.bindparam("since"),
    )
)


class WeeklyLetterRepository:
    """The games of a server by weeks, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def ended_matches(
        self, server: int, since: datetime, until: datetime, limit: int
    ) -> tuple[Match, ...]:
        """Return the games of a server that ended from `since` to before `until`, the latest first."""
        values = {"server": server, "since": since, "until": until, "limit": limit}
        return all_matches(await self._connection.execute(_ENDED, values))

    async def waiting(self, server: int, limit: int) -> tuple[Match, ...]:
        """Return a server's unpaused games that wait for a move, the longest turn first, with settings."""
        return all_matches(await self._connection.execute(_WAITING, {"server": server, "limit": limit}))

    async def count_active(self, server: int, since: datetime) -> int:
        """Count the running games of a server with activity since then."""
        active: int = (
            await self._connection.execute(_ACTIVE, {"server": server, "since": since})
        ).scalar_one()
        return active


PLACES: Final = (chosen_channels("weekly-letter", re.compile(r"^on (\d+)$")),)


CHECKS: Final = timer_checks(
    subscriptions, subscriptions.c.server, WEEKLY_LETTER, subscriptions.c.kind == WEEKLY_LETTER
)

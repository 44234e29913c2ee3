"""Tables of privacy and the statements on them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, TypeVar

import sqlalchemy as sa

from bot.kernel.checks import timer_checks
from bot.kernel.personal.tables import DeletedRows, OwnedTable, RowTimers
from bot.repositories.tables.match_tables import GAME_IS_RUNNING, games
from bot.repositories.tables.outbox_tables import notices, requests
from bot.repositories.tables.person_tables import DELETION_TIMER, blocks, deletions
from bot.repositories.tables.server_tables import SERVER_IS_GONE, SERVER_TIMER, servers
from data.session import Session

_SETTLED: Final = ("delivered", "dropped", "rerouted", "shown")
"""The final states of notices."""
_MISSED: Final = "missed"

_Id = TypeVar("_Id", int, str)


@dataclass(frozen=True, slots=True)
class RetentionStep(Generic[_Id]):
    """A step's result: the number of deleted rows, and the id to continue after.

    `last` is None if no older rows are left.
    """

    deleted_rows: int
    last: _Id | None


_REQUESTS: Final = (
    sa.select(requests.c.id, requests.c.made)
    .where(requests.c.id > sa.bindparam("after"))
    .order_by(requests.c.id)
    .limit(sa.bindparam("limit"))
)
_FORGET_REQUESTS: Final = sa.delete(requests).where(requests.c.id.in_(sa.bindparam("ids", expanding=True)))
_NOTICES: Final = (
    sa.select(
        notices.c.id,
        notices.c.created,
        notices.c.status,
        notices.c.ply,
        notices.c.shown_message,
        games.c.plies,
        GAME_IS_RUNNING.label("running"),
    )
    .outerjoin(games, games.c.id == notices.c.game)
    .where(notices.c.id > sa.bindparam("after"))
    .order_by(notices.c.id)
    .limit(sa.bindparam("limit"))
)
_LAST_NOTICE: Final = sa.select(sa.func.max(notices.c.id))
_FORGET_NOTICES: Final = (
    sa.delete(notices)
    .where(
        notices.c.id.in_(sa.bindparam("ids", expanding=True)),
        notices.c.status.in_([sa.literal_column(f"'{status}'") for status in (*_SETTLED, _MISSED)]),
    )
    .returning(notices.c.id)
)


class RetentionRepository:
    """Deletions by age, within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def forget_requests(self, before: datetime, after: str, limit: int) -> RetentionStep[str]:
        """Check a batch of requests in order of id, and delete those made `before`.

        Discord's interaction ids ascend over time: after the first id that is too young, all are.
        """
        rows = (await self._connection.execute(_REQUESTS, {"after": after, "limit": limit})).all()
        old = [row.id for row in rows if row.made < before]
        if old:
            await self._connection.execute(_FORGET_REQUESTS, {"ids": old})
        return RetentionStep(len(old), rows[-1].id if old and len(rows) == limit else None)

    async def forget_notices(
        self, settled: datetime, missed: datetime, after: int, limit: int
    ) -> RetentionStep[int]:
        """Check a batch of notices in order of id, and delete obsolete ones.

        These are final notices created before `settled`, and undeliverable ones created before `missed`. A
        running game keeps the notices of its board and of existing messages. The newest notice of all stays:
        otherwise its id would be reused.
        """
        rows = (await self._connection.execute(_NOTICES, {"after": after, "limit": limit})).all()
        newest = (await self._connection.execute(_LAST_NOTICE)).scalar_one()
        old = [
            row.id
            for row in rows
            if row.id != newest
            and (
                (row.status in _SETTLED and row.created < settled and not _is_needed(row))
                or (row.status == _MISSED and row.created < missed)
            )
        ]
        deleted = 0
        if old:
            deleted = len((await self._connection.execute(_FORGET_NOTICES, {"ids": old})).all())
        has_more = len(rows) == limit and rows[-1].created < settled
        return RetentionStep(deleted, rows[-1].id if has_more else None)


def _is_needed(
    row: sa.Row[tuple[int, datetime, str, int | None, int | None, int | None, bool | None]],
) -> bool:
    if not row.running:
        return False
    current = row.ply is not None and row.plies is not None and row.ply >= row.plies
    return current or row.shown_message is not None


TABLES: Final = (
    # Blocks are hidden from the blocked person.
    OwnedTable(blocks, DeletedRows(blocks, ("blocker", "blocked"), author="blocker")),
    OwnedTable(
        deletions,
        DeletedRows(deletions, ("player",)),
        timers=RowTimers(DELETION_TIMER, deletions.c.player),
    ),
)


CHECKS: Final = (
    *timer_checks(deletions, deletions.c.player, DELETION_TIMER),
    *timer_checks(servers, servers.c.id, SERVER_TIMER, SERVER_IS_GONE),
)

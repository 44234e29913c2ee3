"""Requests with their effects, which make repetitions idempotent."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.records.outbox import RequestRecord
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.outbox_tables import requests
from data.session import Session

_REQUEST: Final = RowMapping(RequestRecord)
_BY_ID: Final = sa.select(requests).where(requests.c.id == sa.bindparam("id"))
_LATEST: Final = (
    sa.select(requests)
    .where(
        requests.c.player == sa.bindparam("player"),
        requests.c.subject == sa.bindparam("subject"),
        requests.c.made >= sa.bindparam("since"),
        requests.c.action == sa.bindparam("action"),
    )
    .order_by(requests.c.made.desc(), requests.c.number.desc())
    .limit(1)
)
_ADD: Final = sa.insert(requests)


class RequestRepository:
    """The table `requests` within one connection."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection = session.connection

    async def get(self, request: str) -> RequestRecord | None:
        """Return a request's stored effect, None if it is new."""
        row = (await self._connection.execute(_BY_ID, {"id": request})).one_or_none()
        return None if row is None else _REQUEST.read(row)

    async def latest(self, player: int, subject: int, action: str, since: datetime) -> RequestRecord | None:
        """Return a person's latest request for an action on a subject since a moment."""
        values = {"player": player, "subject": subject, "action": action, "since": since}
        row = (await self._connection.execute(_LATEST, values)).one_or_none()
        return None if row is None else _REQUEST.read(row)

    async def add(self, request: RequestRecord, moment: datetime) -> None:
        """Store a request's effect.

        Raises sqlalchemy.exc.IntegrityError, at the latest with the commit, if the id exists; waits for a
        concurrent transaction that stores it.
        """
        values = {**_REQUEST.columns_of(request), "made": moment}
        await self._session.defer(_ADD, values)

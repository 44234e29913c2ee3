"""Requests and their effects: what makes asking twice the same as asking once."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from bot.repositories.records.outbox import RequestRecord
from bot.repositories.row_mapping import RowMapping
from bot.repositories.tables.outbox_tables import requests
from data.session import Session

_REQUEST: Final = RowMapping(RequestRecord)
_BY_ID: Final = sa.select(requests).where(requests.c.id == sa.bindparam("id"))
_SINCE: Final = (
    sa.select(requests)
    .where(
        requests.c.player == sa.bindparam("player"),
        requests.c.subject == sa.bindparam("subject"),
        requests.c.made >= sa.bindparam("since"),
    )
    .order_by(requests.c.made.desc(), requests.c.number.desc())
)
_ADD: Final = sa.insert(requests)


class RequestRepository:
    """The table `requests` within one connection."""

    def __init__(self, session: Session) -> None:
        self._connection = session.connection

    async def get(self, request: str) -> RequestRecord | None:
        """Return what a request did, None if it has done nothing."""
        row = (await self._connection.execute(_BY_ID, {"id": request})).one_or_none()
        return None if row is None else _REQUEST.read(row)

    async def since(self, player: int, subject: int, since: datetime) -> tuple[RequestRecord, ...]:
        """Return what someone's requests did with something since then, latest first."""
        values = {"player": player, "subject": subject, "since": since}
        return tuple(map(_REQUEST.read, await self._connection.execute(_SINCE, values)))

    async def add(self, request: RequestRecord, made: datetime) -> None:
        """Store what the request does.

        Raises sqlalchemy.exc.IntegrityError when the id is taken; an open transaction that took it is
        waited for.
        """
        values = {**_REQUEST.written(request), "made": made}
        await self._connection.execute(_ADD, values)

"""Requests and their effects: what makes asking twice the same as asking once."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from data.dialects import INSERT
from data.records import RequestRecord
from data.schema import requests

_BY_ID: Final = sa.select(requests).where(requests.c.id == sa.bindparam("id"))
_CLAIM: Final = {
    name: insert(requests).on_conflict_do_nothing().returning(requests.c.id)
    for name, insert in INSERT.items()
}


class Requests:
    """The table `requests` within one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, request: str) -> RequestRecord | None:
        """Return what a request did, None if it has done nothing."""
        row = (await self._connection.execute(_BY_ID, {"id": request})).one_or_none()
        if row is None:
            return None
        return RequestRecord(row.id, row.player, row.action, row.subject, row.number)

    async def claim(self, request: RequestRecord, made: datetime) -> bool:
        """Store what the request does; False when the id is already taken.

        An open transaction that took the id is waited for.
        """
        result = await self._connection.execute(
            _CLAIM[self._connection.dialect.name],
            {
                "id": request.id,
                "player": request.player,
                "action": request.action,
                "subject": request.subject,
                "number": request.number,
                "made": made,
            },
        )
        return result.one_or_none() is not None

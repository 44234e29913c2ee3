"""Requests and their effects: what makes asking twice the same as asking once."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from data.records import RequestRecord
from data.schema import requests

_BY_ID: Final = sa.select(requests).where(requests.c.id == sa.bindparam("id"))
_ADD: Final = sa.insert(requests)


class Requests:
    """The table `requests` within one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, request: str) -> RequestRecord | None:
        """Return what a request did, None if it has done nothing."""
        row = (await self._connection.execute(_BY_ID, {"id": request})).one_or_none()
        if row is None:
            return None
        return RequestRecord(row.id, row.player, row.action, row.subject, row.number, row.taken_back)

    async def add(self, request: RequestRecord, made: datetime) -> None:
        """Store what the request does.

        Raises sqlalchemy.exc.IntegrityError when the id is taken; an open transaction that took it is
        waited for.
        """
        values = {
            "id": request.id,
            "player": request.player,
            "action": request.action,
            "subject": request.subject,
            "number": request.number,
            "made": made,
            "taken_back": request.taken_back,
        }
        await self._connection.execute(_ADD, values)

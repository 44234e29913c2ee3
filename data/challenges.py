"""Challenges: written, locked, settled, listed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from data.records import ChallengeRecord
from data.schema import CHALLENGE_IS_OPEN, challenges, games, servers

_ALL: Final = (
    sa.select(
        *(column for column in challenges.c if column.name != "locale"),
        sa.func.coalesce(servers.c.locale, challenges.c.locale).label("locale"),
        games.c.id.label("game"),
    )
    .select_from(challenges)
    .outerjoin(servers, servers.c.id == challenges.c.server)
    .outerjoin(games, games.c.challenge == challenges.c.id)
)
_BY_ID: Final = _ALL.where(challenges.c.id == sa.bindparam("id"))
_LOCK: Final = _BY_ID.with_for_update(of=challenges)
_SENT: Final = (
    sa.select(sa.func.count())
    .select_from(challenges)
    .where(CHALLENGE_IS_OPEN, challenges.c.challenger == sa.bindparam("person"))
)
# Each half has an index of its own; SQLite would use neither for a condition that joins them by OR.
_theirs: Final = sa.union(
    *(
        sa.select(challenges.c.id).where(CHALLENGE_IS_OPEN, column == sa.bindparam("person"))
        for column in (challenges.c.challenger, challenges.c.opponent)
    )
)
_OPEN: Final = _ALL.where(challenges.c.id.in_(_theirs)).order_by(challenges.c.id)
_ADD: Final = sa.insert(challenges).returning(challenges.c.id)
_SETTLE: Final = sa.update(challenges).where(challenges.c.id == sa.bindparam("_id"))


class Challenges:
    """The table `challenges` within one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, challenge: int) -> ChallengeRecord | None:
        """Return a challenge, None if there is none."""
        return await self._one(_BY_ID, challenge)

    async def lock(self, challenge: int) -> ChallengeRecord | None:
        """Return a challenge as it stands once no other transaction is changing it."""
        return await self._one(_LOCK, challenge)

    async def sent_by(self, person: int) -> int:
        """Count the open challenges someone has sent."""
        return (await self._connection.execute(_SENT, {"person": person})).scalar_one()

    async def open_of(self, person: int) -> tuple[ChallengeRecord, ...]:
        """Return the open challenges someone has sent or was sent, oldest first."""
        return tuple(map(_record, await self._connection.execute(_OPEN, {"person": person})))

    async def add(
        self,
        *,
        key: str,
        options: Mapping[str, str],
        challenger: int,
        opponent: int | None,
        role: str,
        server: int | None,
        channel: int,
        locale: str,
        created: datetime,
    ) -> int:
        """Write an open challenge and return its id."""
        values = {
            "key": key,
            "options": dict(options),
            "challenger": challenger,
            "opponent": opponent,
            "role": role,
            "server": server,
            "channel": channel,
            "locale": locale,
            "status": "open",
            "created": created,
        }
        new: int = (await self._connection.execute(_ADD, values)).scalar_one()
        return new

    async def settle(
        self, challenge: int, status: str, *, reason: str | None = None, accepted_by: int | None = None
    ) -> None:
        """Write what became of a challenge."""
        values = {"_id": challenge, "status": status, "reason": reason, "accepted_by": accepted_by}
        await self._connection.execute(_SETTLE, values)

    async def set_message(self, challenge: int, message: int) -> None:
        """Write which message shows a challenge."""
        await self._connection.execute(_SETTLE, {"_id": challenge, "message": message})

    async def _one(self, statement: sa.Select[*tuple[Any, ...]], challenge: int) -> ChallengeRecord | None:
        row = (await self._connection.execute(statement, {"id": challenge})).one_or_none()
        return None if row is None else _record(row)


def _record(row: sa.Row[*tuple[Any, ...]]) -> ChallengeRecord:
    return ChallengeRecord(**row._mapping)  # noqa: SLF001  # a public attribute, named so to spare columns

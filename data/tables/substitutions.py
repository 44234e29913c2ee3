"""Substitutions: seats that are offered to others, and those that have changed hands."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from data.engines import Connection
from data.records import JobKind, SubstitutionRecord
from data.schema import SUBSTITUTION_IS_OPEN, challenges, games, seats, substitutions, unclaimed

_ACCEPTED: Final = substitutions.c.status == sa.literal_column("'accepted'")
_ALL: Final = sa.select(substitutions).order_by(substitutions.c.id)
_BY_ID: Final = _ALL.where(substitutions.c.id == sa.bindparam("id"))
_OPEN_OF: Final = _ALL.where(SUBSTITUTION_IS_OPEN, substitutions.c.game == sa.bindparam("game"))
_OPEN_IN: Final = _ALL.where(
    SUBSTITUTION_IS_OPEN, substitutions.c.game.in_(sa.bindparam("games", expanding=True))
)
_ACCEPTED_OF: Final = _ALL.where(_ACCEPTED, substitutions.c.game == sa.bindparam("game"))
_ACCEPTED_IN: Final = _ALL.join(games, games.c.id == substitutions.c.game).where(
    _ACCEPTED, games.c.challenge == sa.bindparam("challenge")
)
_ACCEPTED_RATED: Final = (
    _ALL.join(games, games.c.id == substitutions.c.game)
    .join(challenges, challenges.c.id == games.c.challenge)
    .where(_ACCEPTED, challenges.c.rated == sa.true(), challenges.c.key == sa.bindparam("key"))
)
_NEXT_EXPIRY: Final = (
    sa.select(substitutions.c.expires).where(SUBSTITUTION_IS_OPEN).order_by(substitutions.c.expires).limit(1)
)
_EXPIRING: Final = (
    sa.select(substitutions.c.id)
    .where(
        SUBSTITUTION_IS_OPEN,
        substitutions.c.expires <= sa.bindparam("now"),
        unclaimed(JobKind.SEAT, substitutions.c.id),
    )
    .order_by(substitutions.c.expires)
    .limit(sa.bindparam("limit"))
    .with_for_update(skip_locked=True, key_share=True)
)
_ADD: Final = sa.insert(substitutions).returning(substitutions.c.id)
_CHANGE: Final = sa.update(substitutions).where(substitutions.c.id == sa.bindparam("_id"))
_SIT: Final = sa.update(seats).where(
    seats.c.game == sa.bindparam("_game"), seats.c.seat == sa.bindparam("_seat")
)
# What one person has played is not another's to undo.
_KEEP_PLIES: Final = sa.update(games).where(games.c.id == sa.bindparam("_id")).values(undo=sa.null())


class SubstitutionRepository:
    """The table `substitutions` within one connection.

    `expect` is told each moment at which an offer of a seat will lapse.
    """

    def __init__(self, connection: Connection, expect: Callable[[datetime], None]) -> None:
        self._connection = connection
        self._expect = expect

    async def add(
        self,
        *,
        game: int,
        seat: int,
        leaver: int,
        offered_by: int,
        wanted: int | None,
        plies: int,
        made: datetime,
        expires: datetime,
    ) -> int:
        """Write that a seat is offered and return the id of that."""
        values = {
            "game": game,
            "seat": seat,
            "leaver": leaver,
            "offered_by": offered_by,
            "wanted": wanted,
            "status": "open",
            "plies": plies,
            "made": made,
            "expires": expires,
        }
        number: int = (await self._connection.execute(_ADD, values)).scalar_one()
        self._expect(expires)
        return number

    async def get(self, number: int) -> SubstitutionRecord | None:
        """Return a substitution, None if there is none."""
        row = (await self._connection.execute(_BY_ID, {"id": number})).one_or_none()
        return None if row is None else _record(row)

    async def open_of(self, game: int) -> tuple[SubstitutionRecord, ...]:
        """Return the seats of a game that are on offer."""
        return tuple(map(_record, await self._connection.execute(_OPEN_OF, {"game": game})))

    async def open_in(self, games: Collection[int]) -> tuple[SubstitutionRecord, ...]:
        """Return the seats of these games that are on offer."""
        return tuple(map(_record, await self._connection.execute(_OPEN_IN, {"games": sorted(games)})))

    async def accepted_of(self, game: int) -> tuple[SubstitutionRecord, ...]:
        """Return how seats of a game have changed hands, in order."""
        return tuple(map(_record, await self._connection.execute(_ACCEPTED_OF, {"game": game})))

    async def accepted_in(self, challenge: int) -> tuple[SubstitutionRecord, ...]:
        """Return the same of all games a challenge has led to."""
        return tuple(map(_record, await self._connection.execute(_ACCEPTED_IN, {"challenge": challenge})))

    async def accepted_in_rated(self, key: str) -> tuple[SubstitutionRecord, ...]:
        """Return the same of all games of a kind that were agreed to be rated."""
        return tuple(map(_record, await self._connection.execute(_ACCEPTED_RATED, {"key": key})))

    async def settle(self, number: int, status: str, settled: datetime) -> None:
        """Write that a seat is on offer no more."""
        await self._change(number, status=status, settled=settled)

    async def hand_over(
        self, record: SubstitutionRecord, substitute: int, plies: int, settled: datetime
    ) -> None:
        """Give a seat that is on offer to someone else, after `plies` plies of its game."""
        await self._change(record.id, status="accepted", substitute=substitute, plies=plies, settled=settled)
        seat = {"_game": record.game, "_seat": record.seat, "player": substitute}
        await self._connection.execute(_SIT, seat)
        await self._connection.execute(_KEEP_PLIES, {"_id": record.game})

    async def set_message(self, number: int, message: tuple[int, int]) -> None:
        """Write which message (channel, message) offers a seat."""
        await self._change(number, message_channel=message[0], message=message[1])

    async def set_expires(self, number: int, expires: datetime) -> None:
        """Write when an offer lapses, if it is still open then."""
        await self._change(number, expires=expires)
        self._expect(expires)

    async def next_expiry(self) -> datetime | None:
        """Return when the next offer of a seat lapses."""
        return (await self._connection.execute(_NEXT_EXPIRY)).scalar_one_or_none()

    async def expiring(self, now: datetime, limit: int) -> tuple[int, ...]:
        """Return the ids of offers that are to lapse by now, in nobody's hands, the longest due first."""
        return tuple((await self._connection.execute(_EXPIRING, {"now": now, "limit": limit})).scalars())

    async def _change(self, number: int, **values: object) -> None:
        await self._connection.execute(_CHANGE, {"_id": number, **values})


def _record(row: sa.Row[*tuple[Any, ...]]) -> SubstitutionRecord:
    return SubstitutionRecord(
        id=row.id,
        game=row.game,
        seat=row.seat,
        leaver=row.leaver,
        offered_by=row.offered_by,
        wanted=row.wanted,
        status=row.status,
        plies=row.plies,
        made=row.made,
        expires=row.expires,
        substitute=row.substitute,
        settled=row.settled,
        message=None if row.message is None else (row.message_channel, row.message),
    )

"""Undone plies: taken out of the log of what stands, and kept."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa

from data.engines import Connection
from data.records import UndoneRecord
from data.schema import Moment, games, plies, undone

_FALLING: Final = (plies.c.game == sa.bindparam("_game"), plies.c.number > sa.bindparam("_keep"))
_KEPT: Final = ("game", "number", "seat", "text", "automatic", "played")
_MOVE: Final = sa.insert(undone).from_select(
    [*_KEPT, "taken_back", "undone"],
    sa.select(
        *(plies.c[name] for name in _KEPT),
        sa.bindparam("_taken_back", type_=sa.Integer),
        sa.bindparam("_undone", type_=Moment),
    ).where(*_FALLING),
)
_CUT: Final = sa.delete(plies).where(*_FALLING)
_CHANGE: Final = sa.update(games).where(games.c.id == sa.bindparam("_id"))
_OF: Final = (
    sa.select(undone)
    .where(undone.c.game == sa.bindparam("game"))
    .order_by(undone.c.taken_back, undone.c.number)
)
_SINCE: Final = (
    sa.select(undone.c.number)
    .where(
        undone.c.game == sa.bindparam("game"),
        undone.c.taken_back > sa.bindparam("since"),
        undone.c.number == sa.bindparam("number"),
    )
    .limit(1)
)


class UndonePlyRepository:
    """The table `undone` within one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def undo(
        self, game: int, keep: int, taken_back: int, now: datetime, *, turn: int | None, position: str
    ) -> None:
        """Take the plies after the first `keep` out of a game's log, as its take-back number `taken_back`.

        `turn` and `position` are what the game looks like then.
        """
        falling = {"_game": game, "_keep": keep}
        await self._connection.execute(_MOVE, {**falling, "_taken_back": taken_back, "_undone": now})
        await self._connection.execute(_CUT, falling)
        values: dict[str, object] = {"plies": keep, "taken_back": taken_back, "turn": turn}
        values |= {"position": position, "updated": now, "undo": None}
        await self._connection.execute(_CHANGE, {"_id": game, **values})

    async def of(self, game: int) -> tuple[UndoneRecord, ...]:
        """Return what was undone in a game, take-back by take-back."""
        rows = await self._connection.execute(_OF, {"game": game})
        return tuple(UndoneRecord(row.taken_back, row.number, row.seat, row.text, row.undone) for row in rows)

    async def includes(self, game: int, since: int, number: int) -> bool:
        """Return whether a take-back after number `since` has undone a ply of such a number."""
        values = {"game": game, "since": since, "number": number}
        return (await self._connection.execute(_SINCE, values)).first() is not None

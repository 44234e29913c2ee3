"""Logs of matches: current plies, and undone ones."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.model.match.log_entry import LogEntry
from bot.model.match.match import UndonePly
from bot.repositories.rows.row_mapping import RowMapping
from bot.repositories.tables.match_tables import plies, undone
from data.schema.columns import UtcDateTime
from data.session import Session

_ENTRY: Final = RowMapping(LogEntry)
_UNDONE_PLY: Final = RowMapping(UndonePly)
_PLIES: Final = (
    sa.select(plies.c.number, plies.c.seat, plies.c.text, plies.c.played, plies.c.automatic)
    .where(
        plies.c.game == sa.bindparam("match"),
        plies.c.number > sa.bindparam("after"),
        plies.c.number <= sa.bindparam("upto"),
    )
    .order_by(plies.c.number)
)
_ADD: Final = sa.insert(plies)
_FALLING: Final = (plies.c.game == sa.bindparam("_match"), plies.c.number > sa.bindparam("_keep"))
_KEPT: Final = ("game", "number", "seat", "text", "automatic", "played")
_MOVE: Final = sa.insert(undone).from_select(
    [*_KEPT, "taken_back", "undone"],
    sa.select(
        *(plies.c[name] for name in _KEPT),
        sa.bindparam("_taken_back", type_=sa.Integer),
        sa.bindparam("_undone", type_=UtcDateTime),
    ).where(*_FALLING),
)
_CUT: Final = sa.delete(plies).where(*_FALLING)
_UNDONE: Final = (
    sa.select(undone)
    .where(undone.c.game == sa.bindparam("match"))
    .order_by(undone.c.taken_back, undone.c.number)
)
_SINCE: Final = (
    sa.select(undone.c.number)
    .where(
        undone.c.game == sa.bindparam("match"),
        undone.c.taken_back > sa.bindparam("since"),
        undone.c.number == sa.bindparam("number"),
    )
    .limit(1)
)


class MatchLogRepository:
    """The tables `plies` and `undone` within one connection."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._connection = session.connection

    async def plies(self, match: int, after: int, upto: int) -> tuple[LogEntry, ...]:
        """Return the plies with `after` < number <= `upto`, in order."""
        rows = await self._connection.execute(_PLIES, {"match": match, "after": after, "upto": upto})
        return tuple(map(entry_in, rows))

    async def append(self, match: int, new: Sequence[LogEntry]) -> None:
        """Append plies (at least one). Only this extends logs.

        Raises sqlalchemy.exc.IntegrityError, at the latest with the commit, if the match has a ply with such
        a number.
        """
        rows = [{"game": match, **_ENTRY.columns_of(ply)} for ply in new]
        await self._session.defer(_ADD, rows if len(rows) > 1 else rows[0])

    async def cut(self, match: int, keep: int, taken_back: int, now: datetime) -> None:
        """Remove the plies after the first `keep` from a log, as the match's take-back `taken_back`.

        They are stored as undone. Only this shortens logs.
        """
        falling = {"_match": match, "_keep": keep}
        await self._connection.execute(_MOVE, {**falling, "_taken_back": taken_back, "_undone": now})
        await self._connection.execute(_CUT, falling)

    async def undone(self, match: int) -> tuple[UndonePly, ...]:
        """Return the undone plies of a match, in order of the take-backs."""
        rows = await self._connection.execute(_UNDONE, {"match": match})
        return tuple(map(_UNDONE_PLY.read, rows))

    async def was_undone(self, match: int, since: int, number: int) -> bool:
        """Return whether a take-back after `since` has undone a ply with this number."""
        values = {"match": match, "since": since, "number": number}
        return (await self._connection.execute(_SINCE, values)).first() is not None


def entry_in(row: sa.Row[*tuple[Any, ...]]) -> LogEntry:
    """Return the ply in a row."""
    return _ENTRY.read(row)

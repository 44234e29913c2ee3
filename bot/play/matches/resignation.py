"""Resignation: a match given up, or left where it goes on without one of its players."""

from collections.abc import Awaitable

from bot.play.domain.match.permissions import seat_in
from bot.play.domain.matches import Match, Position
from bot.play.domain.people import Request
from bot.play.matches.deadlines import Deadlines
from bot.play.matches.departures import Departures, resigned
from bot.play.matches.match_queries import position_at
from bot.play.storage.load_match import lock_match
from bot.play.storage.mappers import match_from
from bot.play.storage.unit_of_work import Action, Transaction, UnitOfWork


class Resignations:
    """Players who give up."""

    def __init__(self, unit_of_work: UnitOfWork, departures: Departures, deadlines: Deadlines) -> None:
        self._unit_of_work = unit_of_work
        self._departures = departures
        self._deadlines = deadlines

    async def resign(self, request: Request, match_id: int) -> Match:
        """Give a match up. One that can go on without a player does."""

        def resign() -> Awaitable[Position]:
            return self._unit_of_work.once(
                request,
                Action.RESIGN,
                match_id,
                lambda tables: self._give_up(tables, request, match_id),
                lambda tables, done: position_at(self._unit_of_work, tables, done.subject, None),
            )

        position = await self._deadlines.in_time(request, match_id, resign)
        match = position.match
        self._unit_of_work.positions.keep(match_id, match.taken_back, match.plies, position.state)
        return match

    async def _give_up(self, tx: Transaction, request: Request, match_id: int) -> Position:
        record, match = await lock_match(tx, match_id)
        now = self._unit_of_work.clock()
        seat = seat_in(match, request.person.id)
        record = (await self._deadlines.check(tx, record, now, leaving=True)).record
        await self._unit_of_work.note(tx, request, Action.RESIGN, match_id, now=now)
        reached = await self._departures.leave(tx, record, seat, now, resigned(seat))
        return Position(match_from(reached.record), reached.state)

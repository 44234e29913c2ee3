"""Resignation: a match ends, or continues without one of its players."""

from collections.abc import Awaitable

from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.leaving.departures import Departures, resignation
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.match.match import Match
from bot.model.match.permissions import seat_in
from bot.model.people.person import Request
from bot.repositories.records.outbox import RequestRecord
from data.session import Session


class Resignations:
    def __init__(self, unit_of_work: UnitOfWork, departures: Departures, deadlines: Deadlines) -> None:
        self._unit_of_work = unit_of_work
        self._departures = departures
        self._deadlines = deadlines

    async def resign(self, request: Request, match_id: int) -> Match:
        """Resign a match; it continues without the player if its rules allow that."""

        async def answer(session: Session, record: RequestRecord) -> Match:
            return await read_match(session, record.subject)

        def resign() -> Awaitable[Match]:
            return self._unit_of_work.once(
                request,
                MatchAction.RESIGN,
                match_id,
                lambda session: self._resign(session, request, match_id),
                answer,
            )

        return await self._deadlines.in_time(request, match_id, resign)

    async def _resign(self, tx: Transaction, request: Request, match_id: int) -> Match:
        match = await lock_match(tx, match_id)
        now = self._unit_of_work.clock()
        seat = seat_in(match, request.person.id)
        match = (await self._deadlines.check(tx, match, now, leaving=True)).match
        return await self._departures.leave(tx, match, seat, now, resignation(seat))

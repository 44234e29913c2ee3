"""Resign the running matches of a person to be erased."""

from collections.abc import Sequence

from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.leaving.departures import Departures, resignation
from bot.kernel.personal.settlement import Settlement, StillWanted
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.repositories.matches.matches import MatchRepository
from data.session import Session


def match_settlement(work: UnitOfWork, deadlines: Deadlines, departures: Departures) -> Settlement:
    """Return the settlement of running matches."""

    async def open_of(session: Session, person: int) -> Sequence[int]:
        return await session.of(MatchRepository).running_match_ids(person)

    async def resign(match_id: int, person: int, still_wanted: StillWanted) -> None:
        await deadlines.settle(match_id)
        async with work.write() as tx:
            match, now = await tx.of(MatchRepository).lock(match_id), work.clock()
            if match is None or not match.running or not await still_wanted(tx):
                return
            absent = set(match.retired)
            seats = (seat for seat in range(len(match.players)) if match.person_at(seat) == person)
            seat = next((seat for seat in seats if seat not in absent), None)
            if seat is not None:
                match = (await deadlines.check(tx, match, now, leaving=True)).match
                await departures.leave(tx, match, seat, now, resignation(seat))

    return Settlement(open_of, resign)

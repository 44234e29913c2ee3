"""Expire the seat offers by or to a person to be erased."""

from collections.abc import Sequence

from bot.kernel.personal.settlement import Settlement, StillWanted
from bot.kernel.transactions.unit_of_work import UnitOfWork
from bot.model.events.events import SeatOfferClosed
from bot.model.match.substitutions import SubstitutionStatus
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.people.deletions import DeletionRepository
from data.session import Session


def seat_settlement(work: UnitOfWork) -> Settlement:
    """Return the settlement of offered seats."""

    async def open_of(session: Session, person: int) -> Sequence[int]:
        return await session.of(DeletionRepository).open_seats_of(person)

    async def close(number: int, _: int, still_wanted: StillWanted) -> None:
        async with work.write() as tx:
            substitution = await tx.of(SubstitutionRepository).get(number)
            match = None if substitution is None else await tx.of(MatchRepository).lock(substitution.match)
            offer = await tx.of(SubstitutionRepository).get(number)
            if match is None or offer is None or offer.status != SubstitutionStatus.OPEN:
                return
            if not await still_wanted(tx):
                return
            await tx.of(SubstitutionRepository).settle(number, SubstitutionStatus.LAPSED, work.clock())
            tx.record_in(match, SeatOfferClosed(match.id, match.plies, number))

    return Settlement(open_of, close)

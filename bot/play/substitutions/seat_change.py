"""Carrying out that a seat changes hands: who goes on finds everything as it was but what was private."""

from dataclasses import replace
from datetime import datetime

from bot.play.domain.events import SeatChanged
from bot.play.domain.preferences import Tell
from bot.play.matches.offer_changes import change_offers
from bot.play.storage.mappers import header_of
from bot.play.storage.match_times import handed_over, was_timed
from bot.play.storage.person_settings import settings_at
from bot.play.storage.unit_of_work import Transaction
from data.records import MatchRecord, SubstitutionRecord


async def hand_over(
    tx: Transaction, record: MatchRecord, offer: SubstitutionRecord, person: int, now: datetime
) -> None:
    """Have someone go on in a locked match on the seat that is offered.

    Their clock is as it is. What the one before has planned and offered is gone.
    """
    seat = offer.seat
    await tx.substitutions.hand_over(offer, person, record.plies, now)
    after = await tx.matches.see(record.id)
    if after is None:
        raise LookupError(f"game {record.id} is gone")
    await _forget_plan(tx, after, seat)
    after = await change_offers(tx, after, lambda offers: offers.after_substitution(seat))
    tell = Tell.NONE
    if record.turn == seat:
        begun = handed_over(record, after, now)
        await tx.matches.keep_time(record.id, begun.timing)
        after, tell = replace(after, timing=begun.timing), begun.tell
    tx.record(
        SeatChanged(
            match=header_of(after),
            plies=after.plies,
            turn=after.turn,
            seat=seat,
            leaver=offer.leaver,
            substitute=person,
            before=settings_at(record, seat).preferences,
            tell=tell,
            timed=record.turn == seat and was_timed(record),
        )
    )


async def _forget_plan(tx: Transaction, record: MatchRecord, seat: int) -> None:
    if record.planned:
        plans = await tx.conditional_moves.of(record.id)
        await tx.conditional_moves.write(
            record.id, {other: plan for other, plan in plans.items() if other != seat}
        )

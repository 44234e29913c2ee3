"""The takeover of a seat: the substitute gets everything but the leaver's private data."""

from dataclasses import replace
from datetime import datetime

from bot.features.matches.domain.match_times import turn_after_handover
from bot.features.matches.service.offers.offer_changes import change_offers
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.events.events import SeatChanged
from bot.model.match.match import Match
from bot.model.match.substitutions import Substitution
from bot.model.people.players import EnginePlayer
from bot.model.people.preferences import PingPlace
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository


async def hand_over(
    tx: Transaction,
    match: Match,
    offer: Substitution,
    person: int,
    now: datetime,
    engine: EnginePlayer | None = None,
) -> None:
    """Seat a substitute in a locked match; for an `engine`, `person` is the bot's account.

    The remaining time is unchanged; the leaver's plans and offers are deleted.
    """
    seat = offer.seat
    await tx.of(SubstitutionRepository).hand_over(offer, person, match.plies, match.taken_back, now, engine)
    after = await tx.of(MatchRepository).get_with_settings(match.id)
    if after is None:
        raise LookupError(f"match {match.id} is gone")
    await _forget_plan(tx, after, seat)
    after = await change_offers(tx, after, lambda offers: offers.after_substitution(seat))
    tell = PingPlace.NONE
    if match.turn == seat:
        turn = turn_after_handover(match, after, now)
        timed = replace(after, timing=turn.timing)
        await tx.of(MatchRepository).save(after, timed)
        after, tell = timed, turn.tell
    tx.record_in(
        after,
        SeatChanged(
            match=after.id,
            plies=after.plies,
            turn=after.turn,
            seat=seat,
            leaver=offer.leaver,
            substitute=person,
            before=match.settings_at(seat).preferences.tell,
            tell=tell,
            timed=match.turn == seat and match.timing.deadline_mentioned,
        ),
    )


async def _forget_plan(tx: Transaction, match: Match, seat: int) -> None:
    if match.planned:
        plans = await tx.of(ConditionalMoveRepository).of(match.id)
        await tx.of(ConditionalMoveRepository).write(
            match.id, {other: plan for other, plan in plans.items() if other != seat}
        )

"""How a match ends, or goes on, when a player is out of it: they resign, or their time is up."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.play.domain.events import EndCause, EndKind
from bot.play.domain.matches import RESIGNATION, TIMEOUT
from bot.play.matches.lifecycle import Leaving, MatchLifecycle, Reached
from bot.play.matches.offer_effects import OfferEffects
from bot.play.storage.unit_of_work import Transaction, UnitOfWork
from data.records import MatchRecord, PlyRecord
from rules.contract import Outcome, State
from rules.contract.capabilities import RETIREMENT, lets_retire, retire


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a player is out: the reason of an outcome, whose doing it is, and what is recorded of it."""

    reason: str
    by: int | None
    ending: EndCause
    leaving: Leaving


def resigned(seat: int) -> Cause:
    """Return the cause of one who resigns."""
    return Cause(RESIGNATION, seat, EndCause(EndKind.RESIGNED, seat), Leaving())


def is_late(seat: int, claimed_by: int | None = None) -> Cause:
    """Return the cause of one whose time is up, and who claimed that where somebody had to."""
    ending = EndCause(EndKind.TIMED_OUT, seat, claimed_by)
    return Cause(TIMEOUT, claimed_by, ending, Leaving(timed_out=True, claimed_by=claimed_by))


class Departures:
    """Takes players out of matches, within transactions of others."""

    def __init__(
        self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, offer_effects: OfferEffects
    ) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._offer_effects = offer_effects

    async def leave(
        self, tx: Transaction, record: MatchRecord, seat: int, now: datetime, cause: Cause
    ) -> Reached:
        """Take a player out of a running match: everyone else has won, or it goes on without them."""
        state = await self._unit_of_work.positions.at(tx, record, record.plies)
        if lets_retire(state):
            return await self._go_on(tx, record, state, seat, now, cause)
        winners = tuple(other for other in range(len(record.players)) if other != seat)
        resigned = seat if cause.reason == RESIGNATION else None
        outcome = Outcome(winners, cause.reason)
        ended = await self._lifecycle.end(
            tx, record, outcome, cause.ending, now, by=cause.by, resigned=resigned
        )
        return Reached(ended, state, record.plies)

    async def _go_on(
        self, tx: Transaction, record: MatchRecord, before: State, seat: int, now: datetime, cause: Cause
    ) -> Reached:
        number = record.plies + 1
        after = retire(before, seat)
        retired = (*record.retired, (seat, number))
        await tx.matches.retire(record.id, seat, retired)
        ply = PlyRecord(number, seat, f"{RETIREMENT}{seat}", now)
        left = replace(record, retired=retired)
        reached = await self._lifecycle.go_on(tx, left, before, ply, after, cause.leaving, by=cause.by)
        if reached.state.outcome is not None:
            return reached
        kept = await self._lifecycle.forget_conditional_moves(tx, reached.record)
        return replace(reached, record=await self._offer_effects.after_leaving(tx, kept, seat, now, cause.by))

"""The end or continuation of a match without a player: they resign, or their time is up."""

from dataclasses import dataclass
from datetime import datetime

from bot.features.matches.domain.changes import Leaving
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import EndCause, EndKind
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import RESIGNATION, TIMEOUT, Match
from bot.repositories.matches.matches import MatchRepository
from rules.contract import Outcome, State
from rules.contract.capabilities import RETIREMENT, lets_retire, parties_of, retire


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a departure: the reason for the outcome, its author, and the recorded event."""

    reason: str
    by: int | None
    ending: EndCause
    leaving: Leaving


def resignation(seat: int) -> Cause:
    return Cause(RESIGNATION, seat, EndCause(EndKind.RESIGNED, seat), Leaving())


def timeout_cause(seat: int, claimed_by: int | None = None) -> Cause:
    """Return the cause of a timeout; `claimed_by` is the claimant's seat, if any."""
    ending = EndCause(EndKind.TIMED_OUT, seat, claimed_by)
    return Cause(TIMEOUT, claimed_by, ending, Leaving(timed_out=True, claimed_by=claimed_by))


class Departures:
    """Takes players out of matches, within the caller's transactions."""

    def __init__(
        self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, offer_effects: OfferEffects
    ) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._offer_effects = offer_effects

    async def leave(self, tx: Transaction, match: Match, seat: int, now: datetime, cause: Cause) -> Match:
        """Take a player out of a running match: everyone else wins, or it continues without them.

        This works even if the current rules cannot replay the match. If only engines are left, they win:
        nobody wants to watch them play on.
        """
        first = await self._unit_of_work.positions.at(tx, match, 0)
        if lets_retire(first):
            return await self._continue(tx, match, first, seat, now, cause)
        winners = tuple(other for other in range(len(match.players)) if other != seat)
        return await self._end(tx, match, winners, seat, now, cause)

    async def _end(
        self,
        tx: Transaction,
        match: Match,
        winners: tuple[int, ...],
        seat: int,
        now: datetime,
        cause: Cause,
    ) -> Match:
        resigned = seat if cause.reason == RESIGNATION else None
        outcome = Outcome(winners, cause.reason)
        return await self._lifecycle.end(
            tx, match, outcome, cause.ending, now, by=cause.by, resigned=resigned
        )

    async def _continue(
        self, tx: Transaction, match: Match, first: State, seat: int, now: datetime, cause: Cause
    ) -> Match:
        reach = await self._unit_of_work.positions.reach(tx, match, match.plies)
        if reach.stop is not None:
            return await self._leave_unplayable(tx, match, first, seat, now, cause)
        number = match.plies + 1
        after = retire(reach.state, seat)
        remaining = match.with_leaver(seat, number)
        await tx.of(MatchRepository).save(match, remaining)
        ply = LogEntry(number, seat, f"{RETIREMENT}{seat}", now)
        result = await self._lifecycle.append_ply(
            tx, remaining, reach.state, ply, after, cause.leaving, by=cause.by
        )
        if result.state.outcome is not None:
            return result.match
        if not remaining.remaining_people:
            absent = {seat, *remaining.retired}
            others = (
                party for party in parties_of(first) if seat not in party and not absent.issuperset(party)
            )
            winners = tuple(sorted(seat for party in others for seat in party))
            return await self._end(tx, result.match, winners, seat, now, cause)
        updated = await self._lifecycle.forget_conditional_moves(tx, result.match)
        return await self._offer_effects.after_leaving(tx, updated, seat, now, cause.by)

    async def _leave_unplayable(
        self, tx: Transaction, match: Match, first: State, seat: int, now: datetime, cause: Cause
    ) -> Match:
        """Take a player out of a multiplayer match that the current rules cannot replay.

        No player can move in it: the last remaining party wins.
        """
        number = match.plies + 1
        after = match.with_leaver(seat, number)
        await tx.of(MatchRepository).save(match, after)
        ply = LogEntry(number, seat, f"{RETIREMENT}{seat}", now)
        after = await self._lifecycle.leave_unplayable(tx, after, ply, cause.leaving, by=cause.by)
        absent = set(after.retired)
        parties = [party for party in parties_of(first) if not absent.issuperset(party)]
        if len(parties) == 1:
            return await self._end(tx, after, parties[0], seat, now, cause)
        updated = await self._lifecycle.forget_conditional_moves(tx, after)
        return await self._offer_effects.after_leaving(tx, updated, seat, now, cause.by)

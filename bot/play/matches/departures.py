"""How a match ends, or goes on, when a player is out of it: they resign, or their time is up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.play.domain.matches import RESIGNATION, TIMEOUT
from bot.play.domain.notices import NoticeKind
from bot.play.matches.lifecycle import MatchLifecycle, Reached
from bot.play.matches.offer_effects import OfferEffects
from bot.play.storage.unit_of_work import UnitOfWork
from data.records import MatchRecord, NewNotice, PlyRecord
from data.schema import PUBLIC
from data.store import Tables
from rules.contract import Outcome, State
from rules.contract.capabilities import RETIREMENT, lets_retire, retire


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a player is out: the reason of an outcome, whose doing it is, and what more the notices say."""

    reason: str
    by: int | None
    ending: Mapping[str, object]
    leaving: Mapping[str, object]


def resigned(seat: int) -> Cause:
    """Return the cause of one who resigns."""
    return Cause(RESIGNATION, seat, {"resigned": seat}, {})


def is_late(seat: int, claimed_by: int | None = None) -> Cause:
    """Return the cause of one whose time is up, and who claimed that where somebody had to."""
    claim: Mapping[str, object] = {} if claimed_by is None else {"claimed_by": claimed_by}
    return Cause(TIMEOUT, claimed_by, {"timed_out": seat, **claim}, {"timed_out": True, **claim})


class Departures:
    """Takes players out of matches, within transactions of others."""

    def __init__(
        self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, offer_effects: OfferEffects
    ) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._offer_effects = offer_effects

    async def leave(
        self, tables: Tables, record: MatchRecord, seat: int, now: datetime, cause: Cause
    ) -> Reached:
        """Take a player out of a running match: everyone else has won, or it goes on without them."""
        state = await self._unit_of_work.positions.at(tables, record, record.plies)
        if lets_retire(state):
            return await self._go_on(tables, record, state, seat, now, cause)
        winners = tuple(other for other in range(len(record.players)) if other != seat)
        end = NewNotice(NoticeKind.END, record.challenge, PUBLIC, record.id, record.plies, cause.ending)
        resigned = seat if cause.reason == RESIGNATION else None
        outcome = Outcome(winners, cause.reason)
        ended = await self._lifecycle.end(tables, record, outcome, end, now, by=cause.by, resigned=resigned)
        return Reached(ended, state, record.plies)

    async def _go_on(
        self, tables: Tables, record: MatchRecord, before: State, seat: int, now: datetime, cause: Cause
    ) -> Reached:
        number = record.plies + 1
        after = retire(before, seat)
        retired = (*record.retired, (seat, number))
        await tables.matches.retire(record.id, seat, retired)
        ply = PlyRecord(number, seat, f"{RETIREMENT}{seat}", now)
        left = replace(record, retired=retired)
        reached = await self._lifecycle.go_on(tables, left, before, ply, after, cause.leaving, by=cause.by)
        if reached.state.outcome is not None:
            return reached
        kept = await self._lifecycle.forget_conditional_moves(tables, reached.record)
        return replace(
            reached, record=await self._offer_effects.after_leaving(tables, kept, seat, now, cause.by)
        )

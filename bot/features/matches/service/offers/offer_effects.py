"""The effects of offers, which are checked by the rules of offers and carried out once agreed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.offers.offer_changes import OfferAnswer, store_offers
from bot.kernel.transactions.blocks import blocking_opponent
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import EndCause, EndKind, OfferOutcome
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import ABORTED, AGREEMENT, Match
from bot.model.match.offers.offer_rules import AgreedOffer, LoggedPly, OfferContext, OfferKind, OfferStep
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from data.session import Session
from rules.contract import Outcome
from rules.contract.capabilities import RETIREMENT, draws_by_agreement

_ENDINGS: Final[Mapping[OfferKind, tuple[str, EndKind]]] = {
    OfferKind.DRAW: (AGREEMENT, EndKind.AGREED),
    OfferKind.ABORT: (ABORTED, EndKind.AGREED_ABORT),
}


class OfferEffects:
    """Applies offers' changes and effects within transactions that hold a match."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle

    async def add_draw(self, tx: Transaction, match: Match, seat: int, now: datetime) -> Match:
        """Offer a draw with the ply just played; the player's own open draw offer stays.

        The offer is dropped if an opponent has blocked the player. Raises Refusal like `propose`.
        """
        waiting = match.standing.offers.find(OfferKind.DRAW)
        if waiting is not None and waiting.seat == seat:
            return match
        step = await self.propose(tx, match, OfferKind.DRAW, seat, now)
        if await blocking_opponent(tx, match, seat) is not None:
            return match
        return await store_offers(tx, match, step.offers, with_move=True)

    async def after_leaving(
        self, tx: Transaction, match: Match, seat: int, now: datetime, by: int | None
    ) -> Match:
        """Update the offers of a match that continues after the player on `seat` left it, caused by `by`."""
        offers = match.standing.offers
        if not offers.open:
            return match
        step = offers.after_leaving(seat, await self.table(tx, match))
        match = await store_offers(
            tx,
            match,
            step.offers,
            answered=None if step.settled is None else OfferAnswer(OfferOutcome.ACCEPTED, seat),
            about=None if step.settled is None else step.settled.kind,
        )
        return await self.carry_out(tx, match, step.settled, now, free=False, by=by)

    async def answer(
        self, tx: Transaction, match: Match, what: OfferKind, seat: int, accept: bool, now: datetime
    ) -> Match:
        """Accept or decline an offer for a seat; carry it out once all have accepted.

        Raises Refusal: "you-left", "no-offer", "own-offer", "offer-accepted".
        """
        offers, table = match.standing.offers, await self.table(tx, match)
        step = offers.accept(what, seat, table) if accept else offers.decline(what, seat, table)
        outcome = OfferOutcome.AGREED if step.settled is None else OfferOutcome.ACCEPTED
        answered = OfferAnswer(outcome if accept else OfferOutcome.DECLINED, seat)
        match = await store_offers(tx, match, step.offers, answered=answered, about=what)
        return await self.carry_out(tx, match, step.settled, now, free=False, by=seat)

    async def propose(
        self, tx: Transaction, match: Match, what: OfferKind, seat: int, now: datetime
    ) -> OfferStep:
        """Return the offers after a new one, and its effect if it needs no consent.

        Raises Refusal: those of `Offers.propose`, "too-many-offers".
        """
        table = await self.table(tx, match)
        step = match.standing.offers.propose(what, seat, table, now)
        if step.settled is None:
            await self._check_number(tx, match.person_at(seat))
        return step

    async def table(self, session: Session, match: Match) -> OfferContext:
        """Return the context of a match for the rules of offers."""
        log = await session.of(MatchLogRepository).plies(match.id, 0, match.plies)
        absent = set(match.retired)
        reach = await self._unit_of_work.positions.reach(session, match, match.plies)
        return OfferContext(
            frozenset(range(len(match.players))) - absent,
            list(map(logged_ply, log)),
            draws_by_agreement(self._unit_of_work.games[match.key]),
            playable=reach.stop is None,
            follows=match.number > 1,
        )

    async def carry_out(
        self,
        tx: Transaction,
        match: Match,
        settled: AgreedOffer | None,
        now: datetime,
        *,
        free: bool,
        by: int | None,
    ) -> Match:
        """Carry out a settled offer, if any; `free`: it needed no consent."""
        if settled is None:
            return match
        if settled.keep is not None:
            return await self._lifecycle.take_back(tx, match, settled, now, free=free)
        reason, kind = _ENDINGS[settled.kind]
        cause = EndCause(kind, settled.seat)
        return await self._lifecycle.end(tx, match, Outcome((), reason), cause, now, by=by)

    async def _check_number(self, session: Session, person: int | None) -> None:
        if person is None:
            return
        limits = self._unit_of_work.limits
        matches = await session.of(MatchRepository).running_of(person, limits.games_per_person)
        waiting = ((match, offer) for match in matches for offer in match.standing.offers.open)
        if sum(match.person_at(offer.seat) == person for match, offer in waiting) >= limits.offers_per_person:
            raise Refusal("too-many-offers", limit=str(limits.offers_per_person))


def logged_ply(ply: LogEntry) -> LoggedPly:
    """Return a ply in the form that the rules of offers use."""
    leaving = ply.text.startswith(RETIREMENT)
    return LoggedPly(ply.seat, ply.played, leaving, automatic=ply.automatic is not None)

"""What follows from offers: looked at by their rules, and carried out where they are agreed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from bot.play.domain.events import EndCause, EndKind, OfferFate
from bot.play.domain.match.offer_rules import LoggedPly, OfferKind, Settled, Step, Table
from bot.play.domain.matches import ABORTED, AGREEMENT
from bot.play.domain.refusal import Refusal
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.matches.offer_changes import Answered, store_offers
from bot.play.repositories.store import Tables
from bot.play.storage.blocks import drops_offers_of
from bot.play.storage.stored_offers import stored_offers_in
from bot.play.storage.unit_of_work import Transaction, UnitOfWork
from data.records import MatchRecord, PlyRecord
from rules.contract import Outcome
from rules.contract.capabilities import RETIREMENT, draws_by_agreement

_ENDINGS: Final[Mapping[OfferKind, tuple[str, EndKind]]] = {
    OfferKind.DRAW: (AGREEMENT, EndKind.AGREED),
    OfferKind.ABORT: (ABORTED, EndKind.AGREED_ABORT),
}


class OfferEffects:
    """Does within transactions that hold a match what follows for its offers, and from them."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle

    async def add_draw(self, tx: Transaction, record: MatchRecord, seat: int, now: datetime) -> MatchRecord:
        """Have a draw offered together with the ply just played; an own one that stands already stays.

        It is dropped where the opponent has blocked who offers it.
        """
        waiting = stored_offers_in(record.offers).offers.find(OfferKind.DRAW)
        if waiting is not None and waiting.seat == seat:
            return record
        step = await self.propose(tx, record, OfferKind.DRAW, seat, now)
        if await drops_offers_of(tx, record, seat) is not None:
            return record
        return await store_offers(tx, record, step.offers, with_move=True)

    async def after_leaving(
        self, tx: Transaction, record: MatchRecord, seat: int, now: datetime, by: int | None
    ) -> MatchRecord:
        """Have the offers of a match that goes on changed as someone on `seat` has left it, by `by`."""
        offers = stored_offers_in(record.offers).offers
        if not offers.open:
            return record
        step = offers.after_leaving(seat, await self.table(tx, record))
        record = await store_offers(
            tx,
            record,
            step.offers,
            answered=None if step.settled is None else Answered(OfferFate.ACCEPTED, seat),
            about=None if step.settled is None else step.settled.kind,
        )
        return await self.carry_out(tx, record, step.settled, now, free=False, by=by)

    async def propose(
        self, tx: Transaction, record: MatchRecord, what: OfferKind, seat: int, now: datetime
    ) -> Step:
        """Return what an offer would lead to. Raises Refusal."""
        table = await self.table(tx, record)
        step = stored_offers_in(record.offers).offers.propose(what, seat, table, now)
        if step.settled is None:
            await self._check_number(tx, record.person_at(seat))
        return step

    async def table(self, tables: Tables, record: MatchRecord) -> Table:
        """Return a match as the rules of offers see it."""
        log = await tables.matches.plies(record.id, 0, record.plies)
        left = {seat for seat, _ in record.retired}
        reach = await self._unit_of_work.positions.reach(tables, record, record.plies)
        return Table(
            frozenset(range(len(record.players))) - left,
            list(map(logged, log)),
            draws_by_agreement(self._unit_of_work.games[record.key]),
            playable=reach.stop is None,
        )

    async def carry_out(
        self,
        tx: Transaction,
        record: MatchRecord,
        settled: Settled | None,
        now: datetime,
        *,
        free: bool,
        by: int | None,
    ) -> MatchRecord:
        """Do what has been settled, if anything, by someone; `free` says that nobody had to be asked."""
        if settled is None:
            return record
        if settled.keep is not None:
            return await self._lifecycle.take_back(tx, record, settled, now, free=free)
        reason, kind = _ENDINGS[settled.kind]
        cause = EndCause(kind, settled.seat)
        return await self._lifecycle.end(tx, record, Outcome((), reason), cause, now, by=by)

    async def _check_number(self, tables: Tables, person: int | None) -> None:
        if person is None:
            return
        limits = self._unit_of_work.limits
        games = await tables.matches.running_of(person, limits.games_per_person)
        waiting = ((game, offer) for game in games for offer in stored_offers_in(game.offers).offers.open)
        if sum(game.person_at(offer.seat) == person for game, offer in waiting) >= limits.offers_per_person:
            raise Refusal("too-many-offers", limit=str(limits.offers_per_person))


def logged(ply: PlyRecord) -> LoggedPly:
    """Return a ply as the rules of offers see it."""
    leaving = ply.text.startswith(RETIREMENT)
    return LoggedPly(ply.seat, ply.played, leaving, automatic=ply.automatic is not None)

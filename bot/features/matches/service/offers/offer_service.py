"""The service for making, answering and withdrawing offers between a match's players."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.matches.service.offers.offer_changes import OfferAnswer, store_offers
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.blocks import blocking_opponent
from bot.kernel.transactions.unit_of_work import RequestAction, RequestResult, Transaction, UnitOfWork
from bot.model.events.events import OfferOutcome
from bot.model.match.match import Match, OfferResult, UndonePly
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.permissions import seat_in
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session


class OfferService:
    """Manages offers between players. Every change locks the match.

    Changes raise Refusal: "game-paused", "time-is-up", and those of `seat_in`, besides the listed ones.
    """

    def __init__(self, unit_of_work: UnitOfWork, offer_effects: OfferEffects, deadlines: Deadlines) -> None:
        self._unit_of_work = unit_of_work
        self._offer_effects = offer_effects
        self._deadlines = deadlines

    async def offer(self, request: Request, match_id: int, what: OfferKind) -> OfferResult:
        """Make an offer to the other players, or carry it out immediately if it needs no consent.

        Raises Refusal: those of `Offers.propose`, "too-many-offers", "takes-no-challenges" if an opponent
        has blocked the proposer.
        """

        async def act(tx: Transaction) -> bool:
            match, seat, now = await self._lock(tx, request, match_id)
            step = await self._offer_effects.propose(tx, match, what, seat, now)
            done = step.settled is not None
            blocker = None if done else await blocking_opponent(tx, match, seat)
            if blocker is not None:
                raise Refusal("takes-no-challenges", player=str(blocker))
            tx.result = RequestResult(int(done))
            match = await store_offers(tx, match, step.offers)
            await self._offer_effects.carry_out(tx, match, step.settled, now, free=True, by=seat)
            return done

        return await self._once(request, MatchAction.OFFER, match_id, act)

    async def answer(self, request: Request, match_id: int, what: OfferKind, accept: bool) -> Match:
        """Accept or decline another player's offer; when all have accepted, it is carried out.

        Raises Refusal: "no-offer", "own-offer", "offer-accepted".
        """

        async def act(tx: Transaction, match: Match, seat: int, now: datetime) -> None:
            await self._offer_effects.answer(tx, match, what, seat, accept, now)

        return await self._change(request, MatchAction.ANSWER, match_id, act)

    async def withdraw(self, request: Request, match_id: int, what: OfferKind) -> Match:
        """Withdraw the person's own offer. Raises Refusal: "no-offer"."""

        async def act(tx: Transaction, match: Match, seat: int, _now: datetime) -> None:
            step = match.standing.offers.withdraw(what, seat)
            withdrawn = OfferAnswer(OfferOutcome.WITHDRAWN, seat)
            await store_offers(tx, match, step.offers, answered=withdrawn, about=what)

        return await self._change(request, MatchAction.WITHDRAW_OFFER, match_id, act)

    async def possible(self, person: int, match_id: int) -> tuple[OfferKind, ...]:
        """Return the offers that a person can make in a match now."""

        async def read(session: Session) -> tuple[OfferKind, ...]:
            match = await read_match(session, match_id)
            seat = match.seat_of(person)
            if seat is None or not match.running:
                return ()
            table, now = await self._offer_effects.table(session, match), self._unit_of_work.clock()
            offers = match.standing.offers
            return tuple(kind for kind in OfferKind if offers.allows(kind, seat, table, now))

        return await self._unit_of_work.reading(read)

    async def undone(self, match_id: int) -> tuple[UndonePly, ...]:
        """Return the plies taken back in a match, by take-back and then by ply."""
        async with self._unit_of_work.store.read() as session:
            await read_match(session, match_id)
            return tuple(
                UndonePly(ply.taken_back, ply.number, ply.seat, ply.text, ply.undone)
                for ply in await session.of(MatchLogRepository).undone(match_id)
            )

    async def _lock(self, tx: Transaction, request: Request, match_id: int) -> tuple[Match, int, datetime]:
        match = await lock_match(tx, match_id)
        now = self._unit_of_work.clock()
        seat = seat_in(match, request.person.id)
        return (await self._deadlines.check(tx, match, now)).match, seat, now

    async def _change(
        self,
        request: Request,
        action: RequestAction,
        match_id: int,
        act: Callable[[Transaction, Match, int, datetime], Awaitable[None]],
    ) -> Match:
        """Run `act` on a running match's offers as one of its players."""

        async def lock(tx: Transaction) -> bool:
            match, seat, now = await self._lock(tx, request, match_id)
            await act(tx, match, seat, now)
            return True

        return (await self._once(request, action, match_id, lock)).match

    async def _once(
        self,
        request: Request,
        action: RequestAction,
        match_id: int,
        act: Callable[[Transaction], Awaitable[bool]],
    ) -> OfferResult:
        async def first(tx: Transaction) -> OfferResult:
            result = await act(tx)
            return OfferResult(await read_match(tx, match_id), result)

        async def answer(session: Session, record: RequestRecord) -> OfferResult:
            return OfferResult(await read_match(session, match_id), bool(record.number))

        return await self._deadlines.in_time(
            request, match_id, lambda: self._unit_of_work.once(request, action, match_id, first, answer)
        )

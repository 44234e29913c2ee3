"""Offers between the players of a match: made, answered, withdrawn."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from bot.play.bargains import Answered, bargains_in, write_offers
from bot.play.desk import Action, Desk, told_apart
from bot.play.model import Match, MatchStatus, Offer, OfferKind, OfferResult, Request, UndonePly
from bot.play.reading import lock_game, read_game
from bot.play.referee import Referee
from bot.play.seats import seat_in
from bot.play.settlements import Settlements
from bot.play.translate import match_from
from data.records import GameRecord, RequestRecord
from data.store import Tables

_Same = Callable[[Tables, RequestRecord], Awaitable[bool]]


class Bargaining:
    """What players of a match offer each other. Every change is made with the match locked."""

    def __init__(self, desk: Desk, settlements: Settlements, referee: Referee) -> None:
        self._desk = desk
        self._settlements = settlements
        self._referee = referee

    async def offer(self, request: Request, game_id: int, what: OfferKind) -> OfferResult:
        """Make an offer, or carry out at once what needs nobody's consent."""
        action = told_apart(Action.OFFER, what)

        async def act(tables: Tables) -> bool:
            record, seat, now = await self._locked(tables, request, game_id)
            step = await self._settlements.propose(tables, record, what, seat, now)
            done = step.settled is not None
            await self._desk.note(tables, request, action, game_id, now=now, number=int(done))
            record = await write_offers(tables, record, step.offers, now)
            await self._settlements.carry_out(tables, record, step.settled, now, free=True, by=seat)
            return done

        async def same(tables: Tables, done: RequestRecord) -> bool:
            return await _still_so(tables, done, what, lambda offer, seat: offer.by == seat)

        return await self._once(request, action, game_id, act, same)

    async def answer(self, request: Request, game_id: int, what: OfferKind, accept: bool) -> Match:
        """Accept or decline an offer."""

        async def act(tables: Tables, record: GameRecord, seat: int, now: datetime) -> None:
            offers = bargains_in(record.offers).offers
            table = await self._settlements.table(tables, record)
            step = offers.accept(what, seat, table) if accept else offers.decline(what, seat, table)
            how = "declined" if not accept else "agreed" if step.settled is None else "accepted"
            record = await write_offers(
                tables, record, step.offers, now, answered=Answered(how, seat), about=what
            )
            await self._settlements.carry_out(tables, record, step.settled, now, free=False, by=seat)

        async def same(tables: Tables, done: RequestRecord) -> bool:
            return not accept or await _still_so(tables, done, what, lambda offer, seat: seat in offer.agreed)

        return await self._change(request, told_apart(Action.ANSWER, what, accept), game_id, act, same)

    async def withdraw(self, request: Request, game_id: int, what: OfferKind) -> Match:
        """Take one's own offer back."""

        async def act(tables: Tables, record: GameRecord, seat: int, now: datetime) -> None:
            step = bargains_in(record.offers).offers.withdraw(what, seat)
            withdrawn = Answered("withdrawn", seat)
            await write_offers(tables, record, step.offers, now, answered=withdrawn, about=what)

        return await self._change(request, told_apart(Action.WITHDRAW_OFFER, what), game_id, act)

    async def possible(self, person: int, game_id: int) -> tuple[OfferKind, ...]:
        """Return what someone could offer in a match now; nothing where he does not play."""
        async with self._desk.store.read() as tables:
            record = await read_game(tables, game_id)
            match = match_from(record)
            seat = match.seat_of(person)
            if seat is None or match.status is MatchStatus.FINISHED:
                return ()
            table, now = await self._settlements.table(tables, record), self._desk.clock()
        offers = bargains_in(record.offers).offers
        return tuple(kind for kind in OfferKind if offers.allows(kind, seat, table, now))

    async def undone(self, game_id: int) -> tuple[UndonePly, ...]:
        """Return what was taken back in a match."""
        async with self._desk.store.read() as tables:
            await read_game(tables, game_id)
            return tuple(
                UndonePly(ply.taken_back, ply.number, ply.seat, ply.text, ply.undone)
                for ply in await tables.undone.of(game_id)
            )

    async def _locked(
        self, tables: Tables, request: Request, game_id: int
    ) -> tuple[GameRecord, int, datetime]:
        record, match = await lock_game(tables, game_id)
        now = self._desk.clock()
        seat = seat_in(match, request.person.id)
        return (await self._referee.check(tables, record, now)).record, seat, now

    async def _change(
        self,
        request: Request,
        action: str,
        game_id: int,
        act: Callable[[Tables, GameRecord, int, datetime], Awaitable[None]],
        same: _Same | None = None,
    ) -> Match:
        """Do something to the offers of a running match as one of its players."""

        async def locked(tables: Tables) -> bool:
            record, seat, now = await self._locked(tables, request, game_id)
            await self._desk.note(tables, request, action, game_id, now=now)
            await act(tables, record, seat, now)
            return True

        return (await self._once(request, action, game_id, locked, same)).match

    async def _once(
        self,
        request: Request,
        action: str,
        game_id: int,
        act: Callable[[Tables], Awaitable[bool]],
        same: _Same | None = None,
    ) -> OfferResult:
        async def first(tables: Tables) -> OfferResult:
            done = await act(tables)
            return OfferResult(match_from(await read_game(tables, game_id)), done)

        async def again(tables: Tables, done: RequestRecord) -> OfferResult:
            return OfferResult(match_from(await read_game(tables, game_id)), bool(done.number))

        result = await self._referee.in_time(
            request, game_id, lambda: self._desk.once(request, action, game_id, first, again, same)
        )
        self._desk.done(request)
        return result


async def _still_so(
    tables: Tables,
    done: RequestRecord,
    what: OfferKind,
    stands: Callable[[Offer, int], bool],
) -> bool:
    """Return whether what a request did about an offer stands, or was settled by it and nothing followed."""
    record = await read_game(tables, done.subject)
    match = match_from(record)
    seat = match.seat_of(done.player)
    waits = any(offer.what is what and seat is not None and stands(offer, seat) for offer in match.offers)
    return waits or match.updated == done.made

"""Offers between the players of a match: made, answered, withdrawn, and carried out when they are agreed."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Final

from bot.play.bargains import Answered, bargains_in, write_offers
from bot.play.course import Course
from bot.play.desk import Action, Desk, is_id
from bot.play.model import (
    ABORTED,
    AGREEMENT,
    EndedBy,
    Match,
    NoticeKind,
    OfferKind,
    OfferResult,
    Refusal,
    Request,
    UndonePly,
)
from bot.play.offers import LoggedPly, Settled, Step, Table
from bot.play.seats import seat_in
from bot.play.translate import match_from
from data.records import GameRecord, NewNotice, RequestRecord
from data.schema import PUBLIC
from data.store import Tables
from rules.capabilities import RETIREMENT, draws_by_agreement
from rules.game import Outcome

_ENDINGS: Final[Mapping[OfferKind, tuple[str, EndedBy]]] = {
    OfferKind.DRAW: (AGREEMENT, EndedBy.AGREEMENT),
    OfferKind.ABORT: (ABORTED, EndedBy.ABORT),
}


class Bargaining:
    """What players of a match offer each other. Every change is made with the match locked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._course = Course(desk)

    async def offer(self, request: Request, game_id: int, what: OfferKind) -> OfferResult:
        """Make an offer, or carry out at once what needs nobody's consent."""

        async def act(tables: Tables) -> bool:
            now = self._desk.clock()
            record = await _locked(tables, game_id)
            seat = seat_in(match_from(record), request.person.id)
            step = await self._proposed(tables, record, what, seat, now)
            done = step.settled is not None
            await self._desk.note(tables, request, Action.OFFER, game_id, now=now, number=int(done))
            record = await write_offers(tables, record, step.offers, now)
            await self._carry_out(tables, record, step.settled, now, free=True)
            return done

        return await self._once(request, Action.OFFER, game_id, act)

    async def answer(self, request: Request, game_id: int, what: OfferKind, accept: bool) -> Match:
        """Accept or decline an offer."""

        async def act(tables: Tables, record: GameRecord, seat: int, now: datetime) -> None:
            offers = bargains_in(record.offers).offers
            table = await self._table(tables, record)
            step = offers.accept(what, seat, table) if accept else offers.decline(what, seat, table)
            how = "declined" if not accept else "agreed" if step.settled is None else "accepted"
            record = await write_offers(
                tables, record, step.offers, now, answered=Answered(how, seat), about=what
            )
            await self._carry_out(tables, record, step.settled, now, free=False)

        return await self._change(request, Action.ANSWER, game_id, act)

    async def withdraw(self, request: Request, game_id: int, what: OfferKind) -> Match:
        """Take one's own offer back."""

        async def act(tables: Tables, record: GameRecord, seat: int, now: datetime) -> None:
            step = bargains_in(record.offers).offers.withdraw(what, seat)
            withdrawn = Answered("withdrawn", seat)
            await write_offers(tables, record, step.offers, now, answered=withdrawn, about=what)

        return await self._change(request, Action.WITHDRAW_OFFER, game_id, act)

    async def undone(self, game_id: int) -> tuple[UndonePly, ...]:
        """Return what was taken back in a match."""
        async with self._desk.store.read() as tables:
            if not is_id(game_id) or await tables.games.get(game_id) is None:
                raise Refusal("unknown-match")
            return tuple(
                UndonePly(ply.taken_back, ply.number, ply.seat, ply.text, ply.undone)
                for ply in await tables.undone.of(game_id)
            )

    async def add_draw(self, tables: Tables, record: GameRecord, seat: int, now: datetime) -> GameRecord:
        """Have a draw offered together with the ply just played; an own one that stands already stays."""
        waiting = bargains_in(record.offers).offers.find(OfferKind.DRAW)
        if waiting is not None and waiting.seat == seat:
            return record
        step = await self._proposed(tables, record, OfferKind.DRAW, seat, now)
        return await write_offers(tables, record, step.offers, now, with_move=True)

    async def after_leaving(self, tables: Tables, record: GameRecord, seat: int, now: datetime) -> GameRecord:
        """Have the offers of a match that goes on changed as someone on `seat` has left it."""
        offers = bargains_in(record.offers).offers
        if not offers.open:
            return record
        step = offers.after_leaving(seat, await self._table(tables, record))
        record = await write_offers(
            tables,
            record,
            step.offers,
            now,
            answered=None if step.settled is None else Answered("accepted", seat),
            about=None if step.settled is None else step.settled.kind,
        )
        return await self._carry_out(tables, record, step.settled, now, free=False)

    async def _proposed(
        self, tables: Tables, record: GameRecord, what: OfferKind, seat: int, now: datetime
    ) -> Step:
        table = await self._table(tables, record)
        step = bargains_in(record.offers).offers.propose(what, seat, table, now)
        if step.settled is None:
            await self._check_number(tables, record.players[seat])
        return step

    async def _check_number(self, tables: Tables, person: int) -> None:
        limits = self._desk.limits
        games = await tables.games.running_of(person, limits.games_per_person)
        waiting = ((game, offer) for game in games for offer in bargains_in(game.offers).offers.open)
        if sum(game.players[offer.seat] == person for game, offer in waiting) >= limits.offers_per_person:
            raise Refusal("too-many-offers", limit=str(limits.offers_per_person))

    async def _table(self, tables: Tables, record: GameRecord) -> Table:
        log = await tables.games.plies(record.id, 0, record.plies)
        left = {seat for seat, _ in record.retired}
        return Table(
            frozenset(range(len(record.players))) - left,
            [LoggedPly(ply.seat, ply.played, ply.text.startswith(RETIREMENT)) for ply in log],
            draws_by_agreement(self._desk.games[record.key]),
        )

    async def _carry_out(
        self, tables: Tables, record: GameRecord, settled: Settled | None, now: datetime, *, free: bool
    ) -> GameRecord:
        if settled is None:
            return record
        if settled.keep is not None:
            return await self._course.take_back(tables, record, settled, now, free=free)
        reason, ended_by = _ENDINGS[settled.kind]
        data = {"ended_by": ended_by, "by": settled.seat}
        end = NewNotice(NoticeKind.END, record.challenge, PUBLIC, record.id, record.plies, data)
        return await self._course.end(tables, record, Outcome((), reason), end, now)

    async def _change(
        self,
        request: Request,
        action: Action,
        game_id: int,
        act: Callable[[Tables, GameRecord, int, datetime], Awaitable[None]],
    ) -> Match:
        """Do something to the offers of a running match as one of its players."""

        async def locked(tables: Tables) -> bool:
            now = self._desk.clock()
            record = await _locked(tables, game_id)
            seat = seat_in(match_from(record), request.person.id)
            await self._desk.note(tables, request, action, game_id, now=now)
            await act(tables, record, seat, now)
            return True

        return (await self._once(request, action, game_id, locked)).match

    async def _once(
        self, request: Request, action: Action, game_id: int, act: Callable[[Tables], Awaitable[bool]]
    ) -> OfferResult:
        async def first(tables: Tables) -> OfferResult:
            done = await act(tables)
            return OfferResult(await _match(tables, game_id), done)

        async def again(tables: Tables, done: RequestRecord) -> OfferResult:
            return OfferResult(await _match(tables, game_id), bool(done.number))

        result = await self._desk.once(request, action, game_id, first, again)
        self._desk.done(request)
        return result


async def _match(tables: Tables, game_id: int) -> Match:
    record = await tables.games.get(game_id)
    if record is None:
        raise Refusal("unknown-match")
    return match_from(record)


async def _locked(tables: Tables, game_id: int) -> GameRecord:
    record = await tables.games.lock(game_id) if is_id(game_id) else None
    if record is None:
        raise Refusal("unknown-match")
    return record

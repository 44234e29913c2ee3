"""Undo: a player revokes their last ply before another ply follows."""

from datetime import datetime

from bot.features.matches.domain.match_times import TurnBegun, before_ply
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.matches.service.offers.offer_changes import store_offers
from bot.features.matches.service.offers.offer_effects import logged_ply
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import AgreedOffer, OfferKind
from bot.model.match.offers.undo_point import UndoPoint
from bot.model.match.offers.undo_rules import check_undo
from bot.model.match.permissions import seat_of_player
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session


class Undo:
    """Undoes plies as if they had never been played."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, deadlines: Deadlines) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._deadlines = deadlines

    async def undo(self, request: Request, match_id: int, number: int, taken_back: int) -> Match:
        """Undo ply number `number` of a match, played after `taken_back` take-backs (Match.taken_back).

        The clock is as it was before the ply, and the time since counts as the player's. Offers that the ply
        ended stay ended, but may be made again; offers made with it lapse. Raises Refusal: those of
        `check_undo`, "not-your-game", "you-left", "game-paused", "time-is-up"; "undo-gone" if the ply is no
        longer in the log, "undo-ended", "undo-followed" if another ply has followed it, even if that one was
        undone, "undo-changed" if an offer or a gift of time builds on it, "undo-clock" if the player's own
        time would be up by now.
        """

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_of_player(match, request.person.id)
            if not match.running:
                raise Refusal("undo-ended")
            match = (await self._deadlines.check(tx, match, now)).match
            await self._check(tx, match, seat, number, taken_back, now)
            point, new_turn = await self._before(tx, match, seat, number, now)
            return await self._carry_out(tx, match, seat, point, new_turn, now)

        async def answer(session: Session, _: RequestRecord) -> Match:
            return await read_match(session, match_id)

        return await self._deadlines.in_time(
            request,
            match_id,
            lambda: self._unit_of_work.once(request, MatchAction.UNDO, match_id, act, answer),
        )

    async def _check(
        self, tx: Transaction, match: Match, seat: int, number: int, taken_back: int, now: datetime
    ) -> None:
        stands = 0 < number <= match.plies and taken_back <= match.taken_back
        if stands and taken_back < match.taken_back:
            stands = not await tx.of(MatchLogRepository).was_undone(match.id, taken_back, number)
        if not stands:
            raise Refusal("undo-gone")
        ply, *later = map(
            logged_ply, await tx.of(MatchLogRepository).plies(match.id, number - 1, match.plies)
        )
        check_undo(seat, ply, later, now)

    async def _before(
        self, tx: Transaction, match: Match, seat: int, number: int, now: datetime
    ) -> tuple[UndoPoint, TurnBegun]:
        point = match.undo
        if point is None or point.ply != number:
            raise Refusal("undo-followed")
        if point.after != match.timing.times:
            raise Refusal("undo-changed")
        if match.standing.offers.others_acted_since(frozenset(point.offers), seat):
            raise Refusal("undo-changed")
        state = await self._unit_of_work.positions.at(tx, match, number - 1)
        new_turn = before_ply(match, state.turn, point.timing, now)
        if new_turn.timing.deadline is not None and new_turn.timing.deadline <= now:
            raise Refusal("undo-clock")
        return point, new_turn

    async def _carry_out(
        self,
        tx: Transaction,
        match: Match,
        seat: int,
        point: UndoPoint,
        new_turn: TurnBegun,
        now: datetime,
    ) -> Match:
        offers = match.standing.offers.after_undo(frozenset(point.offers), point.timing.turns)
        match = await store_offers(tx, match, offers)
        settled = AgreedOffer(OfferKind.TAKE_BACK, seat, point.ply - 1, (seat,))
        return await self._lifecycle.take_back(tx, match, settled, now, free=True, begun=new_turn)

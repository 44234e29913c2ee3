"""The moves of players."""

from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.load_match import lock_match, lock_match_in_thread, read_match
from bot.features.matches.service.match_queries import played_plies
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.features.matches.service.plans.automatic_moves import AutomaticMoves
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.kernel.transactions.unit_of_work import RequestResult, Transaction, UnitOfWork
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match, Turn
from bot.model.match.match_log import read_ply
from bot.model.match.permissions import seat_of_player, seat_to_move
from bot.model.people.person import Request
from bot.model.ports import ReadMove
from bot.model.refusal import Refusal
from bot.model.texts import readable
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Conflict, Session
from rules.contract import RulesError, State, UnjustifiedCall


class _PlayedAlready(Exception):
    """The move was already played, and nothing changes; `turn` is the answer."""

    def __init__(self, turn: Turn) -> None:
        super().__init__(turn.move.text)
        self.turn = turn


class Turns:
    def __init__(
        self,
        unit_of_work: UnitOfWork,
        lifecycle: MatchLifecycle,
        deadlines: Deadlines,
        offer_effects: OfferEffects,
        read_move: ReadMove,
    ) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._deadlines = deadlines
        self._offer_effects = offer_effects
        self._read_move = read_move
        self._replies = AutomaticMoves(lifecycle)

    async def take_turn(
        self,
        request: Request,
        match_id: int,
        move: str,
        expected: int | None = None,
        *,
        offer_draw: bool = False,
        taken_back: int | None = None,
        confirmed: bool = True,
    ) -> Turn:
        """Play a move, and with `offer_draw` offer a draw with it.

        `expected` is the number of plies the player saw on the board, `taken_back` the number of take-backs
        (Match.taken_back) they knew of. The turn is refused after further take-backs, and after further
        plies, unless it is the very ply that came next. Raises Refusal "ply-taken-back" for a request
        repeated after its ply was undone, "called-already" for a second unjustified call in a position.

        Without `expected`, and unless `confirmed`, a move equal to the player's last one may be a retry after
        a lost answer. Until that answer has arrived, such a request is answered again and not played.
        """
        expectation = _ExpectedPosition(expected, taken_back, confirmed or expected is not None)

        async def act(tx: Transaction) -> Turn:
            match = await lock_match(tx, match_id)
            return await self._play(tx, request, match, move, expectation, offer_draw=offer_draw)

        def play() -> Awaitable[Turn]:
            return self._unit_of_work.once(request, MatchAction.TURN, match_id, act, self._repeated_turn)

        try:
            turn = await self._deadlines.in_time(request, match_id, play)
        except _PlayedAlready as already:
            return already.turn
        except UnjustifiedCall:
            await self._remember_call(request, match_id)
            raise
        if not turn.repeated:
            self._keep(turn)
        return turn

    async def _remember_call(self, request: Request, match_id: int) -> None:
        """Store a rejected call. Raises Refusal "called-already" if a call was rejected here before."""
        async with self._unit_of_work.write() as tx:
            match = await lock_match(tx, match_id)
            if match.mover != request.person.id:
                return
            known = match.has_rejected_call
            after = replace(match, unjustified=(match.plies, match.taken_back))
            await tx.of(MatchRepository).save(match, after)
        if known:
            raise Refusal("called-already")

    async def take_turn_in_thread(self, request: Request, thread: int, move: str) -> Turn | None:
        """Play a move in a thread's match, in one transaction, if it can be played without questions.

        Return None if it cannot, or if the thread belongs to no match. Nothing has changed then; an
        unconfirmed `take_turn` gives the reason.
        """
        with suppress(Refusal, RulesError, _PlayedAlready, Conflict):
            async with self._unit_of_work.write() as tx:
                match = await lock_match_in_thread(tx, thread)
                if match is None:
                    return None
                turn = await self._play(tx, request, match, move, _UNCONFIRMED, offer_draw=False)
                await self._unit_of_work.record_request(tx, request, MatchAction.TURN, match.id)
            self._unit_of_work.people.remember(request.person)
            self._keep(turn)
            return turn
        return None

    def _keep(self, turn: Turn) -> None:
        match = turn.match
        self._unit_of_work.positions.keep(match.id, match.taken_back, match.plies, turn.state)

    async def _play(
        self,
        tx: Transaction,
        request: Request,
        match: Match,
        text: str,
        expectation: "_ExpectedPosition",
        *,
        offer_draw: bool,
    ) -> Turn:
        match_id = match.id
        now = self._unit_of_work.clock()
        seat = seat_of_player(match, request.person.id)
        if not expectation.is_now(match):
            raise _PlayedAlready(await self._standing(tx, match, seat, text, expectation))
        if not expectation.confirmed:
            await self._check_repetition(tx, request, match, text)
        match = (await self._deadlines.check(tx, match, now)).match
        seat_to_move(match, request.person.id)
        number = match.plies + 1
        before = await self._unit_of_work.positions.at(tx, match, match.plies)
        move = self._read_move(before, readable(text))
        after = before.play(move)
        tx.result = RequestResult(number, match.taken_back)
        ply = LogEntry(number, seat, move.text, now)
        reached = await self._lifecycle.append_ply(tx, match, before, ply, after, by=seat)
        if offer_draw and reached.state.outcome is None:
            offered = await self._offer_effects.add_draw(tx, reached.match, seat, now)
            reached = replace(reached, match=offered)
        reached = await self._replies.play_automatic(tx, before, move, reached)
        match = reached.match
        log = (
            ()
            if match.plies == number
            else await tx.of(MatchLogRepository).plies(match_id, number, match.plies)
        )
        followed = played_plies(after, log)
        names = reached.match.names
        return Turn(match, reached.state, move, number, seat, False, followed, names)

    async def _repeated_turn(self, session: Session, record: RequestRecord) -> Turn:
        match = await read_match(session, record.subject)
        ply = await _ply_of(session, match, record)
        if ply is None:
            raise Refusal("ply-taken-back")
        return await self._repeat(session, match, ply)

    async def _check_repetition(self, tx: Transaction, request: Request, match: Match, text: str) -> None:
        """Raise _PlayedAlready if the move equals the player's last one and its answer may have been lost."""
        since = self._unit_of_work.clock() - REPEATED_WITHIN
        last = await tx.of(RequestRepository).latest(request.person.id, match.id, MatchAction.TURN, since)
        if last is None or last.id in self._unit_of_work.answers:
            return
        ply = await _ply_of(tx, match, last)
        if ply is None:
            return
        state = await self._unit_of_work.positions.at(tx, match, ply.number - 1)
        if self._same_move(state, text, ply.text):
            raise _PlayedAlready(await self._repeat(tx, match, ply))

    async def _standing(
        self, session: Session, match: Match, seat: int, text: str, expectation: "_ExpectedPosition"
    ) -> Turn:
        if expectation.plies is not None and expectation.is_earlier(match):
            state = await self._unit_of_work.positions.at(session, match, expectation.plies)
            (ply,) = await session.of(MatchLogRepository).plies(
                match.id, expectation.plies, expectation.plies + 1
            )
            if ply.seat == seat and self._same_move(state, text, ply.text):
                return await self._repeat(session, match, ply)
        raise Refusal("game-over" if not match.running else "position-changed")

    def _same_move(self, state: State, text: str, stored: str) -> bool:
        try:
            return self._read_move(state, readable(text)).text == stored
        except RulesError:
            return False

    async def _repeat(self, session: Session, match: Match, ply: LogEntry) -> Turn:
        """Return a player's earlier move, with the match in its present state."""
        move = read_ply(await self._unit_of_work.positions.at(session, match, ply.number - 1), ply.text)
        state = await self._unit_of_work.positions.at(session, match, match.plies)
        if move is None or ply.seat is None:
            raise Refusal("position-changed")
        return Turn(match, state, move, ply.number, ply.seat, repeated=True)


@dataclass(frozen=True, slots=True)
class _ExpectedPosition:
    """The position that a player saw: its numbers of plies and earlier take-backs, if known.

    `confirmed`: they have seen the position, or have confirmed the move.
    """

    plies: int | None
    taken_back: int | None
    confirmed: bool = True

    def is_now(self, match: Match) -> bool:
        """Return whether the match is in this position."""
        return self.plies in {None, match.plies} and self.taken_back in {None, match.taken_back}

    def is_earlier(self, match: Match) -> bool:
        """Return whether the match has continued from this position."""
        unchanged = self.taken_back in {None, match.taken_back}
        return unchanged and self.plies is not None and 0 <= self.plies < match.plies


_UNCONFIRMED: Final = _ExpectedPosition(None, None, confirmed=False)


async def _ply_of(session: Session, match: Match, record: RequestRecord) -> LogEntry | None:
    """Return the ply of a request, None if it was taken back."""
    number, since = record.number or 0, record.taken_back or 0
    if since < match.taken_back and await session.of(MatchLogRepository).was_undone(match.id, since, number):
        return None
    return next(iter(await session.of(MatchLogRepository).plies(match.id, number - 1, number)), None)

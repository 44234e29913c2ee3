"""The moves of players."""

from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.lifecycle import MatchLifecycle, Reached
from bot.features.matches.service.load_match import lock_match, lock_match_in_thread, read_match
from bot.features.matches.service.match_queries import played_plies
from bot.features.matches.service.offers.offer_effects import OfferEffects
from bot.features.matches.service.plans.automatic_moves import AutomaticMoves
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.repeated_requests import DoneBefore
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import Match, MatchStatus, Turn
from bot.model.match.match_log import read_ply
from bot.model.match.offers.match_offers import MatchOffers
from bot.model.match.permissions import seat_held, seat_to_move
from bot.model.match.timing import Timing
from bot.model.people.person import Request
from bot.model.ports import ReadMove
from bot.model.refusal import Refusal
from bot.model.texts import readable
from bot.repositories.match_log import MatchLogRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Conflict, Session
from rules.contract import RulesError, State, UnjustifiedCall


class Turns:
    """The moves of players."""

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
        sure: bool = True,
    ) -> Turn:
        """Play a move, and with `offer_draw` offer a draw with it.

        `expected` is the number of plies the player saw on the board, `taken_back` the number of take-backs
        (Match.taken_back) they knew of. Where more have been played, the turn is refused, unless it is the
        very ply that came next; where plies were taken back since, too. Raises Refusal "ply-taken-back" for a
        request repeated after its ply was undone, "called-already" for a second call that nothing justifies.

        A move that is refused, as its player has just played it, is answered like the same request. One that
        can be played twice in a row raises DoneBefore unless the player is `sure` or said what they saw: they
        may only repeat it because no answer came.
        """
        seen = _Seen(expected, taken_back, sure or expected is not None)

        async def act(tx: Transaction) -> Turn:
            found = await lock_match(tx, match_id)
            return await self._play(tx, request, found, move, seen, offer_draw=offer_draw)

        def play() -> Awaitable[Turn]:
            return self._unit_of_work.once(
                request,
                MatchAction.TURN,
                match_id,
                act,
                self._played,
                lambda session, done: self._is_same(session, done, move, seen),
            )

        try:
            turn = await self._deadlines.in_time(request, match_id, play)
        except UnjustifiedCall:
            await self._remember_call(request, match_id)
            raise
        if not turn.repeated:
            self._keep(turn)
        return turn

    async def _remember_call(self, request: Request, match_id: int) -> None:
        """Write down that something was called in vain; said once more in this position, it is told so."""
        async with self._unit_of_work.write() as tx:
            match = await lock_match(tx, match_id)
            if match.mover != request.person.id:
                return
            known = match.has_called_in_vain
            called = replace(match, unjustified=(match.plies, match.taken_back))
            await tx.of(MatchRepository).save(match, called)
        if known:
            raise Refusal("called-already")

    async def take_turn_in_thread(self, request: Request, thread: int, move: str) -> Turn | None:
        """Play a move in the match a thread belongs to, all in one transaction, if it can just be played.

        Return None where it cannot, or where the thread belongs to no match: then nothing has changed, and
        `take_turn`, without being `sure`, finds out why.
        """
        with suppress(Refusal, RulesError, DoneBefore, Conflict):
            async with self._unit_of_work.write() as tx:
                found = await lock_match_in_thread(tx, thread)
                if found is None:
                    return None
                unsure = _Seen(None, None, sure=False)
                turn = await self._play(tx, request, found, move, unsure, offer_draw=False)
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
        seen: "_Seen",
        *,
        offer_draw: bool,
    ) -> Turn:
        match_id = match.id
        now = self._unit_of_work.clock()
        seat = seat_held(match, request.person.id)
        if not seen.is_now(match):
            return await self._standing(tx, match, seat, text, seen)
        match = (await self._deadlines.check(tx, match, now)).match
        seat_to_move(match, request.person.id)
        number = match.plies + 1
        before = await self._unit_of_work.positions.at(tx, match, match.plies)
        move = self._read_move(before, readable(text))
        if not seen.sure and await self._is_unacknowledged(tx, request, match, seat, move.text):
            raise DoneBefore(move.text, match.plies, match.taken_back)
        after = before.play(move)
        await self._unit_of_work.note(
            tx, request, MatchAction.TURN, match_id, now=now, number=number, taken_back=match.taken_back
        )
        ply = LogEntry(number, seat, move.text, now)
        reached = await self._lifecycle.go_on(tx, match, before, ply, after, by=seat)
        if offer_draw and reached.state.outcome is None:
            offered = await self._offer_effects.add_draw(tx, reached.match, seat, now)
            reached = replace(reached, match=offered)
        reached = await self._replies.go_on(tx, before, move, reached)
        match = reached.match
        log = (
            ()
            if match.plies == number
            else await tx.of(MatchLogRepository).plies(match_id, number, match.plies)
        )
        followed = played_plies(after, log)
        names = reached.match.names
        return Turn(match, reached.state, move, number, seat, False, followed, names)

    async def _played(self, session: Session, done: RequestRecord) -> Turn:
        match, number = await read_match(session, done.subject), done.number or 0
        since = done.taken_back or 0
        if since < match.taken_back and await session.of(MatchLogRepository).was_undone(
            match.id, since, number
        ):
            raise Refusal("ply-taken-back")
        (ply,) = await session.of(MatchLogRepository).plies(match.id, number - 1, number)
        return await self._turn(session, match, ply)

    async def _is_unacknowledged(
        self, session: Session, request: Request, match: Match, seat: int, text: str
    ) -> bool:
        """Return whether a player's previous ply was just this one, and they may not know it."""
        latest = self._unit_of_work.positions.latest_by(match, seat)
        if latest is not None and latest != text:
            return False
        done = await self._unit_of_work.unacknowledged(session, request, MatchAction.TURN, match.id)
        ply = None if done is None else await _ply_of(session, match, done)
        if ply is None or ply.text != text:
            return False
        following = await session.of(MatchLogRepository).plies(match.id, ply.number, match.plies)
        return all(one.seat != seat for one in following)

    async def _is_same(self, session: Session, done: RequestRecord, text: str, seen: "_Seen") -> bool:
        """Return whether a request played the move that somebody types again, and it stands."""
        match = await session.of(MatchRepository).get(done.subject)
        ply = None if match is None else await _ply_of(session, match, done)
        if match is None or ply is None or seen.plies not in {None, ply.number - 1}:
            return False
        if seen.taken_back not in {None, done.taken_back}:
            return False
        state = await self._unit_of_work.positions.at(session, match, ply.number - 1)
        return self._same_move(state, text, ply.text)

    async def _standing(self, session: Session, match: Match, seat: int, text: str, seen: "_Seen") -> Turn:
        if seen.plies is not None and seen.is_earlier(match):
            state = await self._unit_of_work.positions.at(session, match, seen.plies)
            (ply,) = await session.of(MatchLogRepository).plies(match.id, seen.plies, seen.plies + 1)
            if ply.seat == seat and self._same_move(state, text, ply.text):
                return await self._turn(session, match, ply)
        raise Refusal("game-over" if not match.running else "position-changed")

    def _same_move(self, state: State, text: str, played: str) -> bool:
        try:
            return self._read_move(state, readable(text)).text == played
        except RulesError:
            return False

    async def _turn(self, session: Session, match: Match, ply: LogEntry) -> Turn:
        """Return a player's move that was played before as it was answered then."""
        before = await self._unit_of_work.positions.at(session, match, ply.number - 1)
        move, number = read_ply(before, ply.text), ply.number
        for following in await session.of(MatchLogRepository).plies(match.id, number, match.plies):
            if following.seat is not None and following.automatic is None:
                break
            number = following.number
        state = await self._unit_of_work.positions.at(session, match, number)
        if move is None or ply.seat is None:
            raise Refusal("position-changed")
        if number != match.plies:
            # What was left to whom is not known of the past; when its turns began is.
            timing = Timing(since=ply.played, times=match.timing.times)
            match = replace(match, timing=timing)
        match = _as_of(Reached(match, state, number), ply.played)
        return Turn(match, state, move, ply.number, ply.seat, repeated=True)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The position a player saw: how many plies there were, after how many take-backs, if they said so.

    `sure` says that they have seen the position, or were asked.
    """

    plies: int | None
    taken_back: int | None
    sure: bool = True

    def is_now(self, match: Match) -> bool:
        """Return whether it is the position a match is in."""
        return self.plies in {None, match.plies} and self.taken_back in {None, match.taken_back}

    def is_earlier(self, match: Match) -> bool:
        """Return whether the log goes on from it."""
        unchanged = self.taken_back in {None, match.taken_back}
        return unchanged and self.plies is not None and 0 <= self.plies < match.plies


def _as_of(reached: Reached, when: datetime) -> Match:
    """Return a match as it was when a state was reached, whatever has become of it since."""
    outcome, number = reached.state.outcome, reached.number
    match = reached.match
    return replace(
        match,
        status=MatchStatus.RUNNING if outcome is None else MatchStatus.FINISHED,
        plies=number,
        turn=reached.state.turn,
        position=reached.state.position,
        outcome=outcome,
        resigned=None,
        departures=tuple(one for one in match.departures if one[1] <= number),
        seed=None if outcome is None else match.seed,
        standing=match.standing if number == match.plies else MatchOffers(),
        updated=when,
        timing=replace(match.timing, turns=max(1, match.timing.turns)),
        first_outcome=None,
    )


async def _ply_of(session: Session, match: Match, done: RequestRecord) -> LogEntry | None:
    """Return the ply a request has played, None where it was taken back."""
    number, since = done.number or 0, done.taken_back or 0
    if since < match.taken_back and await session.of(MatchLogRepository).was_undone(match.id, since, number):
        return None
    return next(iter(await session.of(MatchLogRepository).plies(match.id, number - 1, number)), None)

"""Deadlines: a match's clock is checked before any action, and an expired one is applied.

All checks run under the match's lock, with the time at that moment. Whatever the order of requests, a ply
counts only strictly before the deadline.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from bot.features.matches.domain.match_times import Times, times_of
from bot.features.matches.service.leaving.departures import Departures, timeout_cause
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.unit_of_work import RequestAction, Transaction, UnitOfWork
from bot.model.event import MatchEvent
from bot.model.events.events import (
    DeadlineNear,
    DeadlinePassed,
    EndCause,
    EndKind,
    MatchResumed,
    MatchStalled,
    MoreTimeGiven,
)
from bot.model.match.match import ABORTED, Match
from bot.model.match.permissions import seat_in, seat_to_move
from bot.model.people.person import Request
from bot.model.people.person_settings import USUAL
from bot.model.refusal import Refusal
from bot.model.time.clocks import ClockVerdict, judge
from bot.model.time.reminders import Reminder, ReminderKind
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from data.session import Session
from rules.contract import Outcome

_HOUR: Final = timedelta(hours=1)
_OVER: Final = frozenset({ClockVerdict.LOSES, ClockVerdict.LEAVES, ClockVerdict.ABORTED})
_Answer = TypeVar("_Answer")


class TimeIsUp(Refusal):
    """The match waits until the time-out of `person` is applied."""

    def __init__(self, person: int | None) -> None:
        super().__init__("time-is-up")
        self.person = person


@dataclass(frozen=True, slots=True)
class ClockCheck:
    """A match after the check of its clock; `vacationed`: the check used vacation days."""

    match: Match
    verdict: ClockVerdict = ClockVerdict.IN_TIME
    vacationed: bool = False

    @property
    def late(self) -> bool:
        """Whether soft time is up."""
        return self.verdict is ClockVerdict.CLAIMABLE


class Deadlines:
    """Applies expired clocks to matches, and carries out requests about clocks."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, departures: Departures) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._departures = departures

    async def in_time(
        self, request: Request, match_id: int, act: Callable[[], Awaitable[_Answer]]
    ) -> _Answer:
        """Run `act` in a match; if its clock has expired, apply that and run `act` again.

        The late player gets the Refusal "time-is-up" instead.
        """
        try:
            return await act()
        except TimeIsUp as up:
            await self.settle(match_id)
            if up.person == request.person.id:
                raise
        return await act()

    async def check(
        self, tx: Transaction, match: Match, now: datetime, *, leaving: bool = False
    ) -> ClockCheck:
        """Check the clock of a locked match. Raises TimeIsUp if a time-out must be applied first.

        Raises Refusal "game-paused" if the match waits for its server, unless the player is `leaving` it.
        """
        if match.timing.paused is not None and not leaving:
            raise Refusal("game-paused")
        checked = await self._judge(tx, match, now)
        if checked.verdict in _OVER and match.turn is not None:
            raise TimeIsUp(match.person_at(match.turn))
        return checked

    async def settle_due(self, match_id: int) -> None:
        """Apply the clock to a match whose timer is due."""
        await self._settle(match_id, when_due=True)

    async def settle(self, match_id: int) -> None:
        """Apply the clock to a match."""
        await self._settle(match_id, when_due=False)

    async def _settle(self, match_id: int, *, when_due: bool) -> None:
        async with self._unit_of_work.write() as tx:
            match = await tx.of(MatchRepository).lock(match_id)
            now = self._unit_of_work.clock()
            if match is None or not match.running:
                return
            if when_due and (match.timing.due is None or now < match.timing.due):
                return
            checked = await self.apply_clock(tx, match, now)
        person = match.person_at(match.turn)
        if checked.vacationed and person is not None:
            await self._move_other_deadlines(person, match_id)

    async def apply_clock(self, tx: Transaction, match: Match, now: datetime) -> ClockCheck:
        """Apply the clock to a running match within a transaction that holds it."""
        checked = await self._judge(tx, match, now)
        match, seat = checked.match, match.turn
        if seat is None:
            return checked
        if checked.verdict is ClockVerdict.ABORTED:
            return replace(checked, match=await self._abort(tx, match, now))
        if checked.verdict in _OVER:
            return replace(checked, match=await self._time_out(tx, match, seat, now))
        times = times_of(match)
        happened: list[MatchEvent] = []
        if checked.late and not times.claimable:
            times = replace(times, claimable=True)
            happened.append(DeadlinePassed(match.id, match.plies, seat))
        settings = match.settings_at(seat)
        while (reminder := times.reminder(settings, now)) is not None and reminder.moment <= now:
            times = replace(times, messages=times.messages.after_message(reminder.telling, now))
            deadline = None if times.claimable else times.deadline(settings)
            happened += _remind(match, seat, reminder, times, deadline, now)
        # The new deadline first: later messages refer to it.
        updated = await self._lifecycle.keep_time(tx, match, times.timing(settings, now))
        tx.record_in(match, *happened)
        return replace(checked, match=updated)

    async def pause(self, tx: Transaction, match: Match, now: datetime) -> None:
        """Stop the times of a running match within a transaction that holds it."""
        match = (await self.apply_clock(tx, match, now)).match
        if not match.running or match.timing.paused is not None:
            return
        settings = match.settings_at(match.turn)
        timing = times_of(match).pause(settings, now).timing(settings, now)
        await tx.of(MatchRepository).save(match, replace(match, timing=timing))

    async def resume(self, tx: Transaction, match: Match, now: datetime) -> None:
        """Resume a paused match within a transaction that holds it; its boards show the new deadline."""
        settings = match.settings_at(match.turn)
        timing = times_of(match).resume(settings, now).timing(settings, now)
        await self._lifecycle.keep_time(tx, match, timing)
        tx.record_in(match, MatchResumed(match.id))

    async def claim(self, request: Request, match_id: int) -> Match:
        """Claim the win over the player to move, whose soft time is up.

        In a game of several, that player leaves. Raises Refusal: "nothing-to-claim", "claim-own-time",
        "game-paused", "time-is-up", and those of `seat_in`.
        """

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            checked = await self.check(tx, match, now)
            if not checked.late or match.turn is None:
                raise Refusal("nothing-to-claim")
            if seat == match.turn:
                raise Refusal("claim-own-time")
            return await self._time_out(tx, checked.match, match.turn, now, seat)

        return await self._once(request, MatchAction.CLAIM, match_id, act)

    async def more_time(self, request: Request, match_id: int, days: int, given: int | None = None) -> Match:
        """Give days to the player to move, from a waiting player; expired soft time runs again.

        `given` is the number of gifts that the player saw. Raises Refusal: "no-clock", "more-time-own-turn",
        "more-time-days", "more-time-limit", "more-time-changed" after further gifts, "game-paused",
        "time-is-up", and those of `seat_in`.
        """

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            match = (await self.check(tx, match, now)).match
            times, settings = times_of(match), match.settings_at(match.turn)
            so_far = 0 if match.turn is None else times.clock.seats[match.turn].given
            if given not in {None, so_far}:
                raise Refusal("more-time-changed")
            clock = times.clock.more_time(days, seat, now, settings.vacation.periods)
            if match.turn is not None:
                tx.record_in(match, MoreTimeGiven(match.id, match.plies, match.turn, seat, days))
            return await self._keep(tx, match, replace(times, clock=clock, claimable=False), now)

        return await self._once(request, MatchAction.MORE_TIME, match_id, act)

    async def silence(self, request: Request, match_id: int) -> Match:
        """Mute the reminders of the player to move for this turn.

        Raises Refusal: "not-your-turn", "game-paused", "time-is-up", and those of `seat_in`.
        """

        async def act(tx: Transaction) -> Match:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat_in(match, request.person.id)
            match = (await self.check(tx, match, now)).match
            seat_to_move(match, request.person.id)
            times = times_of(match)
            return await self._keep(tx, match, replace(times, messages=times.messages.silence()), now)

        return await self._once(request, MatchAction.SILENCE, match_id, act)

    async def _once(
        self,
        request: Request,
        action: RequestAction,
        match_id: int,
        act: Callable[[Transaction], Awaitable[Match]],
    ) -> Match:
        async def answer(session: Session, _: object) -> Match:
            return await read_match(session, match_id)

        return await self.in_time(
            request, match_id, lambda: self._unit_of_work.once(request, action, match_id, act, answer)
        )

    async def _keep(self, tx: Transaction, match: Match, times: Times, now: datetime) -> Match:
        timing = times.timing(match.settings_at(match.turn), now)
        return await self._lifecycle.keep_time(tx, match, timing)

    async def _judge(self, tx: Transaction, match: Match, now: datetime) -> ClockCheck:
        times, settings = times_of(match), match.settings_at(match.turn)
        deadline = times.deadline(settings)
        if match.turn is None or deadline is None or now < deadline:
            return ClockCheck(match)
        # The lock keeps the person's other games and requests from taking the same vacation days.
        person, follows = match.person_at(match.turn), match.number > 1
        if person is None:
            # Engines have no vacation.
            allowance = replace(settings.allowance, automatic=False)
            judgement = judge(times.clock, settings.vacation, allowance, now, follows=follows)
            return ClockCheck(match, judgement.verdict)
        await tx.of(PersonRepository).lock({person})
        settings = (await tx.of(PersonSettingsRepository).of({person})).get(person, USUAL)
        judgement = judge(times.clock, settings.vacation, settings.allowance, now, follows=follows)
        taken = judgement.vacation != settings.vacation
        if taken:
            settings = replace(settings, vacation=judgement.vacation)
            await tx.of(PersonSettingsRepository).save(person, settings)
        return ClockCheck(match.with_settings(person, settings), judgement.verdict, taken)

    async def _time_out(
        self, tx: Transaction, match: Match, seat: int, now: datetime, claimed_by: int | None = None
    ) -> Match:
        """Remove a late player.

        A match that the rules in force cannot replay ends without a result.
        """
        reach = await self._unit_of_work.positions.reach(tx, match, match.plies)
        if reach.stop is None:
            return await self._departures.leave(tx, match, seat, now, timeout_cause(seat, claimed_by))
        cause = EndCause(EndKind.AGREED_ABORT)
        return await self._lifecycle.end(tx, match, Outcome((), ABORTED), cause, now, by=claimed_by)

    async def _abort(self, tx: Transaction, match: Match, now: datetime) -> Match:
        cause = EndCause(EndKind.NOT_BEGUN)
        return await self._lifecycle.end(tx, match, Outcome((), ABORTED), cause, now, by=None)

    async def _move_other_deadlines(self, person: int, looked_at: int) -> None:
        """Move the deadlines of the person's other games by a newly taken day of vacation."""
        async with self._unit_of_work.store.read() as session:
            others = await session.of(MatchRepository).running_match_ids(person)
        for other in others:
            if other != looked_at:
                async with self._unit_of_work.write() as tx:
                    match = await tx.of(MatchRepository).lock(other)
                    if match is not None and match.running:
                        await self.apply_clock(tx, match, self._unit_of_work.clock())


def _remind(
    match: Match,
    seat: int,
    reminder: Reminder,
    times: Times,
    deadline: datetime | None,
    now: datetime,
) -> list[MatchEvent]:
    """Return the events of a due reminder; engines get none."""
    if reminder.telling is ReminderKind.STALLED:
        return [MatchStalled(match.id, match.plies, seat)]
    person = match.person_at(seat)
    hours = None if deadline is None else (deadline - now) // _HOUR
    reminders = times.messages.reminders
    return [] if person is None else [DeadlineNear(match.id, match.plies, person, reminders, hours)]

"""Deadlines: the clock of a match is looked at before anyone acts, and has its consequences when time is up.

All of it is done under the match's lock, from what the clock says at that moment: whoever comes first, a ply
strictly before the deadline counts and one from then on does not.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from bot.play.domain.events import (
    DeadlineNear,
    DeadlinePassed,
    EndCause,
    EndKind,
    Event,
    MatchHeader,
    MatchResumed,
    MatchStalled,
    MoreTimeGiven,
)
from bot.play.domain.match.permissions import seat_in, seat_to_move
from bot.play.domain.matches import ABORTED, Match, MatchStatus
from bot.play.domain.people import Request
from bot.play.domain.refusal import Refusal
from bot.play.domain.time.clocks import Verdict, judge
from bot.play.domain.time.reminders import Reminder, Telling
from bot.play.matches.departures import Departures, is_late
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.repositories.store import Tables
from bot.play.storage.load_match import lock_match, read_match
from bot.play.storage.mappers import header_of, match_from
from bot.play.storage.match_times import Times, times_of
from bot.play.storage.person_settings import settings_at, settings_from, stored_settings, with_settings
from bot.play.storage.repeated_requests import DoneBefore
from bot.play.storage.unit_of_work import Action, Transaction, UnitOfWork, told_apart
from data.records import MatchRecord
from rules.contract import Outcome

_HOUR: Final = timedelta(hours=1)
_OVER: Final = frozenset({Verdict.LOSES, Verdict.LEAVES, Verdict.ABORTED})
_Answer = TypeVar("_Answer")


class TimeIsUp(Refusal):
    """Say that a match cannot go on before the time-out of `person` has taken its course."""

    def __init__(self, person: int | None) -> None:
        super().__init__("time-is-up")
        self.person = person


@dataclass(frozen=True, slots=True)
class Checked:
    """A match whose clock has been looked at; `vacationed` says that days of vacation were taken for that."""

    record: MatchRecord
    verdict: Verdict = Verdict.IN_TIME
    vacationed: bool = False

    @property
    def late(self) -> bool:
        """Whether soft time is up."""
        return self.verdict is Verdict.CLAIMABLE


class Deadlines:
    """What clocks do to matches, and what people do about clocks."""

    def __init__(self, unit_of_work: UnitOfWork, lifecycle: MatchLifecycle, departures: Departures) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = lifecycle
        self._departures = departures

    async def in_time(
        self, request: Request, match_id: int, act: Callable[[], Awaitable[_Answer]]
    ) -> _Answer:
        """Do something in a match; where someone's time is up, that takes its course first.

        The late one themselves is refused: "time-is-up".
        """
        try:
            return await act()
        except TimeIsUp as up:
            await self.settle(match_id)
            if up.person == request.person.id:
                raise
        return await act()

    async def check(
        self, tx: Transaction, record: MatchRecord, now: datetime, *, leaving: bool = False
    ) -> Checked:
        """Look at the clock of a locked match. Raises TimeIsUp where the match cannot just go on.

        Raises Refusal "game-paused" where it waits for its server, unless somebody is `leaving` it.
        """
        if record.timing.paused is not None and not leaving:
            raise Refusal("game-paused")
        checked = await self._judge(tx, record, now)
        if checked.verdict in _OVER and record.turn is not None:
            raise TimeIsUp(record.person_at(record.turn))
        return checked

    async def settle(self, match_id: int, *, when_due: bool = False) -> None:
        """Do what time has done to a match by now; `when_due` only if it was to be looked at by now."""
        async with self._unit_of_work.write() as tx:
            record = await tx.matches.lock(match_id)
            now = self._unit_of_work.clock()
            if record is None or record.status != MatchStatus.RUNNING:
                return
            if when_due and (record.timing.due is None or now < record.timing.due):
                return
            checked = await self.look(tx, record, now)
        person = record.person_at(record.turn)
        if checked.vacationed and person is not None:
            await self._look_at_others(person, match_id)

    async def look(self, tx: Transaction, record: MatchRecord, now: datetime) -> Checked:
        """Do, within a transaction that holds a running match, what time has done to it."""
        checked = await self._judge(tx, record, now)
        record, seat = checked.record, record.turn
        if seat is None:
            return checked
        if checked.verdict is Verdict.ABORTED:
            return replace(checked, record=await self._abort(tx, record, now))
        if checked.verdict in _OVER:
            return replace(checked, record=await self._time_out(tx, record, seat, now))
        times, header = times_of(record), header_of(record)
        happened: list[Event] = []
        if checked.late and not times.claimable:
            times = replace(times, claimable=True)
            happened.append(DeadlinePassed(header, record.plies, seat))
        settings = settings_at(record, seat)
        while (reminder := times.reminder(settings, now)) is not None and reminder.moment <= now:
            times = replace(times, told=times.told.tell(reminder.telling, now))
            deadline = None if times.claimable else times.deadline(settings)
            happened.append(_reminded(header, record.plies, seat, reminder, times, deadline, now))
        # A new deadline first: what is said of the time now is said after it.
        kept = await self._lifecycle.keep_time(tx, record, times.record(settings, now))
        tx.record(*happened)
        return replace(checked, record=kept)

    async def pause(self, tx: Transaction, record: MatchRecord, now: datetime) -> None:
        """Let nothing happen any more, within a transaction that holds a running match, as time passes."""
        record = (await self.look(tx, record, now)).record
        if record.status != MatchStatus.RUNNING or record.timing.paused is not None:
            return
        settings = settings_at(record, record.turn)
        await tx.matches.keep_time(record.id, times_of(record).pause(settings, now).record(settings, now))

    async def resume(self, tx: Transaction, record: MatchRecord, now: datetime) -> None:
        """Let a paused match go on, within a transaction that holds it; its boards say the new deadline."""
        settings = settings_at(record, record.turn)
        timing = times_of(record).resume(settings, now).record(settings, now)
        await self._lifecycle.keep_time(tx, record, timing)
        tx.record(MatchResumed(header_of(record)))

    async def claim(self, request: Request, match_id: int) -> Match:
        """Claim the win over the one to move, whose soft time is up; of several players they leave.

        Raises Refusal: "nothing-to-claim", "claim-own-time", and as for resigning.
        """

        async def act(tx: Transaction) -> Match:
            record, match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            checked = await self.check(tx, record, now)
            if not checked.late or record.turn is None:
                raise Refusal("nothing-to-claim")
            if seat == record.turn:
                raise Refusal("claim-own-time")
            await self._unit_of_work.note(tx, request, Action.CLAIM, match_id, now=now)
            return match_from(await self._time_out(tx, checked.record, record.turn, now, seat))

        return await self._once(request, Action.CLAIM, match_id, act)

    async def more_time(
        self, request: Request, match_id: int, days: int, *, sure: bool = True, given: int | None = None
    ) -> Match:
        """Give days to the one to move, as one who waits for them; soft time that was up runs again.

        Raises Refusal: "no-clock", "more-time-own-turn", "more-time-days", "more-time-limit", "time-is-up",
        and as for resigning. Unless `sure`, DoneBefore where the same was given just before and that may not
        be known; then `given` is its number, with which it is given once more.
        """
        action = told_apart(Action.MORE_TIME, days)

        async def act(tx: Transaction) -> Match:
            record, match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat = seat_in(match, request.person.id)
            record = (await self.check(tx, record, now)).record
            times, settings = times_of(record), settings_at(record, record.turn)
            so_far = 0 if record.turn is None else times.clock.seats[record.turn].given
            if given not in {None, so_far}:
                raise Refusal("position-changed")
            before = None if sure else await self._unit_of_work.unheard(tx, request, action, match_id)
            if before is not None and so_far >= days:
                raise DoneBefore(str(days), so_far)
            clock = times.clock.more_time(days, seat, now, settings.vacation.periods)
            await self._unit_of_work.note(tx, request, action, match_id, now=now)
            if record.turn is not None:
                tx.record(MoreTimeGiven(header_of(record), record.plies, record.turn, seat, days))
            return await self._keep(tx, record, replace(times, clock=clock, claimable=False), now)

        return await self._once(request, action, match_id, act)

    async def silence(self, request: Request, match_id: int) -> Match:
        """Remind the one to move, who asks, no more in this turn. Raises Refusal: "not-your-turn"."""

        async def act(tx: Transaction) -> Match:
            record, match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            seat_in(match, request.person.id)
            record = (await self.check(tx, record, now)).record
            seat_to_move(match, request.person.id)
            await self._unit_of_work.note(tx, request, Action.SILENCE, match_id, now=now)
            times = times_of(record)
            return await self._keep(tx, record, replace(times, told=times.told.silence()), now)

        return await self._once(request, Action.SILENCE, match_id, act)

    async def _once(
        self, request: Request, action: str, match_id: int, act: Callable[[Transaction], Awaitable[Match]]
    ) -> Match:
        async def again(tables: Tables, _: object) -> Match:
            return match_from(await read_match(tables, match_id))

        return await self.in_time(
            request, match_id, lambda: self._unit_of_work.once(request, action, match_id, act, again)
        )

    async def _keep(self, tx: Transaction, record: MatchRecord, times: Times, now: datetime) -> Match:
        timing = times.record(settings_at(record, record.turn), now)
        return match_from(await self._lifecycle.keep_time(tx, record, timing))

    async def _judge(self, tx: Transaction, record: MatchRecord, now: datetime) -> Checked:
        times, settings = times_of(record), settings_at(record, record.turn)
        deadline = times.deadline(settings)
        if record.turn is None or deadline is None or now < deadline:
            return Checked(record)
        # Only now another game, or the person themselves, may not take days at the same time.
        person = record.person_at(record.turn)
        if person is None:
            # An engine takes no vacation.
            return Checked(record, judge(times.clock, settings.vacation, settings.allowance, now).verdict)
        await tx.people.lock({person})
        settings = settings_from((await tx.person_settings.of({person})).get(person))
        judgement = judge(times.clock, settings.vacation, settings.allowance, now)
        taken = judgement.vacation != settings.vacation
        if taken:
            settings = replace(settings, vacation=judgement.vacation)
            await tx.person_settings.put(person, stored_settings(settings))
        return Checked(with_settings(record, person, settings), judgement.verdict, taken)

    async def _time_out(
        self, tx: Transaction, record: MatchRecord, seat: int, now: datetime, claimed_by: int | None = None
    ) -> MatchRecord:
        """Take a late player out; where nobody can move any more, end the match without a result.

        So it is where the rules in force cannot replay it.
        """
        reach = await self._unit_of_work.positions.reach(tx, record, record.plies)
        if reach.stop is None:
            return await self._departures.leave(tx, record, seat, now, is_late(seat, claimed_by))
        cause = EndCause(EndKind.AGREED_ABORT)
        return await self._lifecycle.end(tx, record, Outcome((), ABORTED), cause, now, by=claimed_by)

    async def _abort(self, tx: Transaction, record: MatchRecord, now: datetime) -> MatchRecord:
        cause = EndCause(EndKind.NOT_BEGUN)
        return await self._lifecycle.end(tx, record, Outcome((), ABORTED), cause, now, by=None)

    async def _look_at_others(self, person: int, looked_at: int) -> None:
        """Move the deadlines of all other games in which a day of vacation holds as well."""
        async with self._unit_of_work.store.read() as tables:
            others = await tables.matches.played_by(person)
        for other in others:
            if other != looked_at:
                async with self._unit_of_work.write() as tx:
                    record = await tx.matches.lock(other)
                    if record is not None and record.status == MatchStatus.RUNNING:
                        await self.look(tx, record, self._unit_of_work.clock())


def _reminded(
    header: MatchHeader,
    plies: int,
    seat: int,
    reminder: Reminder,
    times: Times,
    deadline: datetime | None,
    now: datetime,
) -> Event:
    """Return that a reminder has just been told."""
    if reminder.telling is Telling.STALLED:
        return MatchStalled(header, plies, seat)
    hours = None if deadline is None else (deadline - now) // _HOUR
    return DeadlineNear(header, plies, seat, times.told.reminders, hours)

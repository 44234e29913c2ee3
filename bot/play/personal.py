"""What people arrange for themselves: preferences and vacation."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.play.course import Course
from bot.play.desk import Action, Desk, told_apart
from bot.play.habits import Habits, habits_from, store_habits
from bot.play.model import MatchStatus, Preferences, Refusal, Request, VacationBook
from bot.play.preferences import PreferenceChanges, changed
from bot.play.referee import Referee
from bot.play.telling import board_changed
from bot.play.timing import times_of
from bot.play.vacation import Period, Vacation
from data.records import RequestRecord
from data.store import Tables


@dataclass(frozen=True, slots=True)
class Greeting:
    """What to know of someone who speaks: what he wants, and whether something could not be told to him."""

    preferences: Preferences
    missed: bool


class _GameBegun(Exception):
    """Someone's game has begun, by what he wanted before, while what he wants was being changed."""


class Personal:
    """Habits, and what changing them changes in the games of those who have them."""

    def __init__(self, desk: Desk, course: Course, referee: Referee) -> None:
        self._desk = desk
        self._course = course
        self._referee = referee

    async def habits(self, person: int) -> Habits:
        """Return someone's habits."""
        async with self._desk.store.read() as tables:
            return await _habits(tables, person)

    async def greet(self, person: int) -> Greeting:
        """Return what to know of someone who speaks."""
        async with self._desk.store.read() as tables:
            record, missed = await tables.habits.of_one(person)
        return Greeting(habits_from(record).preferences, missed)

    async def book(self, person: int) -> VacationBook:
        """Return someone's vacation."""
        return (await self.habits(person)).book(self._desk.clock())

    async def away(self, people: Collection[int]) -> Mapping[int, datetime]:
        """Return until when those of `people` are away who are away now."""
        async with self._desk.store.read() as tables:
            found = await tables.habits.of(people)
        now = self._desk.clock()
        periods = {person: habits_from(record).vacation.away(now) for person, record in found.items()}
        return {person: period.end for person, period in periods.items() if period is not None}

    async def take_vacation(self, request: Request, start: date, end: date) -> VacationBook:
        """Add a vacation of whole local days."""
        cost = 0

        def take(habits: Habits, now: datetime) -> Habits:
            nonlocal cost
            vacation = habits.vacation.plan(start, end, now, habits.allowance)
            cost = vacation.paid - habits.vacation.paid
            return replace(habits, vacation=vacation)

        changed = await self._change(request, told_apart(Action.VACATION, start, end), take)
        return replace(changed.book(self._desk.clock()), cost=cost)

    async def end_vacation(self, request: Request) -> VacationBook:
        """End the vacation that lasts, or call off those that are planned."""
        cost = 0

        def end(habits: Habits, now: datetime) -> Habits:
            nonlocal cost
            away = habits.vacation.away(now)
            ended = _ended(habits, now)
            cost = 0 if away is None else _paid(ended, away)
            return ended

        changed = await self._change(request, Action.VACATION_END, end)
        return replace(changed.book(self._desk.clock()), cost=cost)

    async def set_preferences(self, request: Request, changes: PreferenceChanges) -> Preferences:
        """Change what one wants."""

        def want(habits: Habits, _: datetime) -> Habits:
            return replace(habits, preferences=changed(habits.preferences, changes))

        return (await self._change(request, Action.PREFERENCES, want)).preferences

    async def _change(
        self, request: Request, action: str, change: Callable[[Habits, datetime], Habits]
    ) -> Habits:
        person = request.person.id

        async def act(tables: Tables) -> Habits:
            # Games before people, as everywhere: who waits for both never waits crosswise. All of his games,
            # as it may become his turn in any while this waits.
            locked = await tables.games.lock_played_by(person)
            await tables.people.lock({person})
            if not {record.id for record in locked}.issuperset(await tables.games.played_by(person)):
                raise _GameBegun
            records = [one for one in locked if one.turn is not None and one.players[one.turn] == person]
            now = self._desk.clock()
            # No change reaches back: what is over by now is over.
            looked = [(await self._referee.look(tables, record, now)).record for record in records]
            before = await _habits(tables, person)
            habits = change(before, now)
            await self._desk.note(tables, request, action, person, now=now)
            await tables.habits.put(person, store_habits(habits))
            for record in looked:
                mine = record.turn is not None and record.players[record.turn] == person
                if mine and record.status == MatchStatus.RUNNING:
                    await self._course.keep_time(tables, record, times_of(record).record(habits, now), now)
            if habits.vacation.away(now) != before.vacation.away(now):
                # Those who wait for no move of his see, too, that he is away or back.
                others = (one for one in locked if one.turn is not None and one not in records)
                seen = [notice for record in others for notice in board_changed(record, its_time=False)]
                await tables.notices.add(seen, now)
            return habits

        async def again(tables: Tables, done: RequestRecord) -> Habits:
            return await _habits(tables, done.player)

        while True:
            with suppress(_GameBegun):
                habits = await self._desk.once(request, action, person, act, again)
                self._desk.done(request)
                return habits


async def _habits(tables: Tables, person: int) -> Habits:
    return habits_from((await tables.habits.of({person})).get(person))


def _paid(habits: Habits, period: Period) -> int:
    """Return how many days that have begun a period has cost: one it is only a part of counts, too."""
    days = tuple(day for day in habits.vacation.days if period.start <= day.start < period.end)
    return max(1, Vacation(days).paid)


def _ended(habits: Habits, now: datetime) -> Habits:
    vacation = habits.vacation
    away = vacation.away(now)
    periods = vacation.upcoming(now) if away is None else (away,)
    if not periods:
        raise Refusal("vacation-unknown")
    for period in periods:
        vacation = vacation.cancel(period, now)
    return replace(habits, vacation=vacation)

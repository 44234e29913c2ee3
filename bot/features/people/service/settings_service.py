"""People's settings: preferences and vacation."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Final, Unpack

from bot.features.people.ports import PersonGamesPort
from bot.kernel.transactions.unit_of_work import RequestAction, Transaction, UnitOfWork
from bot.model.people.greeting import Greeting
from bot.model.people.person import Request
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.preferences import (
    CONFIRM,
    CONFIRM_ASKED,
    PreferenceChanges,
    Preferences,
    VacationBook,
    YearDays,
    apply_changes,
)
from bot.model.refusal import Refusal
from bot.model.settings import Setting, SettingValues, Value
from bot.model.time.vacation import Period, Vacation
from bot.repositories.people.people import PersonRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session


class PersonAction(RequestAction):
    """Requests about settings and vacations."""

    VACATION = "vacation"
    VACATION_END = "vacation-end"
    PREFERENCES = "preferences"


GAMES_BEFORE_ASKING: Final = 10
"""The number of finished games after which a person is asked whether to keep confirming moves."""


class _GameBegun(Exception):
    """A game of the person began with their old settings while the settings were being changed."""


class SettingsService:
    """People's settings, and the effects of changes on their games."""

    def __init__(self, unit_of_work: UnitOfWork, games: PersonGamesPort) -> None:
        self._unit_of_work = unit_of_work
        self._games = games

    async def preferences(self, person: int) -> Preferences:
        return (await self._settings(person)).preferences

    async def _settings(self, person: int) -> PersonSettings:
        async with self._unit_of_work.store.read() as session:
            return await _habits(session, person)

    async def greet(self, person: int) -> Greeting:
        """Return the data that every interaction needs: preferences, missed messages, scheduled deletion."""
        async with self._unit_of_work.store.read() as session:
            settings = await session.of(PersonSettingsRepository).speaker(person)
        return Greeting(settings.settings.preferences, settings.missed, settings.leaving)

    async def vacation(self, person: int) -> VacationBook:
        """Return a person's vacation."""
        return (await self._settings(person)).book(self._unit_of_work.clock())

    async def away(self, people: Collection[int]) -> Mapping[int, datetime]:
        """Return the ends of current vacations by person, without people not on vacation."""
        async with self._unit_of_work.store.read() as session:
            by_person = await session.of(PersonSettingsRepository).of(people)
        now = self._unit_of_work.clock()
        periods = {person: settings.vacation.away(now) for person, settings in by_person.items()}
        return {person: period.end for person, period in periods.items() if period is not None}

    async def take_vacation(self, request: Request, start: date, end: date) -> VacationBook:
        """Take a vacation from one local day to another, both included, in the zone of the preferences.

        Raises Refusal: "vacation-backwards", "vacation-past", "vacation-too-far", "vacation-already",
        "vacation-budget".
        """
        costs: tuple[YearDays, ...] = ()

        def take(settings: PersonSettings, now: datetime) -> PersonSettings:
            nonlocal costs
            vacation = settings.vacation.plan(start, end, now, settings.allowance)
            new = _days_by_year(vacation) - _days_by_year(settings.vacation)
            costs = tuple(YearDays(year, days) for year, days in sorted(new.items()))
            return replace(settings, vacation=vacation)

        apply_changes = await self._change(request, PersonAction.VACATION, take)
        book = apply_changes.book(self._unit_of_work.clock())
        return replace(book, cost=sum(cost.days for cost in costs), costs=costs)

    async def end_vacation(self, request: Request) -> VacationBook:
        """End the current vacation; without one, cancel all planned vacations.

        Raises Refusal: "vacation-unknown".
        """
        cost = 0

        def end(settings: PersonSettings, now: datetime) -> PersonSettings:
            nonlocal cost
            away = settings.vacation.away(now)
            after = _end_vacation(settings, now)
            cost = 0 if away is None else _paid_days(after, away)
            return after

        apply_changes = await self._change(request, PersonAction.VACATION_END, end)
        return replace(apply_changes.book(self._unit_of_work.clock()), cost=cost)

    async def set_preferences(self, request: Request, **changes: Unpack[PreferenceChanges]) -> Preferences:
        """Change the person's preferences.

        Raises Refusal: "unknown-zone", "reminder-times", "reminder-hours".
        """
        return await self._prefer(request, lambda preferences: apply_changes(preferences, changes))

    async def set_value(self, request: Request, setting: Setting[Value], value: Value) -> Preferences:
        return await self.set_values(request, SettingValues().with_value(setting, value))

    async def set_values(self, request: Request, values: SettingValues) -> Preferences:
        return await self._prefer(
            request, lambda preferences: replace(preferences, settings=preferences.settings | values)
        )

    async def _prefer(self, request: Request, change: Callable[[Preferences], Preferences]) -> Preferences:
        def want(settings: PersonSettings, _: datetime) -> PersonSettings:
            return replace(settings, preferences=change(settings.preferences))

        return (await self._change(request, PersonAction.PREFERENCES, want)).preferences

    async def asks_about_confirming(self, request: Request) -> bool:
        """Return whether to ask the person now if they still want to confirm moves, once after ten games.

        Records that they were asked.
        """
        person = request.person.id
        async with self._unit_of_work.store.read() as session:
            preferences = (await _habits(session, person)).preferences
            if not preferences[CONFIRM] or preferences[CONFIRM_ASKED]:
                return False
            if await self._games.count_finished(session, person) < GAMES_BEFORE_ASKING:
                return False
        asking = Request(f"{request.id} {PersonAction.PREFERENCES}", request.person)
        await self.set_value(asking, CONFIRM_ASKED, True)
        return True

    async def _change(
        self,
        request: Request,
        action: RequestAction,
        change: Callable[[PersonSettings, datetime], PersonSettings],
    ) -> PersonSettings:
        person = request.person.id

        async def act(tx: Transaction) -> PersonSettings:
            # Lock order: games before people.
            games = await self._games.lock(tx, person)
            await tx.of(PersonRepository).lock({person})
            if not await games.complete():
                raise _GameBegun
            now = self._unit_of_work.clock()
            await games.settle_times(now)
            before = await _habits(tx, person)
            settings = change(before, now)
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            await tx.of(PersonSettingsRepository).save(person, settings)
            absence_changed = settings.vacation.away(now) != before.vacation.away(now)
            await games.reschedule(settings, now, absence_changed=absence_changed)
            return settings

        async def answer(session: Session, record: RequestRecord) -> PersonSettings:
            return await _habits(session, record.player)

        while True:
            with suppress(_GameBegun):
                return await self._unit_of_work.once(request, action, person, act, answer)


async def _habits(session: Session, person: int) -> PersonSettings:
    return (await session.of(PersonSettingsRepository).of({person})).get(person, USUAL)


def _days_by_year(vacation: Vacation) -> Counter[int]:
    return Counter(day.year for day in vacation.days if day.year is not None)


def _paid_days(settings: PersonSettings, period: Period) -> int:
    """Return the number of paid days that remain of an ended period, at least one."""
    days = tuple(day for day in settings.vacation.days if period.start <= day.start < period.end)
    return max(1, Vacation(days).count_paid_days)


def _end_vacation(settings: PersonSettings, now: datetime) -> PersonSettings:
    vacation = settings.vacation
    away = vacation.away(now)
    periods = vacation.upcoming(now) if away is None else (away,)
    if not periods:
        raise Refusal("vacation-unknown")
    for period in periods:
        vacation = vacation.cancel(period, now)
    return replace(settings, vacation=vacation)

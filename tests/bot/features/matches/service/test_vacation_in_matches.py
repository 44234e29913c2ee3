"""Vacation, taken by hand or by itself, and the clocks that stand still for it."""

from datetime import date

import pytest

from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.events.events import DeadlineMoved, MatchEnded
from bot.model.match.match import MatchStatus
from bot.model.people.preferences import AUTO_VACATION, Absence, YearDays
from rules.contract import Outcome
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import refused
from tests.bot.support.timed import DAY, HOUR, kinds, pass_by, play, timed

pytest_plugins = ("tests.bot.support.worlds",)

# Tests begin on 20 November 2026 at noon.


async def test_a_vacation_moves_the_deadlines_of_all_games(world: World) -> None:
    first, second = await timed(world, "2d"), await timed(world, "5d")
    theirs = await play(world, await timed(world, "2d"), ANNA)
    request = world.by(ANNA)
    book = await world.services.settings.take_vacation(request, date(2026, 11, 21), date(2026, 11, 24))
    midnight = world.time.now + 12 * HOUR
    assert book.periods == (Absence(midnight, midnight + 4 * DAY, automatic=False),)
    assert (book.budget_days, book.left_days, book.away_until) == (30, 26, None)
    assert book == await world.services.settings.vacation(ANNA.id)
    assert book == await world.services.settings.take_vacation(
        request, date(2026, 11, 21), date(2026, 11, 24)
    )
    for match, days in ((first, 6), (second, 9), (theirs, 2)):
        assert (await world.services.matches.get(match.id)).deadline == world.time.now + days * DAY
    await pass_by(world, DAY)
    assert await world.services.settings.away([ANNA.id, BEN.id]) == {ANNA.id: midnight + 4 * DAY}
    assert (await world.services.settings.vacation(ANNA.id)).away_until == midnight + 4 * DAY
    later = await play(world, theirs, BEN)
    assert later.deadline == midnight + 4 * DAY + 2 * DAY


async def test_a_vacation_is_ended_or_called_off(world: World) -> None:
    match = await timed(world, "2d")
    await refused(world.services.settings.end_vacation(world.by(ANNA)), "vacation-unknown")
    await world.services.settings.take_vacation(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 23))
    await world.services.settings.take_vacation(world.by(ANNA), date(2026, 12, 1), date(2026, 12, 2))
    assert (
        await world.services.matches.get(match.id)
    ).deadline == world.time.now + 12 * HOUR + 3 * DAY + 2 * DAY
    world.time.pass_by(DAY)
    book = await world.services.settings.end_vacation(world.by(ANNA))
    assert (book.left_days, book.away_until, len(book.periods)) == (26, None, 1)
    assert (await world.services.matches.get(match.id)).deadline == world.time.now + 2 * DAY
    book = await world.services.settings.end_vacation(world.by(ANNA))
    assert (book.left_days, book.periods) == (28, ())
    assert await world.services.settings.away([ANNA.id]) == {}


async def test_what_a_vacation_costs_is_said(world: World) -> None:
    take, end = world.services.settings.take_vacation, world.services.settings.end_vacation
    book = await take(world.by(ANNA), date(2026, 11, 22), date(2026, 11, 25))
    assert (book.cost, book.left_days) == (4, 26)
    called_off = await end(world.by(ANNA))
    assert (called_off.cost, called_off.left_days) == (0, 30)
    await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 25))
    world.time.pass_by(HOUR)
    at_once = await end(world.by(ANNA))
    assert (at_once.cost, at_once.left_days) == (1, 29)
    world.time.pass_by(HOUR)
    again = await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 20))
    assert (again.cost, again.left_days) == (0, 29)
    await end(world.by(ANNA))
    await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 20))
    once_more = await end(world.by(ANNA))
    assert (once_more.cost, once_more.left_days) == (1, 29)
    await take(world.by(ANNA), date(2026, 11, 21), date(2026, 11, 25))
    world.time.pass_by(2 * DAY)
    early = await end(world.by(ANNA))
    assert (early.cost, early.left_days) == (2, 27)


async def test_what_cannot_be_taken(world: World) -> None:
    async def take(start: date, end: date) -> None:
        await world.services.settings.take_vacation(world.by(ANNA), start, end)

    await refused(take(date(2026, 11, 25), date(2026, 11, 24)), "vacation-backwards")
    await refused(take(date(2026, 11, 19), date(2026, 11, 24)), "vacation-past")
    await refused(take(date(2026, 11, 20), date(2026, 12, 30)), "vacation-budget", left="30", needed="41")
    await refused(take(date(2028, 11, 20), date(2028, 11, 20)), "vacation-too-far")
    await take(date(2026, 11, 25), date(2026, 11, 25))
    world.time.pass_by(REPEATED_WITHIN * 2)
    await refused(take(date(2026, 11, 25), date(2026, 11, 25)), "vacation-already")
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 29


async def test_days_are_taken_by_themselves_until_there_are_none(world: World) -> None:
    match = await play(world, await timed(world, "1d"), ANNA, BEN)
    begin = world.time.now
    await pass_by(world, DAY + HOUR)
    now = await world.services.matches.get(match.id)
    assert (now.status, now.deadline) == (MatchStatus.RUNNING, begin + 2 * DAY)
    book = await world.services.settings.vacation(ANNA.id)
    assert book.periods == (Absence(begin + DAY, begin + 2 * DAY, automatic=True),)
    assert (book.left_days, book.away_until) == (29, begin + 2 * DAY)
    await pass_by(world, 29 * DAY)
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING
    notices = await pass_by(world, DAY)
    over = await world.services.matches.get(match.id)
    assert (over.outcome, over.updated) == (Outcome((1,), "timeout"), begin + 31 * DAY)
    assert kinds(notices).count(MatchEnded) == 1
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 0


async def test_a_day_that_was_taken_holds_for_other_games_too(world: World) -> None:
    first = await play(world, await timed(world, "1d"), ANNA, BEN)
    second = await play(world, await timed(world, "2d"), ANNA, BEN)
    begin = world.time.now
    await pass_by(world, DAY)
    assert (await world.services.matches.get(second.id)).deadline == begin + 3 * DAY
    await play(world, first, ANNA, BEN)
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 29


async def test_a_late_move_takes_the_day_it_needs(world: World) -> None:
    match = await play(world, await timed(world, "1d"), ANNA, BEN)
    world.time.pass_by(2 * DAY + HOUR)
    assert (await play(world, match, ANNA)).plies == 3
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 28


async def test_nobody_is_away_against_his_will(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await timed(world, "1d"), ANNA, BEN)
    await pass_by(world, DAY)
    assert (await world.services.matches.get(match.id)).outcome == Outcome((1,), "timeout")
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 30


async def test_a_vacation_over_new_year_is_paid_year_by_year(world: World) -> None:
    book = await world.services.settings.take_vacation(world.by(ANNA), date(2026, 12, 24), date(2027, 1, 6))
    assert (book.cost, book.costs) == (14, (YearDays(2026, 8), YearDays(2027, 6)))
    assert (book.left_days, book.later) == (22, (YearDays(2027, 24),))
    vacation_book = await world.services.settings.vacation(ANNA.id)
    assert (vacation_book.later, vacation_book.costs) == (book.later, ())


async def test_a_vacation_does_not_help_where_time_is_up_already(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await timed(world, "1d"), ANNA, BEN)
    world.time.pass_by(DAY)
    book = await world.services.settings.take_vacation(world.by(ANNA), date(2026, 11, 21), date(2026, 11, 30))
    assert book.left_days == 20
    assert (await world.services.matches.get(match.id)).outcome == Outcome((1,), "timeout")


async def test_no_vacation_before_the_first_ply(world: World) -> None:
    match = await timed(world, "1d")
    await pass_by(world, DAY)
    assert (await world.services.matches.get(match.id)).aborted
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 30


@pytest.mark.parametrize(("zone", "ahead"), [("Pacific/Auckland", 23), ("America/Los_Angeles", 44)])
async def test_days_are_those_of_ones_own_zone(world: World, zone: str, ahead: int) -> None:
    await world.services.settings.set_preferences(world.by(CARA), zone=zone)
    book = await world.services.settings.take_vacation(world.by(CARA), date(2026, 11, 22), date(2026, 11, 22))
    (period,) = book.periods
    assert (period.start - world.time.now, period.end - period.start) == (ahead * HOUR, DAY)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_who_waits_learns_of_an_absence_and_nobody_else(world: World) -> None:
    theirs = await play(world, await timed(world, "2d"), ANNA)
    own = await timed(world, "2d")
    clockless = await world.match()
    await world.told()
    await world.services.settings.take_vacation(world.by(BEN), date(2026, 11, 20), date(2026, 11, 23))
    moved = [notice.event for notice in await world.told() if isinstance(notice.event, DeadlineMoved)]
    assert {(event.match, event.turn, event.own) for event in moved} == {
        (theirs.id, 1, True),
        (own.id, 0, False),
        (clockless.id, 0, False),
    }
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    assert not [notice for notice in await world.told() if isinstance(notice.event, DeadlineMoved)]
    person_games = world.services.app.matches.services.person_games
    await world.services.resignations.resign(world.by(ANNA), own.id)
    async with world.store.read() as session:
        counts = [await person_games.finished(session, person.id) for person in (ANNA, BEN, CARA)]
    assert counts == [1, 1, 0]

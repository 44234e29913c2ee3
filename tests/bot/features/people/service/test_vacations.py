"""Vacations: booking, costs, ending, refusals."""

from datetime import date

import pytest

from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.events.events import DeadlineMoved
from bot.model.people.greeting import Greeting
from bot.model.people.preferences import YearDays
from bot.model.people.privacy import GRACE
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, HOUR, begin_timed, kinds, play

pytest_plugins = ("tests.bot.support.worlds",)

# `World` starts on 20 November 2026 at noon.


async def test_a_vacation_is_ended_or_cancelled(world: World) -> None:
    match = await begin_timed(world, "2d")
    await expect_refusal(world.services.settings.end_vacation(world.by(ANNA)), "vacation-unknown")
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


async def test_all_planned_vacations_are_cancelled_at_once(world: World) -> None:
    settings = world.services.settings
    for first, last in ((1, 2), (5, 6), (9, 9)):
        await settings.take_vacation(world.by(ANNA), date(2026, 12, first), date(2026, 12, last))
    book = await settings.end_vacation(world.by(ANNA))
    assert (book.left_days, book.periods) == (30, ())


async def test_a_vacation_reports_its_cost(world: World) -> None:
    take, end = world.services.settings.take_vacation, world.services.settings.end_vacation
    book = await take(world.by(ANNA), date(2026, 11, 22), date(2026, 11, 25))
    assert (book.cost, book.left_days) == (4, 26)
    book = await end(world.by(ANNA))
    assert (book.cost, book.left_days) == (0, 30)
    await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 25))
    world.time.pass_by(HOUR)
    book = await end(world.by(ANNA))
    assert (book.cost, book.left_days) == (1, 29)
    world.time.pass_by(HOUR)
    book = await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 20))
    assert (book.cost, book.left_days) == (0, 29)
    await end(world.by(ANNA))
    await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 20))
    book = await end(world.by(ANNA))
    assert (book.cost, book.left_days) == (1, 29)
    await take(world.by(ANNA), date(2026, 11, 21), date(2026, 11, 25))
    world.time.pass_by(2 * DAY)
    book = await end(world.by(ANNA))
    assert (book.cost, book.left_days) == (2, 27)


async def test_impossible_vacations_are_refused(world: World) -> None:
    async def take(start: date, end: date) -> None:
        await world.services.settings.take_vacation(world.by(ANNA), start, end)

    await expect_refusal(take(date(2026, 11, 25), date(2026, 11, 24)), "vacation-backwards")
    await expect_refusal(take(date(2026, 11, 19), date(2026, 11, 24)), "vacation-past")
    await expect_refusal(
        take(date(2026, 11, 20), date(2026, 12, 30)), "vacation-budget", left="30", needed="41"
    )
    await expect_refusal(take(date(2028, 11, 20), date(2028, 11, 20)), "vacation-too-far")
    await take(date(2026, 11, 25), date(2026, 11, 25))
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(take(date(2026, 11, 25), date(2026, 11, 25)), "vacation-already")
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 29


async def test_a_vacation_over_new_year_is_charged_to_each_year(world: World) -> None:
    book = await world.services.settings.take_vacation(world.by(ANNA), date(2026, 12, 24), date(2027, 1, 6))
    assert (book.cost, book.costs) == (14, (YearDays(2026, 8), YearDays(2027, 6)))
    assert (book.left_days, book.later) == (22, (YearDays(2027, 24),))
    vacation_book = await world.services.settings.vacation(ANNA.id)
    assert (vacation_book.later, vacation_book.costs) == (book.later, ())


@pytest.mark.parametrize(("zone", "ahead"), [("Pacific/Auckland", 23), ("America/Los_Angeles", 44)])
async def test_vacation_days_follow_the_person_s_time_zone(world: World, zone: str, ahead: int) -> None:
    await world.services.settings.set_preferences(world.by(CARA), zone=zone)
    book = await world.services.settings.take_vacation(world.by(CARA), date(2026, 11, 22), date(2026, 11, 22))
    (period,) = book.periods
    assert (period.start - world.time.now, period.end - period.start) == (ahead * HOUR, DAY)


async def test_away_lists_current_vacations_with_their_end(world: World) -> None:
    take = world.services.settings.take_vacation
    await take(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 21))
    await take(world.by(BEN), date(2026, 11, 22), date(2026, 11, 23))
    midnight = world.time.now + 36 * HOUR
    assert await world.services.settings.away([ANNA.id, BEN.id, CARA.id]) == {ANNA.id: midnight}
    assert await world.services.settings.away([BEN.id]) == {}
    world.time.pass_by(2 * DAY)
    assert await world.services.settings.away([ANNA.id, BEN.id]) == {BEN.id: midnight + 2 * DAY}


async def test_a_greeting_contains_the_person_s_own_state(world: World) -> None:
    settings = world.services.settings
    annas_preferences = await settings.set_preferences(world.by(ANNA), language="de")
    bens_preferences = await settings.set_preferences(world.by(BEN), language="en")
    assert await settings.greet(ANNA.id) == Greeting(annas_preferences, missed=False)
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    for notice in await world.outbox.claim():
        if notice.recipient == BEN.id:
            await world.outbox.miss(notice.id, "closed")
    await world.services.deletions.ask(world.by(ANNA))
    assert await settings.greet(ANNA.id) == Greeting(
        annas_preferences, missed=False, leaving=world.time.now + GRACE
    )
    assert (await settings.greet(BEN.id)).leaving is None
    assert (await settings.greet(BEN.id)).preferences == bens_preferences


async def test_a_current_vacation_updates_boards_on_the_opponents_turn(world: World) -> None:
    settings = world.services.settings
    await play(world, await begin_timed(world, "2d"), ANNA)
    await world.deliver_all()
    await settings.set_preferences(world.by(ANNA), zone="Europe/Berlin")
    await settings.take_vacation(world.by(ANNA), date(2026, 12, 1), date(2026, 12, 2))
    assert DeadlineMoved not in kinds(await world.deliver_all()), "Anna is still here"
    await settings.take_vacation(world.by(ANNA), date(2026, 11, 20), date(2026, 11, 22))
    assert DeadlineMoved in kinds(await world.deliver_all())
    await settings.end_vacation(world.by(ANNA))
    assert DeadlineMoved in kinds(await world.deliver_all()), "Anna is back"

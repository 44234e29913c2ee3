"""Vacation, manual or automatic, and the clocks it stops."""

from datetime import date

import pytest

from bot.model.events.events import DeadlineMoved, MatchEnded
from bot.model.match.match import MatchStatus
from bot.model.people.preferences import AUTO_VACATION, Absence
from rules.contract import Outcome
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import DAY, HOUR, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

# `World` starts on 20 November 2026 at noon.


async def test_a_vacation_moves_the_deadlines_of_all_games(world: World) -> None:
    first, second = await begin_timed(world, "2d"), await begin_timed(world, "5d")
    opponents_turn = await play(world, await begin_timed(world, "2d"), ANNA)
    request = world.by(ANNA)
    vacation = await world.services.settings.take_vacation(request, date(2026, 11, 21), date(2026, 11, 24))
    midnight = world.time.now + 12 * HOUR
    assert vacation.periods == (Absence(midnight, midnight + 4 * DAY, automatic=False),)
    assert (vacation.budget_days, vacation.left_days, vacation.away_until) == (30, 26, None)
    assert vacation == await world.services.settings.vacation(ANNA.id)
    assert vacation == await world.services.settings.take_vacation(
        request, date(2026, 11, 21), date(2026, 11, 24)
    )
    for match, days in ((first, 6), (second, 9), (opponents_turn, 2)):
        assert (await world.services.matches.get(match.id)).deadline == world.time.now + days * DAY
    await pass_by(world, DAY)
    assert await world.services.settings.away([ANNA.id, BEN.id]) == {ANNA.id: midnight + 4 * DAY}
    assert (await world.services.settings.vacation(ANNA.id)).away_until == midnight + 4 * DAY
    after = await play(world, opponents_turn, BEN)
    assert after.deadline == midnight + 4 * DAY + 2 * DAY


async def test_vacation_days_are_used_automatically_until_none_remain(world: World) -> None:
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    start = world.time.now
    await pass_by(world, DAY + HOUR)
    current = await world.services.matches.get(match.id)
    assert (current.status, current.deadline) == (MatchStatus.RUNNING, start + 2 * DAY)
    vacation = await world.services.settings.vacation(ANNA.id)
    assert vacation.periods == (Absence(start + DAY, start + 2 * DAY, automatic=True),)
    assert (vacation.left_days, vacation.away_until) == (29, start + 2 * DAY)
    await pass_by(world, 29 * DAY)
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING
    notices = await pass_by(world, DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.outcome, finished.updated) == (Outcome((1,), "timeout"), start + 31 * DAY)
    assert kinds(notices).count(MatchEnded) == 1
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 0


async def test_an_automatic_vacation_day_extends_all_games(world: World) -> None:
    first = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    second = await play(world, await begin_timed(world, "2d"), ANNA, BEN)
    third = await play(world, await begin_timed(world, "5d"), ANNA, BEN)
    start = world.time.now
    await pass_by(world, DAY)
    assert (await world.services.matches.get(second.id)).deadline == start + 3 * DAY
    assert (await world.services.matches.get(third.id)).deadline == start + 6 * DAY
    await play(world, first, ANNA, BEN)
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 29


async def test_a_late_move_uses_the_vacation_days_it_needs(world: World) -> None:
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    world.time.pass_by(2 * DAY + HOUR)
    assert (await play(world, match, ANNA)).plies == 3
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 28


async def test_automatic_vacation_can_be_switched_off(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    await pass_by(world, DAY)
    assert (await world.services.matches.get(match.id)).outcome == Outcome((1,), "timeout")
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 30


async def test_a_vacation_does_not_help_after_the_deadline(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    world.time.pass_by(DAY)
    vacation = await world.services.settings.take_vacation(
        world.by(ANNA), date(2026, 11, 21), date(2026, 11, 30)
    )
    assert vacation.left_days == 20
    assert (await world.services.matches.get(match.id)).outcome == Outcome((1,), "timeout")


async def test_no_vacation_is_used_before_the_first_ply(world: World) -> None:
    match = await begin_timed(world, "1d")
    await pass_by(world, DAY)
    assert (await world.services.matches.get(match.id)).is_aborted
    assert (await world.services.settings.vacation(ANNA.id)).left_days == 30


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_vacation_is_announced_in_all_games_of_the_player(world: World) -> None:
    opponents_turn = await play(world, await begin_timed(world, "2d"), ANNA)
    own_game = await begin_timed(world, "2d")
    clockless = await world.match()
    await world.deliver_all()
    await world.services.settings.take_vacation(world.by(BEN), date(2026, 11, 20), date(2026, 11, 23))
    moved = [notice.event for notice in await world.deliver_all() if isinstance(notice.event, DeadlineMoved)]
    assert {(event.match, event.turn, event.own) for event in moved} == {
        (opponents_turn.id, 1, True),
        (own_game.id, 0, False),
        (clockless.id, 0, False),
    }
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    assert not [notice for notice in await world.deliver_all() if isinstance(notice.event, DeadlineMoved)]
    person_games = world.services.app.matches.services.person_games
    await world.services.resignations.resign(world.by(ANNA), own_game.id)
    async with world.store.read() as session:
        counts = [await person_games.count_finished(session, person.id) for person in (ANNA, BEN, CARA)]
    assert counts == [1, 1, 0]

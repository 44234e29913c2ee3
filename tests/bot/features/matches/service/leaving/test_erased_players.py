"""Erased people resign their running games, and only those."""

from datetime import timedelta

import pytest

from bot.features.matches.service.leaving.match_settlement import match_settlement
from bot.model.match.match import RESIGNATION, TIMEOUT, MatchStatus
from bot.model.people.privacy import GRACE
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY, begin_timed, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

_SOON = timedelta(hours=1)


async def test_an_erased_player_resigns_all_running_games(world: World) -> None:
    first, second = await world.match(), await world.match()
    table = await world.gathering(BEN, CARA, DORA)
    left_match = await world.gathering(BEN, CARA, DORA)
    await world.services.resignations.resign(world.by(BEN), left_match.id)
    plies = (await world.services.matches.get(left_match.id)).plies
    await world.services.resignations.resign(world.by(ANNA), first.id)
    await world.services.deletions.ask(world.by(BEN))
    await pass_by(world, GRACE - _SOON)
    assert (await world.services.matches.get(second.id)).running
    await pass_by(world, 2 * _SOON)
    finished = await world.services.matches.get(second.id)
    assert finished.outcome is not None
    assert (finished.outcome.reason, finished.outcome.winners, finished.resigned) == (RESIGNATION, (0,), 1)
    before = await world.services.matches.get(first.id)
    assert before.outcome is not None
    assert before.outcome.winners == (1,), "a finished game stays as it was"
    running = await world.services.matches.get(table.id)
    assert (running.status, running.retired) == (MatchStatus.RUNNING, (table.people.index(BEN.id),))
    assert (await world.services.matches.get(left_match.id)).plies == plies, "no second departure"


async def test_an_expired_clock_precedes_an_erased_player_s_resignation(world: World) -> None:
    match = await play(world, await begin_timed(world, "2d"), ANNA, BEN)
    kernel, matches = world.services.app.kernel, world.services.app.matches.services
    settlement = match_settlement(kernel.work, matches.deadlines, matches.departures)
    async with world.store.read() as session:
        assert list(await settlement.open_of(session, ANNA.id)) == [match.id]
        assert list(await settlement.open_of(session, CARA.id)) == []

    async def is_wanted(_: object) -> bool:
        return True

    async def not_wanted(_: object) -> bool:
        return False

    await settlement.settle(match.id, ANNA.id, not_wanted)
    assert (await world.services.matches.get(match.id)).running, "the settlement was called off"
    world.time.pass_by(60 * DAY)
    await settlement.settle(match.id, BEN.id, is_wanted)
    finished = await world.services.matches.get(match.id)
    assert finished.outcome is not None
    assert (finished.outcome.reason, finished.outcome.winners) == (TIMEOUT, (1,))


async def test_an_erased_player_resigns_even_where_the_bot_is_away(world: World) -> None:
    match = await play(world, await begin_timed(world, "2d"), ANNA)
    await world.services.presence.pause_server(HALL.server or 0)
    await world.services.deletions.ask(world.by(BEN))
    await pass_by(world, GRACE + _SOON)
    finished = await world.services.matches.get(match.id)
    assert finished.outcome is not None
    assert (finished.outcome.reason, finished.outcome.winners) == (RESIGNATION, (0,))

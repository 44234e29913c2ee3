"""Settings changed concurrently with other actions: no game keeps an outdated deadline."""

from collections.abc import Callable, Coroutine, Mapping
from datetime import date
from typing import Any

import pytest

from bot.model.challenges.terms import Terms
from bot.model.time.clocks import read_clock
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.queues import queue_behind
from tests.bot.support.timed import DAY, HOUR, begin_timed

pytest_plugins = ("tests.bot.support.worlds",)
# SQLite allows a single writer; only PostgreSQL lets several wait for each other mid-transaction.
pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

Act = Callable[[], Coroutine[Any, Any, object]]


async def _take_vacation(world: World) -> None:
    await world.services.settings.take_vacation(world.by(BEN), date(2026, 11, 21), date(2026, 11, 24))


@pytest.mark.parametrize("first", ["ply", "vacation"])
async def test_a_vacation_booked_during_the_opponents_ply(world: World, first: str) -> None:
    match = await begin_timed(world, "2d")
    acts: Mapping[str, Act] = {
        "ply": lambda: world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"),
        "vacation": lambda: _take_vacation(world),
    }
    second = next(name for name in acts if name != first)
    async with queue_behind(world.store, lambda session: session.of(MatchRepository).lock(match.id)) as queue:
        await queue.join(acts[first]())
        await queue.join(acts[second]())
    current = await world.services.matches.get(match.id)
    assert current.mover == BEN.id
    assert current.deadline == world.time.now + 4 * DAY + 2 * DAY
    async with world.store.read() as session:
        record = await session.of(MatchRepository).get(match.id)
    assert record is not None
    assert record.timing.due is not None
    # The first reminder is a day before the deadline.
    assert record.timing.due == current.deadline - DAY


@pytest.mark.parametrize("first", ["accept", "vacation"])
async def test_a_vacation_booked_while_a_game_begins(world: World, first: str) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "second", clock=read_clock("2d")), HALL, [BEN]
    )
    acts: Mapping[str, Act] = {
        "accept": lambda: world.services.invitations.accept(world.by(BEN), challenge.id),
        "vacation": lambda: _take_vacation(world),
    }
    second = next(name for name in acts if name != first)
    async with queue_behind(
        world.store, lambda session: session.of(PersonRepository).lock({BEN.id})
    ) as queue:
        await queue.join(acts[first]())
        await queue.join(acts[second]())
    game = (await world.services.challenges.get(challenge.id)).match
    assert game is not None
    match = await world.services.matches.get(game)
    assert (match.mover, match.deadline) == (BEN.id, world.time.now + 4 * DAY + 2 * DAY)
    assert (await world.services.settings.vacation(BEN.id)).left_days == 26


async def test_a_vacation_booked_while_the_next_series_game_begins(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("counting", {}, "first", tie_break=TieBreak.NONE, clock=read_clock("2d")),
        HALL,
        [BEN],
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    game = accepted.match
    async with queue_behind(world.store, lambda session: session.of(MatchRepository).lock(game)) as queue:
        await queue.join(world.services.resignations.resign(world.by(ANNA), game))
        await queue.join(_take_vacation(world))
    second = await world.services.matches.get((await world.services.matches.series(challenge.id)).games[-1])
    assert (second.id != game, second.mover) == (True, BEN.id)
    assert second.deadline == world.time.now + 4 * DAY + 2 * DAY


async def test_reminders_changed_during_the_opponents_ply(world: World) -> None:
    match = await begin_timed(world, "2d")
    async with queue_behind(world.store, lambda session: session.of(MatchRepository).lock(match.id)) as queue:
        await queue.join(world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"))
        await queue.join(world.services.settings.set_preferences(world.by(BEN), reminders=(36,)))
    async with world.store.read() as session:
        record = await session.of(MatchRepository).get(match.id)
    assert record is not None
    assert record.timing.due == world.time.now + 2 * DAY - 36 * HOUR

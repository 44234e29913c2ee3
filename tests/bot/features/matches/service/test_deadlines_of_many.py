"""Deadlines with several processes: each is handled once, by the holder of its claim."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.model.match.match import MatchStatus
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.tables.match_tables import GAME_TIMER
from bot.repositories.tables.outbox_tables import notices
from data.cluster.cluster_tables import job_claims
from data.cluster.processes import ProcessRepository
from data.store import Store
from tests.bot.support.fakes import ANNA, World
from tests.bot.support.services import Services, make_services
from tests.bot.support.timed import DAY, HOUR, begin_timed
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)

LEASE = timedelta(seconds=15)


def _process(world: World, name: str, store: Store | None = None) -> Services:
    return make_services(store or world.store, world.games, world.time, world.chance, claimant=name)


async def _claims(store: Store) -> list[str]:
    async with store._engines.reader.connect() as connection:
        return list((await connection.execute(sa.select(job_claims.c.claimant))).scalars())


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.both_databases
async def test_two_processes_handle_each_deadline_once(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    first, second = (
        _process(world, "one").timers,
        _process(world, "two", other).timers,
    )
    handled = Counter[str]()
    rounds = repeats(2, 4)
    for _ in range(rounds):
        games = [(await begin_timed(world, "1d")).id for _ in range(6)]
        challenges = [(await world.challenge(opponent=None)).id for _ in range(2)]
        world.time.pass_by(40 * DAY)
        while True:
            counts = await asyncio.gather(first.act(), second.act(), first.act(), second.act())
            handled += Counter(one=counts[0] + counts[2], two=counts[1] + counts[3])
            if not any(counts):
                break
        for game in games:
            assert (await world.services.matches.get(game)).status is not MatchStatus.RUNNING
        for challenge in challenges:
            assert (await world.services.challenges.get(challenge)).status == "expired"
    await other.close()
    async with world.store._engines.reader.connect() as connection:
        query = sa.select(notices.c.kind, notices.c.game, notices.c.audience, sa.func.count()).where(
            notices.c.kind == "MatchEnded"
        )
        ends = (
            await connection.execute(query.group_by(notices.c.kind, notices.c.game, notices.c.audience))
        ).all()
    assert len(ends) == 6 * rounds
    assert {row[3] for row in ends} == {1}
    assert await _claims(world.store) == []
    # No process reads another's claims: six games and two challenges a round, reminders included.
    assert handled.total() < 2 * rounds * (6 + 2)


async def test_a_claimed_timer_is_left_alone_until_its_process_dies(world: World) -> None:
    match = await begin_timed(world, "1d")
    world.time.pass_by(2 * DAY)
    async with world.store.write() as session:
        await session.of(ProcessRepository).join("other", "there", "0.1", LEASE)
        assert await session.of(ClaimRepository).take(GAME_TIMER, [match.id], "other") == (match.id,)
        assert await session.of(ClaimRepository).take(GAME_TIMER, [match.id], "this") == ()
    schedule = _process(world, "this").timers
    assert await schedule.act() == 0
    assert await world.outbox.recover() == 0
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING
    async with world.store.write() as session:
        await session.of(ProcessRepository).leave("other")
        assert await session.of(ClaimRepository).release_dead() == 1
    assert await schedule.act() == 1
    assert (await world.services.matches.get(match.id)).status is not MatchStatus.RUNNING


async def test_a_process_without_a_lease_handles_no_deadline(world: World) -> None:
    match = await begin_timed(world, "1d")
    world.time.pass_by(2 * DAY)
    dead_process = make_services(world.store, world.games, world.time, world.chance, alive=lambda: False)
    assert await dead_process.timers.act() == 0
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING


async def test_a_process_losing_its_lease_leaves_the_rest_to_others(world: World) -> None:
    games = [(await begin_timed(world, "1d")).id for _ in range(3)]
    world.time.pass_by(2 * DAY)
    # The lease is checked before the round, before the first game, and after it.
    answers = iter([True, True, True])
    expiring_process = make_services(
        world.store, world.games, world.time, world.chance, alive=lambda: next(answers, False)
    )
    await expiring_process.timers.act()
    running = [(await world.services.matches.get(game)).status is MatchStatus.RUNNING for game in games]
    assert sorted(running) == [False, True, True]
    assert await world.services.timers.act() == 2


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_a_timer_being_rewritten_by_a_move_is_skipped(world: World) -> None:
    match = await begin_timed(world, "1d")
    world.time.pass_by(2 * DAY)
    schedule = world.services.timers
    async with world.store.write() as session:
        match_after = await session.of(MatchRepository).lock(match.id)
        assert match_after is not None
        postponed = replace(match_after, timing=replace(match_after.timing, due=world.time.now + DAY))
        await session.of(MatchRepository).save(match_after, postponed)
        assert await schedule.act() == 0
    assert await schedule.act() == 0, "it is due another day"
    world.time.pass_by(DAY)
    assert await schedule.act() == 1


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_a_round_waits_for_a_game_without_locking_timers(world: World) -> None:
    """Games are locked before timers, so a concurrent move can postpone the timer about to fire."""
    match = await begin_timed(world, "1d")
    world.time.pass_by(2 * DAY)
    async with world.store.write() as session:
        match_after = await session.of(MatchRepository).lock(match.id)
        assert match_after is not None
        round_task = asyncio.create_task(world.services.timers.act())
        while await _claims(world.store) == []:
            assert not round_task.done()
        later = replace(match_after, timing=replace(match_after.timing, due=world.time.now + DAY))
        await asyncio.wait_for(session.of(MatchRepository).save(match_after, later), 10)
    assert await round_task == 1
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING
    assert await world.services.timers.next_due() == world.time.now + DAY


async def test_a_finished_timer_releases_its_claim(world: World) -> None:
    match = await begin_timed(world, "1d")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    world.time.pass_by(23 * HOUR)
    assert await world.services.timers.act() == 1
    assert await _claims(world.store) == []
    world.time.pass_by(2 * DAY)
    assert await _process(world, "another").timers.act() == 1

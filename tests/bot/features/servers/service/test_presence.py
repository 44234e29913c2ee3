"""Games of a server that has removed the bot: paused, and resumed on its return."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from bot.model.challenges.terms import Terms
from bot.model.events.events import DeadlineMoved, DeadlineNear
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Place
from bot.model.people.preferences import AUTO_VACATION
from bot.model.time.clocks import read_clock
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.servers.servers import ServerRepository
from bot.repositories.tables.challenge_tables import challenges
from bot.repositories.tables.match_tables import games
from rules.contract.series import TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, HOUR, begin_gathering, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER = 7
_ELSEWHERE = Place(8, 80, "de")


async def _current_match(world: World, match: Match) -> Match:
    return await world.services.matches.get(match.id)


async def _compare(world: World, present: Collection[int]) -> None:
    await world.services.presence.compare(present, lambda _server: True)


async def test_a_paused_clock_resumes_with_its_remaining_time(world: World) -> None:
    match = await play(world, await begin_timed(world, "10d+1d/14d"), ANNA, BEN)
    before = match.deadline
    assert before is not None
    await pass_by(world, 2 * DAY)
    await world.services.presence.pause_server(_SERVER)
    paused = await _current_match(world, match)
    assert (paused.is_paused, paused.deadline, paused.status) == (True, None, MatchStatus.RUNNING)
    assert await pass_by(world, 29 * DAY) == []
    await world.services.presence.resume_server(_SERVER)
    resumed = await _current_match(world, match)
    assert (resumed.is_paused, resumed.deadline) == (False, before + 29 * DAY)
    assert DeadlineMoved in kinds(await world.deliver_all())
    assert world.wakeups
    # The bank lost only the two days it ran.
    result = await play(world, match, ANNA)
    assert result.time_left[0] == 9 * DAY + DAY


async def test_a_pause_during_a_vacation_keeps_the_remaining_time(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "10d+1d/14d"), ANNA, BEN)
    await world.services.settings.take_vacation(world.by(ANNA), date(2026, 11, 21), date(2026, 11, 22))
    await pass_by(world, 5 * DAY)
    remaining = ((await _current_match(world, match)).deadline or world.time.now) - world.time.now
    await world.services.presence.pause_server(_SERVER)
    await world.services.settings.take_vacation(world.by(ANNA), date(2026, 11, 27), date(2026, 11, 28))
    assert (await _current_match(world, match)).deadline is None
    await pass_by(world, 20 * DAY)
    await world.services.presence.resume_server(_SERVER)
    assert (await _current_match(world, match)).deadline == world.time.now + remaining


async def test_expired_soft_time_is_not_claimable_during_a_pause(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    await pass_by(world, DAY + HOUR)
    await world.services.presence.pause_server(_SERVER)
    assert not (await _current_match(world, match)).claimable
    await expect_refusal(world.services.deadlines.claim(world.by(BEN), match.id), "game-paused")
    await pass_by(world, 9 * DAY)
    await world.services.presence.resume_server(_SERVER)
    assert (await _current_match(world, match)).claimable
    finished = await world.services.deadlines.claim(world.by(BEN), match.id)
    assert finished.status is MatchStatus.FINISHED


async def test_a_game_timed_out_before_the_pause_is_finished(world: World) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    world.time.pass_by(DAY)
    await world.services.presence.pause_server(_SERVER)
    finished = await _current_match(world, match)
    assert (finished.status, finished.is_paused) == (MatchStatus.FINISHED, False)


async def test_a_pause_delays_reminders_without_a_clock(world: World) -> None:
    match = await play(world, await world.match(goal="40"), ANNA)
    await world.deliver_all()
    await pass_by(world, DAY)
    await world.services.presence.pause_server(_SERVER)
    assert await pass_by(world, 29 * DAY) == []
    await world.services.presence.resume_server(_SERVER)
    assert kinds(await pass_by(world, DAY - HOUR)) == []
    assert kinds(await pass_by(world, HOUR)) == [DeadlineNear]
    assert (await _current_match(world, match)).mover == BEN.id


async def test_a_paused_game_allows_only_resigning(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.services.presence.pause_server(_SERVER)
    for action in (
        world.services.turns.take_turn(world.by(BEN), match.id, "take 1"),
        world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW),
        world.services.deadlines.more_time(world.by(ANNA), match.id, 3),
        world.services.deadlines.silence(world.by(BEN), match.id),
        world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1", "take 2"]),
    ):
        await expect_refusal(action, "game-paused")
    finished = await world.services.resignations.resign(world.by(BEN), match.id)
    assert (finished.status, finished.is_paused) == (MatchStatus.FINISHED, False)


async def test_a_turn_started_in_a_pause_gets_full_time_afterwards(world: World) -> None:
    match = await begin_gathering(world, "3d", BEN, CARA)
    await world.deliver_all()
    await pass_by(world, DAY)
    await world.services.presence.pause_server(_SERVER)
    await pass_by(world, 5 * DAY)
    result = await world.services.resignations.resign(world.by(ANNA), match.id)
    assert (result.is_paused, result.mover, result.deadline) == (True, BEN.id, None)
    await world.deliver_all()
    assert await pass_by(world, 5 * DAY) == []
    await world.services.presence.resume_server(_SERVER)
    resumed = await _current_match(world, match)
    assert (resumed.mover, resumed.deadline) == (BEN.id, world.time.now + 3 * DAY)
    assert DeadlineNear in kinds(await pass_by(world, timedelta())), "Ben is called now"


async def test_the_next_game_of_a_series_starts_paused(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("counting", {}, "first", tie_break=TieBreak.NONE, clock=read_clock("3d")),
        HALL,
        [BEN],
    )
    first = await world.services.invitations.accept(world.by(BEN), challenge.id)
    await world.services.presence.pause_server(_SERVER)
    await world.services.resignations.resign(world.by(ANNA), first.match or 0)
    second = await world.services.matches.get((first.match or 0) + 1)
    assert (second.is_paused, second.deadline) == (True, None)
    await pass_by(world, 9 * DAY)
    await world.services.presence.resume_server(_SERVER)
    assert (await _current_match(world, second)).deadline == world.time.now + 3 * DAY


async def test_a_paused_server_starts_nothing_but_allows_leaving(world: World) -> None:
    challenge, other, lobby = await world.challenge(), await world.challenge(), await world.lobby(BEN)
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await world.services.presence.pause_server(_SERVER)
    await expect_refusal(world.services.invitations.accept(world.by(BEN), challenge.id), "server-gone")
    await expect_refusal(
        world.services.counter_offers.counter(
            world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="first")
        ),
        "server-gone",
    )
    await expect_refusal(world.services.lobbies.start(world.by(ANNA), lobby.id), "server-gone")
    await expect_refusal(world.services.rematches.rematch(world.by(BEN), match.id), "server-gone")
    await expect_refusal(world.challenge(), "server-gone")
    await world.services.invitations.withdraw(world.by(ANNA), challenge.id)
    await world.services.invitations.decline(world.by(BEN), other.id, "no-time")
    await world.services.presence.resume_server(_SERVER)
    assert (await world.services.lobbies.start(world.by(ANNA), lobby.id)).match is not None


async def test_pausing_a_server_keeps_other_places_running(world: World) -> None:
    matches = []
    for place in (_ELSEWHERE, Place(None, 90, "de")):
        challenge = await world.services.invitations.challenge(
            world.by(ANNA), Terms("counting", {}, "first"), place, [BEN]
        )
        accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
        matches.append(await world.services.matches.get(accepted.match or 0))
    await world.match()
    await world.services.presence.pause_server(_SERVER)
    assert [(await _current_match(world, match)).is_paused for match in matches] == [False, False]


async def test_a_missed_removal_and_return_are_detected(world: World) -> None:
    match = await begin_timed(world, "3d")
    await _compare(world, {8})
    assert (await _current_match(world, match)).is_paused
    await _compare(world, {8})
    assert (await _current_match(world, match)).is_paused
    await world.services.presence.compare({7, 8}, lambda server: server != _SERVER)
    assert (await _current_match(world, match)).is_paused, "another shard serves the server"
    await _compare(world, {7, 8})
    assert not (await _current_match(world, match)).is_paused
    await _compare(world, {7, 8})


async def test_an_interrupted_resume_is_completed(world: World) -> None:
    matches = [await world.match() for _ in range(3)]
    await world.services.presence.pause_server(_SERVER)
    async with world.store.write() as session:
        await session.of(ServerRepository).record_return(_SERVER)
    await _compare(world, {_SERVER})
    assert not [match.id for match in matches if (await _current_match(world, match)).is_paused]


@pytest.mark.parametrize("resumes", [True, False])
async def test_one_unreadable_game_does_not_stop_pausing_or_resuming(
    world: World, resumes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.servers.service.presence._AT_ONCE", 3)
    matches = [await world.match() for _ in range(7)]
    if resumes:
        await world.services.presence.pause_server(_SERVER)
    broken = matches[3]
    async with world.store.write() as session:
        record = await session.of(MatchRepository).lock(broken.id)
        assert record is not None
        statement = sa.update(challenges).where(challenges.c.id == broken.challenge).values(clock="nonsense")
        await session.of(MatchRepository)._connection.execute(statement)
    await (
        world.services.presence.resume_server(_SERVER)
        if resumes
        else world.services.presence.pause_server(_SERVER)
    )
    async with world.store.read() as session:
        rows = await session.connection.execute(sa.select(games.c.id).where(games.c.paused.is_not(None)))
        paused = set(rows.scalars())
    all_games = {match.id for match in matches}
    assert paused == ({broken.id} if resumes else all_games - {broken.id})

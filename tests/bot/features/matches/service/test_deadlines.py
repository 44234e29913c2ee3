"""Clocks in matches: time-outs, reminders, claims and extra time."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.events.events import (
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    EndCause,
    EndKind,
    MatchEnded,
    MoreTimeGiven,
    PlyPlayed,
    SeriesEnded,
)
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import EndedBy, Match, MatchStatus, Turn
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.model.refusal import Refusal
from bot.model.time.clocks import NO_CLOCK, read_clock
from bot.repositories.ratings import RatingRepository
from data.store import Store
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.bot.support.contents import cause_of, event_of, ply_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, ManualOutbox, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.services import ROUTES
from tests.bot.support.timed import DAY, begin_gathering, begin_timed, kinds, pass_by, play
from tests.data.matches import append
from tests.repeats import cases

pytest_plugins = ("tests.bot.support.worlds",)

_TICK = timedelta(microseconds=1)
_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA, DORA)}


async def _without_vacation(world: World) -> None:
    for person in _PEOPLE.values():
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)


async def test_a_match_without_a_clock_has_no_deadline(world: World) -> None:
    match = await world.match()
    assert (match.clock, match.deadline, match.claimable) == (NO_CLOCK, None, False)
    assert match.time_left == (None, None)
    await pass_by(world, 400 * DAY)
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING


async def test_each_ply_gets_its_own_deadline(world: World) -> None:
    await _without_vacation(world)
    match = await begin_timed(world, "3d")
    start = world.time.now
    assert (match.clock, match.turn_began, match.deadline) == (read_clock("3d"), start, start + 3 * DAY)
    for person in (ANNA, BEN, ANNA):
        await pass_by(world, 2 * DAY)
        turn = await world.services.turns.take_turn(world.by(person), match.id, "take 2")
        assert turn.match == await world.services.matches.get(match.id)
        assert turn.match.deadline == world.time.now + 3 * DAY
        assert turn.match.time_left == (3 * DAY, 3 * DAY)
    notices = await pass_by(world, 3 * DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.status, finished.turn, finished.outcome) == (
        MatchStatus.FINISHED,
        None,
        Outcome((0,), "timeout"),
    )
    assert (finished.ended_by, finished.is_aborted, finished.resigned) == (EndedBy.TIMEOUT, False, None)
    assert (finished.deadline, finished.claimable, finished.plies) == (None, False, 3)
    assert finished.updated == start + 9 * DAY
    (end,) = (notice for notice in notices if notice.kind is MatchEnded)
    assert (end.match, end.ply, cause_of(end)) == (match.id, 3, EndCause(EndKind.TIMED_OUT, 1))
    assert await pass_by(world, 99 * DAY) == []
    assert await world.services.timers.next_due() is None


async def test_a_time_bank_is_used_and_refilled(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "4d+1d/5d"), ANNA, BEN)
    assert match.time_left == (5 * DAY, 5 * DAY)
    await pass_by(world, 3 * DAY)
    match = await play(world, match, ANNA)
    assert match.time_left == (3 * DAY, 5 * DAY)
    match = await play(world, match, BEN)
    assert match.deadline == world.time.now + 3 * DAY
    await pass_by(world, 2 * DAY)
    await play(world, match, ANNA, BEN)
    await pass_by(world, 2 * DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.outcome, finished.plies) == (Outcome((1,), "timeout"), 6)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_reminders_state_the_hours_left(world: World) -> None:
    await _without_vacation(world)
    await world.services.settings.set_preferences(world.by(ANNA), reminders=(30, 6))
    await begin_timed(world, "3d")
    notices = await pass_by(world, 3 * DAY)
    reminders = [event_of(notice, DeadlineNear) for notice in notices if notice.kind is DeadlineNear]
    assert [reminder.hours_left for reminder in reminders] == [30, 6]


async def test_a_move_counts_before_but_not_at_the_deadline(world: World) -> None:
    await _without_vacation(world)
    match = await begin_timed(world, "1d")
    match = await play(world, match, ANNA, BEN)
    assert match.deadline is not None
    world.time.now = match.deadline - _TICK
    match = await play(world, match, ANNA)
    assert match.deadline is not None
    world.time.now = match.deadline
    request = world.by(BEN)
    wakeups = len(world.wakeups)
    await expect_refusal(world.services.turns.take_turn(request, match.id, "take 1"), "time-is-up")
    finished = await world.services.matches.get(match.id)
    assert (finished.outcome, finished.plies, len(world.wakeups) > wakeups) == (
        Outcome((0,), "timeout"),
        3,
        True,
    )
    await expect_refusal(world.services.turns.take_turn(request, match.id, "take 1"), "game-over")
    assert await world.services.timers.act() == 0
    assert kinds(await world.deliver_all()).count(MatchEnded) == 1


async def test_after_a_deadline_neither_player_can_resign(world: World) -> None:
    await _without_vacation(world)
    first, second = await begin_timed(world, "1d"), await begin_timed(world, "1d")
    for match in (first, second):
        await play(world, match, ANNA, BEN)
    world.time.pass_by(DAY)
    await expect_refusal(world.services.resignations.resign(world.by(ANNA), first.id), "time-is-up")
    await expect_refusal(world.services.resignations.resign(world.by(BEN), second.id), "game-over")
    for match in (first, second):
        assert (await world.services.matches.get(match.id)).outcome == Outcome((1,), "timeout")


async def test_a_repeated_turn_is_answered_after_the_timeout(world: World) -> None:
    await _without_vacation(world)
    match = await begin_timed(world, "1d")
    request = world.by(ANNA)
    first = await world.services.turns.take_turn(request, match.id, "take 1")
    await pass_by(world, 2 * DAY)
    retry = await world.services.turns.take_turn(request, match.id, "take 1")
    assert (retry.number, retry.repeated, retry.match.plies) == (first.number, True, 1)
    assert retry.match.status is MatchStatus.FINISHED


class _TickingClock:
    """A clock that advances by `step` at each reading."""

    def __init__(self, now: datetime, step: timedelta) -> None:
        self.now = now
        self._step = step

    def __call__(self) -> datetime:
        self.now += self._step
        return self.now


@pytest.mark.parametrize("ticks", cases([-5, -2, 0], range(-6, 2)))
@pytest.mark.both_databases
async def test_a_concurrent_move_and_timeout_settle_on_one(
    database_url: str, world: World, ticks: int
) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    await world.deliver_all()
    assert match.deadline is not None
    store = await Store.open(database_url)
    clock = _TickingClock(match.deadline + ticks * _TICK, _TICK)
    world.time = clock  # type: ignore[assignment]  # any clock will do from here on
    world.outbox = ManualOutbox(world.store, clock, ROUTES)
    processes = [world.other_services(), world.other_services(store), world.other_services(store)]
    results = await asyncio.gather(
        processes[0].turns.take_turn(world.by(ANNA), match.id, "take 1"),
        processes[1].timers.act(),
        processes[2].timers.act(),
        processes[2].turns.take_turn(world.by(ANNA), match.id, "take 2"),
        return_exceptions=True,
    )
    await store.close()
    turns = [result for result in results if isinstance(result, Turn)]
    current, notices = await world.services.matches.get(match.id), kinds(await world.deliver_all())
    if turns:
        (turn,) = turns
        assert (current.status, current.plies, turn.number) == (MatchStatus.RUNNING, 3, 3)
        assert turn.match.turn_began < match.deadline
        assert notices == [PlyPlayed]
    else:
        assert (current.status, current.plies, current.outcome) == (
            MatchStatus.FINISHED,
            2,
            Outcome((1,), "timeout"),
        )
        assert notices == [MatchEnded]
    reasons = {result.reason for result in results if isinstance(result, Refusal)}
    assert reasons <= {"time-is-up", "game-over", "not-your-turn"}
    assert sum(isinstance(result, int | Turn | Refusal) for result in results) == 4


async def test_a_claim_notice_follows_the_player_s_preferences(world: World) -> None:
    await _without_vacation(world)
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    await play(world, await begin_timed(world, "2d soft"), ANNA, BEN)
    notices = [notice for notice in await pass_by(world, 3 * DAY) if notice.kind is DeadlinePassed]
    assert {(passed.recipient, passed.calls) for passed in notices} == {(None, ()), (BEN.id, ())}


async def test_a_move_after_expired_soft_time_starts_a_new_turn(world: World) -> None:
    await _without_vacation(world)
    match = await begin_timed(world, "2d+1d/3d soft", options={"again": "on"})
    await play(world, match, ANNA, move="take 2")
    await play(world, match, BEN, move="take 2")
    await pass_by(world, 3 * DAY)
    assert (await world.services.matches.get(match.id)).claimable
    match = await play(world, match, ANNA, move="take 1")
    assert (match.mover, match.claimable) == (ANNA.id, False)


async def test_soft_time_is_lost_only_on_a_claim(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "2d+1d/3d soft"), ANNA, BEN)
    await expect_refusal(world.services.deadlines.claim(world.by(BEN), match.id), "nothing-to-claim")
    notices = await pass_by(world, 3 * DAY)
    moved, passed = (notice for notice in notices if notice.kind in {DeadlineMoved, DeadlinePassed})
    assert (moved.kind, passed.match, passed.recipient) == (DeadlineMoved, match.id, None)
    assert (event_of(passed, DeadlinePassed).seat, passed.calls) == (0, (BEN.id,)), "the claimant is called"
    overdue = await world.services.matches.get(match.id)
    assert (overdue.status, overdue.claimable) == (MatchStatus.RUNNING, True)
    assert DeadlinePassed not in kinds(await pass_by(world, 9 * DAY))
    await expect_refusal(world.services.deadlines.claim(world.by(ANNA), match.id), "claim-own-time")
    await expect_refusal(world.services.deadlines.claim(world.by(CARA), match.id), "not-your-game")
    match = await play(world, match, ANNA)
    assert (match.claimable, match.time_left) == (False, (DAY, 3 * DAY))
    await expect_refusal(world.services.deadlines.claim(world.by(BEN), match.id), "nothing-to-claim")
    await expect_refusal(world.services.deadlines.claim(world.by(ANNA), match.id), "nothing-to-claim")
    world.time.pass_by(3 * DAY)
    request = world.by(ANNA)
    finished = await world.services.deadlines.claim(request, match.id)
    assert (finished.outcome, finished.ended_by) == (Outcome((0,), "timeout"), EndedBy.TIMEOUT)
    assert (
        finished
        == await world.services.matches.get(match.id)
        == await world.services.deadlines.claim(request, match.id)
    )
    end = (await world.deliver_all())[-1]
    assert cause_of(end) == EndCause(EndKind.TIMED_OUT, 1, 0)


async def test_an_opponent_can_give_more_time(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "2d"), ANNA, BEN)
    await world.deliver_all()
    request = world.by(BEN)
    extended = await world.services.deadlines.more_time(request, match.id, 3)
    assert extended.deadline == world.time.now + 5 * DAY
    assert (
        extended
        == await world.services.matches.get(match.id)
        == await world.services.deadlines.more_time(request, match.id, 3)
    )
    notice, moved = await world.deliver_all()
    assert notice.event == MoreTimeGiven(match.id, 2, 0, 1, 3)
    assert (moved.kind, moved.recipient, moved.ply) == (DeadlineMoved, None, 2)
    await expect_refusal(
        world.services.deadlines.more_time(world.by(ANNA), match.id, 1), "more-time-own-turn"
    )
    await expect_refusal(
        world.services.deadlines.more_time(world.by(BEN), match.id, 28),
        "more-time-limit",
        limit="30",
        left="27",
    )
    await expect_refusal(
        world.services.deadlines.more_time(world.by(BEN), match.id, 0), "more-time-days", limit="30"
    )
    await pass_by(world, 5 * DAY - _TICK)
    assert (await world.services.matches.get(match.id)).status is MatchStatus.RUNNING
    await pass_by(world, _TICK)
    await expect_refusal(world.services.deadlines.more_time(world.by(BEN), match.id, 1), "game-over")
    await expect_refusal(
        world.services.deadlines.more_time(world.by(BEN), (await world.match()).id, 1), "no-clock"
    )


async def test_more_time_withdraws_the_claim(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    await pass_by(world, 4 * DAY)
    extended = await world.services.deadlines.more_time(world.by(BEN), match.id, 1)
    assert (extended.claimable, extended.deadline) == (False, world.time.now + DAY)
    await expect_refusal(world.services.deadlines.claim(world.by(BEN), match.id), "nothing-to-claim")
    assert kinds(await pass_by(world, DAY)).count(DeadlinePassed) == 1
    assert (await world.services.matches.get(match.id)).claimable


@pytest.mark.parametrize("clock", ["2d soft", "2d+1d/3d"])
async def test_an_unstarted_match_is_aborted_at_the_deadline(world: World, clock: str) -> None:
    match = await begin_timed(world, clock)
    notices = await pass_by(world, 2 * DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.status, finished.outcome) == (MatchStatus.FINISHED, Outcome((), "aborted"))
    assert (finished.is_aborted, finished.ended_by) == (True, EndedBy.ABORT)
    assert cause_of(notices[-1]) == EndCause(EndKind.NOT_BEGUN)
    assert await world.services.matches.of(ANNA.id) == ()


async def test_a_late_first_ply_finds_an_aborted_match(world: World) -> None:
    match = await begin_timed(world, "1d")
    world.time.pass_by(DAY)
    await expect_refusal(world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"), "time-is-up")
    assert (await world.services.matches.get(match.id)).is_aborted


async def test_a_series_ends_if_nobody_starts(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("counting", {}, "first", tie_break=TieBreak.NONE, clock=read_clock("1d")),
        HALL,
        [BEN],
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    notices = await pass_by(world, 5 * DAY)
    assert kinds(notices)[-2:] == [MatchEnded, SeriesEnded]
    assert accepted.match is not None
    record = await world.services.matches.series(challenge.id)
    assert (record.finished, record.winner, record.results) == (True, None, ())
    assert record.games == (accepted.match,)


@pytest.mark.parametrize("rated", [False, True])
async def test_a_series_loss_is_kept_if_the_next_game_never_starts(world: World, rated: bool) -> None:
    await _without_vacation(world)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("counting", {}, "second", rated=rated, tie_break=TieBreak.NONE, clock=read_clock("1d")),
        HALL,
        [BEN],
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    match = await world.services.matches.get(accepted.match)
    await play(world, match, BEN)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    (second,) = await world.services.matches.of(ANNA.id)
    assert (second.mover, second.plies) == (ANNA.id, 0)
    await pass_by(world, DAY)
    finished = await world.services.matches.get(second.id)
    assert (finished.is_aborted, finished.ended_by) == (False, EndedBy.TIMEOUT)
    record = await world.services.matches.series(challenge.id)
    assert (record.finished, record.winner) == (True, BEN.id)
    async with world.store.read() as session:
        assert len(await session.of(RatingRepository).of(BEN.id, [7])) == rated


async def test_the_next_match_of_a_series_has_the_same_clock(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("counting", {}, "first", tie_break=TieBreak.NONE, clock=read_clock("5d")),
        HALL,
        [BEN],
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.resignations.resign(world.by(BEN), accepted.match)
    (second,) = await world.services.matches.of(ANNA.id)
    assert (second.series_number, second.clock) == (2, read_clock("5d"))
    assert second.deadline == world.time.now + 5 * DAY


async def _mover(world: World, match: Match) -> int:
    mover = (await world.services.matches.get(match.id)).mover
    assert mover is not None
    return mover


async def test_at_a_table_a_late_player_leaves_and_the_match_continues(world: World) -> None:
    await _without_vacation(world)
    match = await begin_gathering(world, "2d", BEN, CARA)
    await play(world, match, _PEOPLE[await _mover(world, match)], move="leave")
    await world.deliver_all()
    late_seat = match.people.index(await _mover(world, match))
    notices = await pass_by(world, 2 * DAY)
    current = await world.services.matches.get(match.id)
    assert (current.status, current.retired, current.outcome) == (MatchStatus.RUNNING, (late_seat,), None)
    assert current.deadline == world.time.now + 2 * DAY
    ply = next(notice for notice in notices if notice.kind is PlyPlayed)
    assert (ply_of(ply), event_of(ply, PlyPlayed).timed_out) == ((3, late_seat, f"retire {late_seat}"), True)
    await expect_refusal(
        world.services.turns.take_turn(world.by(_PEOPLE[match.people[late_seat]]), match.id, "leave"),
        "you-left",
    )
    await pass_by(world, 2 * DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.status, finished.outcome and finished.outcome.reason) == (MatchStatus.FINISHED, "alone")


async def test_at_a_table_an_expired_player_leaves_on_a_claim(world: World) -> None:
    await _without_vacation(world)
    match = await begin_gathering(world, "2d soft", BEN, CARA)
    await play(world, match, _PEOPLE[await _mover(world, match)], move="leave")
    late_seat = match.people.index(await _mover(world, match))
    await pass_by(world, 2 * DAY)
    claimant = next(person for seat, person in enumerate(match.people) if seat != late_seat)
    current = await world.services.deadlines.claim(world.by(_PEOPLE[claimant]), match.id)
    assert (current.status, current.retired, current.claimable) == (MatchStatus.RUNNING, (late_seat,), False)
    last = (await world.deliver_all())[-1]
    assert (event_of(last, PlyPlayed).timed_out, event_of(last, PlyPlayed).claimed_by) == (
        True,
        match.people.index(claimant),
    )


async def test_a_timeout_in_a_game_without_departures_wins_for_the_rest(world: World) -> None:
    await _without_vacation(world)
    match = await begin_gathering(world, "1d", BEN, CARA, key="crowd")
    (first,) = (person for person in _PEOPLE.values() if person.id == match.mover)
    await play(world, match, first, move="take 2")
    await pass_by(world, DAY)
    finished = await world.services.matches.get(match.id)
    assert finished.outcome == Outcome((0, 2), "timeout")


async def test_an_unreplayable_match_blocks_no_other_and_is_aborted(
    world: World,
) -> None:
    await _without_vacation(world)
    broken, intact = await begin_gathering(world, "1d", BEN, CARA), await begin_timed(world, "1d")
    await play(world, intact, ANNA, BEN)
    await play(world, broken, _PEOPLE[await _mover(world, broken)], move="leave")
    mover = (await world.services.matches.get(broken.id)).turn
    async with world.store.write() as session:
        unreadable = LogEntry(broken.plies + 3, 0, "nonsense", world.time.now)
        await append(session, broken.id, [unreadable], mover, "?")
    world.services = world.other_services()
    world.time.pass_by(DAY)
    assert await world.services.timers.act() == 2
    assert (await world.services.matches.get(intact.id)).outcome == Outcome((1,), "timeout")
    finished = await world.services.matches.get(broken.id)
    assert (finished.status, finished.outcome) == (MatchStatus.FINISHED, Outcome((), "aborted"))
    assert await world.services.timers.act() == 0

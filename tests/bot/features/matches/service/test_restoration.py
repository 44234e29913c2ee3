"""Restores from a backup: no duplicate notices, clocks paused, and each match states its position."""

from datetime import timedelta

import pytest

from bot.kernel.outbox.notices import LostTime
from bot.model.events.events import (
    ChallengeChanged,
    DeadlineNear,
    MatchRestored,
    OfferMade,
    PlyPlayed,
    SeatOffered,
)
from bot.model.events.instructions import CloseThread, RedrawOverview
from bot.model.match.match import Match, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.model.restores.epochs import Epochs
from bot.model.restores.restores import BegunRestore, StillServed
from bot.repositories.restores import is_under_way, known_epochs
from data.cluster.processes import ProcessRepository
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import DAY, HOUR, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

LEASE = timedelta(seconds=15)
LOST = 5 * DAY


async def restore(world: World, remaining: timedelta = LOST) -> BegunRestore:
    """Begin a restore, `remaining` after a backup taken now."""
    backed_up = world.time.now
    world.time.pass_by(remaining)
    return await world.services.restoration.begin(LEASE, backed_up)


async def current_match(world: World, match: Match) -> Match:
    return await world.services.matches.get(match.id)


async def test_a_restore_extends_deadlines_but_keeps_expired_soft_time(
    world: World,
) -> None:
    await world.services.settings.set_value(world.by(ANNA), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    other = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await pass_by(world, 2 * DAY)
    assert (await current_match(world, match)).claimable
    before = (await current_match(world, other)).deadline
    assert before is not None
    await restore(world)
    assert (await current_match(world, match)).claimable
    after = await current_match(world, other)
    assert (after.deadline, after.status) == (before + LOST, MatchStatus.RUNNING)


async def test_each_running_match_gets_one_restore_notice(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN, ANNA)
    finished = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.services.resignations.resign(world.by(BEN), finished.id)
    await world.deliver_all()
    restoration = await restore(world)
    notices = [notice for notice in await world.deliver_all() if notice.kind is not CloseThread]
    assert (restoration.matches, restoration.uncertain) == (1, 0)
    assert [(notice.kind, notice.match, notice.ply, notice.tell) for notice in notices] == [
        (MatchRestored, match.id, 3, PingPlace.THREAD)
    ]
    assert not notices[0].uncertain
    assert notices[0].lost is None


async def test_direct_message_players_get_a_direct_restore_notice(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    await restore(world)
    notices = await world.deliver_all()
    assert [(notice.kind, notice.recipient) for notice in notices] == [
        (MatchRestored, None),
        (MatchRestored, BEN.id),
    ]


async def test_reminders_restart_after_a_restore(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await pass_by(world, 2 * DAY + HOUR)
    await restore(world, HOUR)
    assert kinds(await world.deliver_all()) == [MatchRestored]
    later_notices = await pass_by(world, DAY - HOUR - HOUR)
    assert DeadlineNear in kinds(later_notices)
    assert (await current_match(world, match)).status is MatchStatus.RUNNING


async def test_pending_notices_become_uncertain_and_come_first(world: World) -> None:
    match = await begin_timed(world, "3d")
    await world.deliver_all()
    await play(world, match, ANNA)
    claims = await world.outbox.claim()
    assert kinds(list(claims)) == [PlyPlayed]
    await play(world, match, BEN)
    backup_time = world.time.now
    restoration = await restore(world)
    notices = await world.deliver_all()
    assert restoration.uncertain == 2
    assert kinds(notices) == [PlyPlayed, PlyPlayed, MatchRestored]
    assert [notice.lost for notice in notices] == [LostTime(0, backup_time), LostTime(0, backup_time), None]
    assert [notice.uncertain for notice in notices] == [True, True, False]


async def test_failed_notices_restart_after_a_restore(world: World) -> None:
    match = await begin_timed(world, "3d")
    await world.deliver_all()
    await play(world, match, ANNA)
    (ply,) = await world.outbox.claim()
    await world.outbox.postpone(ply.id, "Discord is away")
    await restore(world)
    assert [(notice.id, notice.attempts, notice.uncertain) for notice in await world.outbox.claim()] == [
        (ply.id, 0, True)
    ]


async def test_a_restore_notice_replaces_pending_reminders(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await world.deliver_all()
    deadline = match.deadline
    assert deadline is not None
    world.time.now = deadline - HOUR
    assert await world.services.timers.act(), "no timer is due"
    await restore(world)
    assert kinds(await world.deliver_all()) == [MatchRestored]


async def test_two_restores_before_delivery_send_one_notice(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await world.deliver_all()
    await restore(world)
    second = await world.services.restoration.begin(LEASE)
    assert [(notice.kind, notice.match, notice.uncertain) for notice in await world.deliver_all()] == [
        (MatchRestored, match.id, False)
    ]
    assert second.uncertain == 0


async def test_notices_keep_their_epoch_across_two_restores(world: World) -> None:
    match = await begin_timed(world, "3d")
    await world.deliver_all()
    await play(world, match, ANNA)
    first = await restore(world)
    await play(world, match, BEN)
    second = await restore(world)
    epochs = await known_epochs(world.store)
    assert [restoration.epoch for restoration in epochs.restores] == [first.epoch, second.epoch]
    assert epochs.current == second.epoch > first.epoch > 0
    notices = await world.deliver_all()
    assert [(notice.kind, notice.lost and notice.lost.epoch) for notice in notices] == [
        (PlyPlayed, 0),
        (PlyPlayed, first.epoch),
        (MatchRestored, None),
    ]


async def test_restoring_one_backup_twice_begins_two_epochs(world: World) -> None:
    first = await restore(world)
    assert first.epoch == Epochs().next(world.time.now)
    # The second restore knows of the first only through the owner's database.
    second = await world.services.restoration.begin(LEASE, world.time.now, above=first.epoch + 7)
    assert second.epoch == first.epoch + 8
    assert Epochs().next(world.time.now + timedelta(minutes=2)) > first.epoch


async def test_an_epoch_knows_numbers_up_to_its_backup(world: World) -> None:
    match = await begin_timed(world, "3d")
    first = await restore(world)
    later = await begin_timed(world, "3d")
    second = await restore(world)
    epochs = await known_epochs(world.store)
    assert epochs.is_match(0, match.id)
    assert not epochs.is_match(0, later.id)
    assert epochs.is_match(first.epoch, later.id)
    assert not epochs.is_match(first.epoch, later.id + 1)
    assert epochs.is_challenge(0, match.challenge)
    assert not epochs.is_challenge(0, later.challenge)
    # Neither an abandoned database's epoch nor the current one covers the match.
    assert not epochs.is_match(first.epoch - 1, match.id)
    assert not epochs.is_match(second.epoch, match.id)


async def test_a_match_without_its_server_stays_paused_after_a_restore(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    deadline = match.deadline
    assert deadline is not None
    await world.services.presence.pause_server(7)
    await world.deliver_all()
    restoration = await restore(world)
    assert (restoration.matches, kinds(await world.deliver_all())) == (0, [])
    await world.services.presence.resume_server(7)
    assert (await current_match(world, match)).deadline == deadline + LOST


@pytest.mark.parametrize("known", [True, False], ids=["time known", "time unknown"])
async def test_restored_challenges_expire_later_and_update_their_cards(world: World, known: bool) -> None:
    challenge = await world.challenge(opponent=CARA)
    await world.deliver_all()
    backed_up = world.time.now if known else None
    world.time.pass_by(LOST)
    await world.services.restoration.begin(LEASE, backed_up)
    after = await world.services.challenges.get(challenge.id)
    assert challenge.expires is not None
    assert after.expires == challenge.expires + LOST
    assert kinds(await world.deliver_all()) == [ChallengeChanged]


async def test_restored_offers_are_reposted_and_can_be_answered(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await world.deliver_all()
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    await world.services.substitutions.offer(world.by(BEN), match.id, CARA)
    for notice in await world.outbox.claim():
        await world.outbox.deliver_as(notice.id, MessageRef(70, 500 + notice.id))
    for notice in await world.outbox.claim():
        await world.outbox.deliver_as(notice.id, MessageRef(70, 500 + notice.id))
    await world.deliver_all()
    await restore(world)
    notices = await world.deliver_all()
    assert kinds(notices) == [MatchRestored, OfferMade, SeatOffered]
    offer = notices[1].event
    assert isinstance(offer, OfferMade)
    assert offer.with_move
    # It can still be answered.
    final_match = await world.services.offers.answer(world.by(BEN), match.id, OfferKind.DRAW, accept=True)
    assert final_match.outcome is not None


async def test_an_overview_is_redrawn_after_a_restore(world: World) -> None:
    await world.services.servers.set_overview(world.by(ANNA), HALL, on=True)
    await world.deliver_all()
    await restore(world)
    assert kinds(await world.deliver_all()) == [RedrawOverview]


async def test_answered_requests_are_not_repeated_after_a_restore(world: World) -> None:
    match = await begin_timed(world, "3d")
    request = world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 1")
    await restore(world)
    await world.services.turns.take_turn(request, match.id, "take 1")
    assert (await current_match(world, match)).plies == 1


async def test_a_restore_is_refused_while_a_process_lives(world: World) -> None:
    await begin_timed(world, "3d")
    await world.deliver_all()
    async with world.store.write() as session:
        await session.of(ProcessRepository).join("other", "here", "0.1", LEASE)
    with pytest.raises(StillServed):
        await world.services.restoration.begin(LEASE, world.time.now, served=True)
    assert (await known_epochs(world.store)).current == 0
    assert await world.deliver_all() == []


async def test_a_restore_removes_the_backup_s_processes(world: World) -> None:
    async with world.store.write() as session:
        await session.of(ProcessRepository).join("other", "here", "0.1", LEASE)
    await restore(world)
    async with world.store.read() as session:
        assert await session.of(ProcessRepository).living() == ()


async def test_the_last_activity_dates_a_backup(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    failed_at, deadline = world.time.now, match.deadline
    assert deadline is not None
    await world.deliver_all()
    world.time.pass_by(LOST)
    restoration = await world.services.restoration.begin(LEASE)
    assert restoration.backed_up == failed_at
    assert (await current_match(world, match)).deadline == deadline + LOST


async def test_a_lease_dates_a_backup(world: World) -> None:
    async with world.store.write() as session:
        await session.of(ProcessRepository).join("other", "here", "0.1", LEASE)
        joined_at = await session.of(ProcessRepository).now()
    world.time.now = joined_at + LOST
    restoration = await world.services.restoration.begin(LEASE)
    assert abs(restoration.backed_up - joined_at) < timedelta(seconds=5)


async def test_undecided_notices_are_counted_and_listed_as_missed(world: World) -> None:
    match = await begin_timed(world, "3d")
    await world.deliver_all()
    assert await world.outbox.restore_progress() is None
    await play(world, match, ANNA)
    restoration = await restore(world)
    (ply,) = await world.outbox.claim()
    progress_before = await world.outbox.restore_progress()
    assert progress_before is not None
    assert (progress_before.restored, progress_before.waiting, progress_before.undecided) == (
        world.time.now,
        1,
        0,
    )
    await world.outbox.leave_undecided(ply.id)
    progress_after = await world.outbox.restore_progress()
    assert progress_after is not None
    assert (progress_after.waiting, progress_after.undecided, restoration.uncertain) == (0, 1, 1)
    assert kinds(await world.deliver_all()) == [MatchRestored]
    assert kinds(list(await world.outbox.take_missed(BEN.id))) == [PlyPlayed]


class Killed(BaseException):
    """Simulates the death of the process."""


async def test_a_killed_restore_resumes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.matches.service.restoration._AT_ONCE", 2)
    matches = [await play(world, await begin_timed(world, "3d"), ANNA) for _ in range(5)]
    challenges = [await world.challenge(opponent=CARA) for _ in range(3)]
    await world.deliver_all()
    deadlines = [(await current_match(world, match)).deadline for match in matches]
    progress: list[tuple[int, int]] = []

    def die_in_progress(count: int, of: int) -> None:
        progress.append((count, of))
        if count == 2:
            raise Killed

    backed_up = world.time.now
    world.time.pass_by(LOST)
    with pytest.raises(Killed):
        await world.services.restoration.begin(LEASE, backed_up, progress=die_in_progress)
    assert await is_under_way(world.store), "no restoration runs"
    (first,) = (await known_epochs(world.store)).restores
    restoration = await world.services.restoration.resume(
        progress=lambda done, of: progress.append((done, of))
    )
    assert restoration == BegunRestore(first.epoch, backed_up, 5, 0)
    assert progress[:4] == [(0, 5), (2, 5), (2, 5), (4, 5)]
    assert progress[-1] == (5, 5)
    assert not await is_under_way(world.store), "the restoration goes on"
    assert await world.services.restoration.resume() is None
    announced = [(notice.kind, notice.match, challenge_of(notice)) for notice in await world.deliver_all()]
    assert sorted(announced, key=str) == sorted(
        [
            *((MatchRestored, match.id, None) for match in matches),
            *((ChallengeChanged, None, challenge.id) for challenge in challenges),
        ],
        key=str,
    )
    after = [(await current_match(world, match)).deadline for match in matches]
    assert [deadline and deadline + LOST for deadline in deadlines] == after


async def test_a_restore_completes_an_earlier_unfinished_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.matches.service.restoration._AT_ONCE", 1)
    matches = [await play(world, await begin_timed(world, "3d"), ANNA) for _ in range(2)]
    await world.deliver_all()
    deadlines = [(await current_match(world, match)).deadline for match in matches]

    def die_in_progress(progress: int, of: int) -> None:
        del of
        if progress == 1:
            raise Killed

    backed_up = world.time.now
    world.time.pass_by(LOST)
    with pytest.raises(Killed):
        await world.services.restoration.begin(LEASE, backed_up, progress=die_in_progress)
    second_backup = world.time.now
    world.time.pass_by(LOST)
    await world.services.restoration.begin(LEASE, second_backup)
    assert len((await known_epochs(world.store)).restores) == 2
    assert [notice.kind for notice in await world.deliver_all()] == [MatchRestored] * 2
    first, second = [(await current_match(world, match)).deadline for match in matches]
    assert first == (deadlines[0] or second_backup) + 2 * LOST
    assert second is not None
    assert second >= first


async def test_a_restore_is_not_resumed_while_a_process_lives(world: World) -> None:
    await begin_timed(world, "3d")
    restoration = world.services.restoration.begin(LEASE, world.time.now, progress=_die)
    with pytest.raises(Killed):
        await restoration
    async with world.store.write() as session:
        await session.of(ProcessRepository).join("other", "here", "0.1", LEASE)
    with pytest.raises(StillServed):
        await world.services.restoration.resume(served=True)


def _die(progress: int, of: int) -> None:
    raise Killed(progress, of)

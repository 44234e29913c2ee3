"""Clocks and mentions with take-backs, planned replies, offers and rematches."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.events.events import DeadlineNear, MatchEnded, OfferAnswered, PliesTakenBack, PlyPlayed
from bot.model.match.match import EndedBy, MatchStatus
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Place
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.model.time.clocks import read_clock
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from rules.contract import Outcome
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, HOUR, begin_gathering, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)

TAKE_BACK, DRAW, ABORT = OfferKind.TAKE_BACK, OfferKind.DRAW, OfferKind.ABORT
_BANK = "4d+1d/9d"


async def _without_vacation(world: World) -> None:
    for person in (ANNA, BEN, CARA, DORA):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)


async def test_a_free_take_back_revokes_the_increment_and_keeps_time_used(
    world: World,
) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, _BANK), ANNA, BEN)
    world.time.pass_by(2 * DAY)
    match = await play(world, match, ANNA)
    assert match.time_left == (4 * DAY, 5 * DAY)
    world.time.pass_by(timedelta(minutes=1))
    after = (await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)).match
    assert (after.mover, after.turn_began) == (ANNA.id, world.time.now)
    assert after.time_left == (3 * DAY, 5 * DAY)
    assert after.deadline == world.time.now + 3 * DAY
    assert await world.services.timers.next_due() is not None
    notices = await pass_by(world, 3 * DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.outcome, finished.ended_by) == (Outcome((1,), "timeout"), EndedBy.TIMEOUT)
    assert DeadlineNear in kinds(notices), "reminders restart with the reopened turn"


async def test_an_agreed_take_back_starts_a_turn_with_fresh_time(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "3d soft"), ANNA)
    await pass_by(world, 4 * DAY)
    assert (await world.services.matches.get(match.id)).claimable
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    after = await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True)
    assert (after.mover, after.claimable, after.plies) == (ANNA.id, False, 0)
    assert after.time_left == (3 * DAY, 3 * DAY)
    assert after.deadline == world.time.now + 3 * DAY
    await expect_refusal(world.services.deadlines.claim(world.by(BEN), match.id), "nothing-to-claim")


@pytest.mark.parametrize(("kind", "outcome"), [(DRAW, "agreement"), (ABORT, "aborted")])
async def test_a_match_ended_by_agreement_has_no_deadline(
    world: World, kind: OfferKind, outcome: str
) -> None:
    match = await begin_timed(world, "3d")
    if kind is DRAW:
        await world.services.offers.offer(world.by(ANNA), match.id, kind)
        finished = await world.services.offers.answer(world.by(BEN), match.id, kind, accept=True)
    else:
        finished = (await world.services.offers.offer(world.by(ANNA), match.id, kind)).match
    assert finished == await world.services.matches.get(match.id)
    assert (finished.outcome, finished.deadline) == (Outcome((), outcome), None)
    assert finished.is_aborted is (kind is ABORT)
    assert await world.services.timers.next_due() is None


async def test_after_the_deadline_nothing_can_be_offered_or_agreed(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    await world.services.offers.offer(world.by(BEN), match.id, DRAW)
    await world.deliver_all()
    world.time.pass_by(DAY)
    await expect_refusal(
        world.services.offers.answer(world.by(ANNA), match.id, DRAW, accept=True), "time-is-up"
    )
    finished = await world.services.matches.get(match.id)
    assert (finished.outcome, finished.offers) == (Outcome((1,), "timeout"), ())
    await expect_refusal(world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK), "game-over")
    assert kinds(await world.deliver_all()) == [OfferAnswered, MatchEnded]


async def test_a_timeout_and_an_adjudication_end_offers_and_plans(world: World) -> None:
    await _without_vacation(world)
    for judged in (True, False):
        match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
        await world.services.offers.offer(world.by(BEN), match.id, DRAW)
        await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"])
        if judged:
            await world.services.servers.adjudicate(world.by(CARA), match.id, (ANNA.id,), "")
        else:
            await pass_by(world, DAY)
        finished = await world.services.matches.get(match.id)
        assert (finished.status, finished.offers) == (MatchStatus.FINISHED, ())
        assert finished.ended_by is (EndedBy.ADJUDICATION if judged else EndedBy.TIMEOUT)
        async with world.store.read() as session:
            assert await session.of(ConditionalMoveRepository).of(match.id) == {}


async def test_a_timed_out_player_s_consent_is_not_needed(world: World) -> None:
    await _without_vacation(world)
    match = await begin_gathering(world, "2d", BEN, CARA)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first, late_player, third = (people[person_id] for person_id in match.people)
    match = await play(world, match, first, move="leave")
    if match.mover == first.id:  # after a 3 the same player rolls again
        match = await play(world, match, first, move="leave")
    await world.services.offers.offer(world.by(first), match.id, ABORT)
    await world.services.offers.answer(world.by(third), match.id, ABORT, accept=True)
    assert match.mover == late_player.id
    await pass_by(world, 2 * DAY)
    finished = await world.services.matches.get(match.id)
    assert (finished.retired, finished.outcome) == ((1,), Outcome((), "aborted"))
    assert finished == await world.other_services().matches.get(match.id)


async def test_a_planned_reply_advances_the_clock_and_pings_only_the_mover(world: World) -> None:
    await _without_vacation(world)
    for person in (ANNA, BEN):
        await world.services.settings.set_preferences(world.by(person), tell=PingPlace.BOTH)
    match = await begin_timed(world, _BANK)
    await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"])
    await world.deliver_all()
    world.time.pass_by(DAY)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (turn.match.plies, turn.match.mover) == (2, ANNA.id)
    assert turn.match == await world.services.matches.get(match.id)
    assert turn.match.turn_began == world.time.now
    assert turn.match.time_left == (4 * DAY, 5 * DAY), "the reply took no time and earned its increment"
    assert turn.match.deadline == world.time.now + 4 * DAY
    notices = [notice for notice in await world.deliver_all() if notice.kind is PlyPlayed]
    calls = [(notice.recipient, notice.ply, event_of(notice, PlyPlayed).pings) for notice in notices]
    assert sorted(calls, key=str) == [(ANNA.id, 2, True), (None, 2, True)]
    later_notices = await pass_by(world, 4 * DAY - HOUR)
    reminded_people = {notice.recipient for notice in later_notices if notice.kind is DeadlineNear}
    assert reminded_people == {None, ANNA.id}


async def test_a_take_back_notifies_the_new_mover(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    match = await play(world, await world.match(), ANNA)
    await world.deliver_all()
    world.time.pass_by(HOUR)
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True)
    notices = [notice for notice in await world.deliver_all() if notice.kind is PliesTakenBack]
    assert {notice.recipient for notice in notices} == {None, ANNA.id}
    assert {notice.tell for notice in notices} == {PingPlace.DIRECT}


async def test_a_rematch_keeps_the_clock(world: World) -> None:
    first_match = await begin_timed(world, _BANK)
    await world.services.resignations.resign(world.by(ANNA), first_match.id)
    rematch = await world.services.rematches.rematch(world.by(BEN), first_match.id)
    assert rematch.terms.clock == read_clock(_BANK)
    accepted = await world.services.invitations.accept(world.by(ANNA), rematch.id)
    assert accepted.match is not None
    match = await world.services.matches.get(accepted.match)
    assert (match.clock, match.deadline) == (first_match.clock, world.time.now + 4 * DAY)


async def test_a_counter_offer_keeps_or_changes_the_clock(world: World) -> None:
    services = world.services
    clock = read_clock("3d")
    challenge = await services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", clock=clock), HALL, [BEN]
    )
    offer = await services.counter_offers.counter(
        world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="first")
    )
    assert offer.terms.clock == clock
    other = await services.counter_offers.counter(
        world.by(ANNA), offer.id, replace(offer.terms, options={}, role="first", clock=read_clock("7d soft"))
    )
    accepted = await services.invitations.accept(world.by(BEN), other.id)
    assert accepted.match is not None
    assert (await services.matches.get(accepted.match)).clock == other.terms.clock == read_clock("7d soft")


async def test_rematches_and_counter_offers_obey_current_server_rules(world: World) -> None:
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await world.services.servers.set_server(world.by(CARA), 7, channels=(71,))
    await expect_refusal(
        world.services.rematches.rematch(world.by(BEN), match.id), "channel-not-allowed", channels="71"
    )
    await world.services.servers.set_server(world.by(CARA), 7, channels=(71, HALL.channel))
    rematch = await world.services.rematches.rematch(world.by(BEN), match.id)
    await world.services.servers.set_server(world.by(CARA), 7, channels=(71,))
    await expect_refusal(
        world.services.counter_offers.counter(
            world.by(ANNA), rematch.id, replace(rematch.terms, options={}, role="first")
        ),
        "channel-not-allowed",
    )
    await world.services.servers.set_server(world.by(CARA), 7, channels=(), games=("gathering",))
    await expect_refusal(
        world.services.counter_offers.counter(
            world.by(ANNA), rematch.id, replace(rematch.terms, options={}, role="first")
        ),
        "game-not-allowed",
    )


async def test_rematches_stay_in_a_thread_of_an_allowed_channel(world: World) -> None:
    await world.services.servers.set_server(world.by(CARA), 7, channels=(71,))
    thread = Place(7, 7001, "de", parent=71)
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), thread, [BEN]
    )
    assert challenge.place == thread
    counter = await world.services.counter_offers.counter(
        world.by(BEN), challenge.id, replace(challenge.terms, options={}, role="first")
    )
    assert counter.place == thread
    accepted = await world.services.invitations.accept(world.by(ANNA), counter.id)
    assert accepted.match is not None
    await world.services.resignations.resign(world.by(ANNA), accepted.match)
    rematch = await world.services.rematches.rematch(world.by(ANNA), accepted.match)
    assert rematch.place == thread
    await world.services.servers.set_server(world.by(CARA), 7, channels=(70,))
    await expect_refusal(
        world.services.counter_offers.counter(
            world.by(BEN), rematch.id, replace(rematch.terms, options={}, role="first")
        ),
        "channel-not-allowed",
    )


async def test_planning_after_the_opponent_s_deadline_is_refused(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"])
    world.time.pass_by(DAY)
    await expect_refusal(
        world.services.conditional_moves.add(world.by(BEN), match.id, ["take 2", "take 2"]), "game-over"
    )
    finished = await world.services.matches.get(match.id)
    assert (finished.outcome, finished.ended_by) == (Outcome((1,), "timeout"), EndedBy.TIMEOUT)
    second_match = await play(world, await begin_timed(world, "1d"), ANNA, BEN)
    await world.services.conditional_moves.add(world.by(BEN), second_match.id, ["take 1", "take 2"])
    world.time.pass_by(DAY)
    await expect_refusal(world.services.conditional_moves.delete(world.by(BEN), second_match.id), "game-over")


async def test_expired_soft_time_still_lets_the_opponent_plan(world: World) -> None:
    await _without_vacation(world)
    match = await play(world, await begin_timed(world, "1d soft"), ANNA, BEN)
    world.time.pass_by(DAY)
    lines = await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"])
    assert lines.lines == (("take 1", "take 2"),)

"""Undo: a ply not yet answered is removed as if it had never been played."""

import asyncio
from datetime import timedelta

import pytest

from bot.kernel.outbox.delivered import Delivered
from bot.model.events.events import DeadlineNear, PliesTakenBack, PlyPlayed
from bot.model.events.instructions import EndDirectBoard, RemoveButtons
from bot.model.match.match import Match, MatchStatus, Turn
from bot.model.match.offers.offer_rules import FREE, OfferKind
from bot.model.people.person import MessageRef, Person
from bot.model.people.preferences import PingPlace
from bot.model.refusal import Refusal
from data.store import Store
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import DAY, HOUR, begin_timed, pass_by, play
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)

DRAW, TAKE_BACK = OfferKind.DRAW, OfferKind.TAKE_BACK
MINUTE = timedelta(minutes=1)


async def undo(world: World, match: Match, person: Person, number: int, taken_back: int = 0) -> Match:
    return await world.services.undo.undo(world.by(person), match.id, number, taken_back)


def clock_of(match: Match) -> tuple[object, ...]:
    return match.turn, match.deadline, match.time_left, match.turn_began, match.claimable


@pytest.mark.parametrize("clock", ["none", "10d+1d/14d", "2d soft"])
async def test_an_undo_restores_the_clock(world: World, clock: str) -> None:
    match = await begin_timed(world, clock)
    await play(world, match, ANNA, BEN)
    await pass_by(world, 5 * HOUR)
    before = await world.services.matches.get(match.id)
    await play(world, match, ANNA)
    await world.deliver_all()
    world.time.pass_by(MINUTE)
    after = await undo(world, match, ANNA, 3)
    assert (after.plies, after.taken_back) == (2, 1)
    assert clock_of(after) == clock_of(before), "the clock runs on; nobody loses or gains time"
    assert after == await world.services.matches.get(match.id)


async def test_repeated_undos_gain_no_time(world: World) -> None:
    match = await begin_timed(world, "1d+1d/20d")
    deadline = match.deadline
    for taken_back in range(5):
        await play(world, match, ANNA)
        world.time.pass_by(FREE)
        match = await undo(world, match, ANNA, 1, taken_back)
    assert match.deadline == deadline


async def test_reminders_continue_after_an_undo(world: World) -> None:
    match = await begin_timed(world, "3d")
    assert DeadlineNear in {notice.kind for notice in await pass_by(world, 2 * DAY + HOUR)}
    await play(world, match, ANNA)
    await undo(world, match, ANNA, 1)
    notices = await pass_by(world, 22 * HOUR)
    assert [notice.kind for notice in notices if notice.kind is DeadlineNear] == [DeadlineNear]


async def test_an_undo_replaces_the_board_without_pings(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    await play(world, match, ANNA)
    (ply,) = await world.outbox.claim()
    await world.outbox.deliver_as(ply.id, MessageRef(70, 1))
    await undo(world, match, ANNA, 1)
    (notice,) = await world.outbox.claim()
    assert (notice.kind, notice.ply, notice.recipient, notice.calls) == (PliesTakenBack, 0, None, ())
    assert not event_of(notice, PliesTakenBack).pings
    assert await world.outbox.deliver_as(notice.id, MessageRef(70, 2)) == MessageRef(70, 1)


async def test_undelivered_notices_of_an_undone_ply_are_dropped(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.BOTH)
    match = await world.match()
    await world.deliver_all()
    await play(world, match, ANNA)
    await undo(world, match, ANNA, 1)
    assert PlyPlayed not in {notice.kind for notice in await world.deliver_all()}
    await play(world, match, ANNA)
    notices = [(notice.kind, notice.recipient) for notice in await world.deliver_all()]
    assert notices == [(PlyPlayed, None), (PlyPlayed, BEN.id)]


async def test_an_undo_updates_direct_boards(world: World) -> None:
    for person in (ANNA, BEN):
        await world.services.settings.set_preferences(world.by(person), tell=PingPlace.DIRECT)
    match = await world.match()
    await world.deliver_all()
    await play(world, match, ANNA)
    await world.deliver_all()
    await undo(world, match, ANNA, 1)
    notices = {(notice.kind, notice.recipient) for notice in await world.deliver_all()}
    assert notices == {
        (PliesTakenBack, None),
        (PliesTakenBack, ANNA.id),
        (EndDirectBoard, BEN.id),
    }


async def test_messages_of_an_undone_ply_record_the_undoer(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.BOTH)
    match = await world.match()
    await world.deliver_all()
    await play(world, match, ANNA)

    async def deliver() -> list[RemoveButtons]:
        """Deliver each pending notice to its own message; return the messages to change."""
        removals = []
        while claimed := await world.outbox.claim():
            for notice in claimed:
                if isinstance(notice.event, RemoveButtons):
                    removals.append(notice.event)
                ref = MessageRef(notice.recipient or 70, notice.id)
                await world.outbox.exchange([Delivered(notice.id, ref)], 0)
        return removals

    await deliver()
    await undo(world, match, ANNA, 1)
    removals = {
        (delivery.message.channel, delivery.undone_by, delivery.reader) for delivery in await deliver()
    }
    assert removals == {(70, 0, None), (BEN.id, 0, BEN.id)}
    await play(world, match, ANNA)
    await deliver()
    world.time.pass_by(FREE * 2)
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True)
    assert {delivery.undone_by for delivery in await deliver()} == {None}, "both have agreed"


async def test_an_impossible_undo_is_refused_with_a_reason(world: World) -> None:
    late_match = await world.match()
    await play(world, late_match, ANNA)
    world.time.pass_by(FREE + timedelta(microseconds=1))
    await expect_refusal(undo(world, late_match, ANNA, 1), "undo-late")

    answered_match = await world.match()
    await play(world, answered_match, ANNA, BEN)
    await expect_refusal(undo(world, answered_match, ANNA, 1), "undo-answered")
    await expect_refusal(undo(world, answered_match, ANNA, 2), "undo-not-yours")
    await expect_refusal(undo(world, answered_match, CARA, 2), "not-your-game")
    await expect_refusal(undo(world, answered_match, BEN, 3), "undo-gone")
    await expect_refusal(undo(world, answered_match, BEN, 2, 1), "undo-gone")

    finished = await world.match(goal="4")
    await play(world, finished, ANNA, BEN, move="take 2")
    await expect_refusal(undo(world, finished, BEN, 2), "undo-ended")


async def test_an_undone_ply_cannot_be_undone_again(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await undo(world, match, ANNA, 1)
    world.time.pass_by(timedelta(hours=1))
    await expect_refusal(undo(world, match, ANNA, 1), "undo-gone")
    await play(world, match, ANNA)
    await expect_refusal(undo(world, match, ANNA, 1), "undo-gone")
    assert (await undo(world, match, ANNA, 1, 1)).plies == 0


async def test_a_ply_followed_by_a_roll_cannot_be_undone(world: World) -> None:
    match = await world.gathering(BEN)
    mover = {ANNA.id: ANNA, BEN.id: BEN}[match.mover or 0]
    await world.services.turns.take_turn(world.by(mover), match.id, "leave")
    await expect_refusal(undo(world, match, mover, match.plies + 1), "undo-rolled")
    result = await world.services.offers.offer(world.by(mover), match.id, TAKE_BACK)
    assert not result.done, "taking it back needs consent, too"


async def test_a_planned_reply_prevents_an_undo(world: World) -> None:
    match = await world.match()
    await world.services.conditional_moves.add(world.by(BEN), match.id, ["take 1", "take 2"])
    await play(world, match, ANNA)
    await expect_refusal(undo(world, match, ANNA, 1), "undo-automatic")
    await expect_refusal(undo(world, match, BEN, 2), "undo-automatic")


async def test_an_undo_drops_plans_made_after_the_ply(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await world.services.conditional_moves.add(world.by(ANNA), match.id, ["take 1", "take 2"])
    await undo(world, match, ANNA, 1)
    await play(world, match, ANNA, BEN)
    assert (await world.services.matches.get(match.id)).plies == 2


async def test_an_offer_lapsed_by_an_undone_ply_can_be_repeated(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await play(world, match, BEN)
    after = await undo(world, match, BEN, 2)
    assert after.offers == ()
    result = await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    assert [offer.by for offer in result.match.offers] == [0]


async def test_an_undo_withdraws_an_offer_made_with_the_ply(world: World) -> None:
    match = await world.match()
    for taken_back, move in enumerate(("take 1", "take 2")):
        await world.services.turns.take_turn(world.by(ANNA), match.id, move, offer_draw=True)
        assert (await undo(world, match, ANNA, 1, taken_back)).offers == ()


async def test_a_later_offer_or_more_time_prevents_an_undo(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await world.services.offers.offer(world.by(BEN), match.id, DRAW)
    await expect_refusal(undo(world, match, ANNA, 1), "undo-changed")

    later_match = await begin_timed(world, "3d")
    await play(world, later_match, ANNA)
    await world.services.deadlines.more_time(world.by(ANNA), later_match.id, 3)
    await expect_refusal(undo(world, later_match, ANNA, 1), "undo-changed")


async def test_an_undo_past_the_deadline_is_refused(world: World) -> None:
    match = await begin_timed(world, "1d")
    await play(world, match, ANNA, BEN)
    await pass_by(world, DAY - MINUTE)
    await play(world, match, ANNA)
    world.time.pass_by(MINUTE)
    await expect_refusal(undo(world, match, ANNA, 3), "undo-clock")


async def test_the_same_request_undoes_once(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    request = world.by(ANNA)
    first = await world.services.undo.undo(request, match.id, 1, 0)
    assert await world.other_services().undo.undo(request, match.id, 1, 0) == first
    await expect_refusal(undo(world, match, ANNA, 1), "undo-gone")
    assert first.taken_back == 1


async def test_repeating_the_request_of_an_undone_ply_is_refused(world: World) -> None:
    match = await world.match()
    request = world.by(ANNA)
    await world.services.turns.take_turn(request, match.id, "take 1")
    await undo(world, match, ANNA, 1)
    await expect_refusal(world.services.turns.take_turn(request, match.id, "take 1"), "ply-taken-back")
    assert (await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")).number == 1


async def test_only_the_last_ply_of_a_turn_can_be_undone(world: World) -> None:
    match = await begin_timed(world, "3d", options={"again": "on"})
    await play(world, match, ANNA, ANNA)
    first = await undo(world, match, ANNA, 2)
    assert (first.plies, first.turn) == (1, 0)
    await expect_refusal(undo(world, match, ANNA, 1), "undo-followed")


@pytest.mark.both_databases
async def test_a_concurrent_reply_and_undo_settle_on_one(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    fresh = world.other_services(other)
    for _ in range(repeats(2, 3)):
        match = await world.match()
        await play(world, match, ANNA)
        undo_result, reply = await asyncio.gather(
            undo(world, match, ANNA, 1),
            fresh.turns.take_turn(world.by(BEN), match.id, "take 2", 1, taken_back=0),
            return_exceptions=True,
        )
        current = await world.services.matches.get(match.id)
        if isinstance(reply, Turn):
            assert isinstance(undo_result, Refusal)
            assert (undo_result.reason, current.plies) == ("undo-answered", 2)
        else:
            assert isinstance(reply, Refusal)
            assert (reply.reason, current.plies) == ("position-changed", 0)
    await other.close()


async def test_another_process_restores_the_earlier_clock(database_url: str, world: World) -> None:
    match = await begin_timed(world, "10d+1d/14d")
    world.time.pass_by(HOUR)
    await play(world, match, ANNA)
    other = await Store.open(database_url)
    after = await world.other_services(other).undo.undo(world.by(ANNA), match.id, 1, 0)
    await other.close()
    assert (after.status, clock_of(after)) == (MatchStatus.RUNNING, clock_of(match))

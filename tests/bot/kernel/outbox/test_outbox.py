import asyncio
from datetime import timedelta

import pytest

from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.retry_policy import ENOUGH, LONGEST, pause
from bot.model.events.events import PlyPlayed
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from data.store import Store
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, BEN, CARA, ManualOutbox, World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases


async def _drain(world: World) -> None:
    while notices := await world.outbox.claim():
        for notice in notices:
            await world.outbox.deliver_as(notice.id, None)


async def _only_notice(world: World) -> Notice:
    (notice,) = await world.outbox.claim()
    return notice


async def _with_two_plies(world: World) -> Match:
    match = await world.match()
    await _drain(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    return match


def test_pauses_grow_up_to_a_cap() -> None:
    pauses = [pause(failures) for failures in range(1, 5000)]
    assert pauses[:4] == [timedelta(seconds=seconds) for seconds in (2, 4, 8, 16)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST


async def test_notices_of_a_match_are_delivered_one_by_one(world: World) -> None:
    await _with_two_plies(world)
    first = await _only_notice(world)
    assert first.ply == 1
    assert await world.outbox.claim() == ()
    assert await world.outbox.next_due() is None
    await world.outbox.postpone(first.id, "503")
    assert await world.outbox.claim() == ()
    world.time.pass_by(pause(1))
    again = await _only_notice(world)
    assert (again.id, again.attempts, again.uncertain) == (first.id, 1, True)
    await world.outbox.deliver_as(again.id, MessageRef(70, 1))
    assert (await _only_notice(world)).ply == 2


async def test_matches_do_not_wait_for_each_other(world: World) -> None:
    first, second = await world.match(), await world.match()
    await _drain(world)
    for match in (first, first, second):
        mover = ANNA if (await world.services.matches.get(match.id)).turn == 0 else BEN
        await world.services.turns.take_turn(world.by(mover), match.id, "take 1")
    claimed = await world.outbox.claim()
    assert [(notice.match, notice.ply) for notice in claimed] == [(first.id, 1), (second.id, 1)]


async def test_a_claim_is_limited(world: World) -> None:
    for _ in range(3):
        await world.challenge()
    assert len(await world.outbox.claim(2)) == 2
    assert len(await world.outbox.claim(2)) == 1


@pytest.mark.parametrize("limit", [0, -1])
async def test_nothing_is_claimed_without_room(world: World, limit: int) -> None:
    await world.challenge()
    assert await world.outbox.claim(limit) == ()
    assert len(await world.outbox.claim()) == 1


async def test_nothing_is_claimed_twice(database_url: str, world: World) -> None:
    for _ in range(6):
        await world.challenge()
    store = await Store.open(database_url)
    boxes = (
        world.outbox,
        ManualOutbox(store, world.time, ROUTES, "that"),
        world.outbox,
        ManualOutbox(store, world.time, ROUTES, "third"),
    )
    claims = await asyncio.gather(*(box.claim() for box in boxes))
    await store.close()
    ids = [notice.id for claim in claims for notice in claim]
    assert len(ids) == len(set(ids)) == 6


async def test_next_due_is_reported(world: World) -> None:
    assert await world.outbox.next_due() is None
    await world.challenge()
    assert await world.outbox.next_due() == world.time.now
    notice = await _only_notice(world)
    await world.outbox.postpone(notice.id, "timeout")
    assert await world.outbox.next_due() == world.time.now + pause(1)


async def test_card_and_board_messages_are_stored(world: World) -> None:
    challenge = await world.challenge()
    card = await _only_notice(world)
    assert await world.outbox.deliver_as(card.id, MessageRef(70, 500)) is None
    assert (await world.services.challenges.get(challenge.id)).message == 500
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    start = await _only_notice(world)
    assert await world.outbox.deliver_as(start.id, MessageRef(71, 501)) is None
    assert (await world.services.matches.get(accepted.match)).board == MessageRef(71, 501)
    closed = await _only_notice(world)
    assert await world.outbox.deliver_as(closed.id, MessageRef(70, 500)) is None
    await world.services.turns.take_turn(world.by(ANNA), accepted.match, "take 1")
    ply = await _only_notice(world)
    assert await world.outbox.deliver_as(ply.id, MessageRef(71, 502)) == MessageRef(71, 501)
    assert await world.outbox.deliver_as(ply.id, MessageRef(71, 503)) is None
    assert (await world.services.matches.get(accepted.match)).board == MessageRef(71, 502)
    await world.services.resignations.resign(world.by(ANNA), accepted.match)
    end = await _only_notice(world)
    assert await world.outbox.deliver_as(end.id, MessageRef(71, 504)) == MessageRef(71, 502)


async def test_a_delivery_without_a_message_keeps_the_board(world: World) -> None:
    match = await _with_two_plies(world)
    await world.outbox.deliver_as((await _only_notice(world)).id, MessageRef(70, 9))
    assert await world.outbox.deliver_as((await _only_notice(world)).id, None) is None
    assert (await world.services.matches.get(match.id)).board == MessageRef(70, 9)


async def test_claims_of_a_dead_process_become_due_and_uncertain(world: World) -> None:
    await _with_two_plies(world)
    uncertain = await _only_notice(world)
    assert not uncertain.uncertain
    successor = ManualOutbox(world.store, world.time, ROUTES, "successor")
    assert await successor.claim() == ()
    assert await successor.recover() == 1
    (notice,) = await successor.claim()
    assert (notice.id, notice.uncertain) == (uncertain.id, True)
    assert await successor.recover() == 0
    await successor.deliver_as(notice.id, None)
    assert (await successor.claim())[0].ply == 2


async def test_a_lost_place_reroutes_to_every_player_once(world: World) -> None:
    match = await _with_two_plies(world)
    public = await _only_notice(world)
    await world.outbox.reroute(public.id, "10003")
    await world.outbox.reroute(public.id, "10003")
    notices = await world.outbox.claim()
    assert sorted((notice.recipient or 0, notice.ply or 0) for notice in notices) == [
        (0, 2),
        (ANNA.id, 1),
        (BEN.id, 1),
    ]
    second = next(notice for notice in notices if notice.recipient is None)
    direct = {notice.recipient: notice for notice in notices}
    assert direct[ANNA.id].event == public.event
    assert (direct[ANNA.id].kind, direct[ANNA.id].match) == (PlyPlayed, match.id)
    await world.outbox.reroute(second.id, "10003")
    assert await world.outbox.claim() == ()
    assert await world.outbox.deliver_as(direct[ANNA.id].id, MessageRef(900, 1)) is None
    (later,) = await world.outbox.claim()
    assert (later.recipient, later.ply) == (ANNA.id, 2)
    assert (await world.services.matches.get(match.id)).board is None


async def test_a_lost_place_reroutes_a_challenge_to_its_people(world: World) -> None:
    challenge = await world.challenge()
    anyones = await world.challenge(opponent=None)
    for notice in await world.outbox.claim():
        await world.outbox.reroute(notice.id, "50001")
    notices = await world.outbox.claim()
    assert [(challenge_of(notice), notice.recipient) for notice in notices] == [
        (challenge.id, ANNA.id),
        (challenge.id, BEN.id),
        (anyones.id, ANNA.id),
    ]
    assert await world.outbox.deliver_as(notices[0].id, MessageRef(900, 1)) is None
    assert (await world.services.challenges.get(challenge.id)).message is None


async def test_an_undeliverable_notice_is_shown_once(world: World) -> None:
    await _with_two_plies(world)
    public = await _only_notice(world)
    await world.outbox.reroute(public.id, "10003")
    direct = {notice.recipient: notice for notice in await world.outbox.claim()}
    assert await world.outbox.take_missed(BEN.id) == ()
    await world.outbox.miss(direct[BEN.id].id, "50007")
    await world.outbox.miss(direct[BEN.id].id, "50007")
    await world.outbox.postpone(direct[BEN.id].id, "too late")
    (missed,) = await world.outbox.take_missed(BEN.id)
    assert (missed.ply, missed.recipient, missed.kind) == (1, BEN.id, PlyPlayed)
    assert await world.outbox.take_missed(BEN.id) == ()
    assert await world.outbox.take_missed(ANNA.id) == ()
    assert await world.outbox.take_missed(CARA.id) == ()


async def test_a_rerouted_direct_notice_is_missed(world: World) -> None:
    await _with_two_plies(world)
    await world.outbox.reroute((await _only_notice(world)).id, "10003")
    for notice in await world.outbox.claim():
        if notice.recipient is not None:
            await world.outbox.reroute(notice.id, "50007")
    assert [notice.ply for notice in await world.outbox.take_missed(ANNA.id)] == [1]
    assert [notice.ply for notice in await world.outbox.take_missed(BEN.id)] == [1]


async def test_a_missed_public_notice_is_shown_to_every_player(world: World) -> None:
    await _with_two_plies(world)
    await world.outbox.miss((await _only_notice(world)).id, "gave up")
    assert (await _only_notice(world)).ply == 2
    assert [notice.ply for notice in await world.outbox.take_missed(ANNA.id)] == [1]
    assert [notice.ply for notice in await world.outbox.take_missed(BEN.id)] == [1]


# The count of failures does not depend on the database.
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_notice_failing_for_days_is_missed(world: World) -> None:
    await _with_two_plies(world)
    failures = 0
    while (due := await world.outbox.next_due()) is not None:
        world.time.pass_by(due - world.time.now)
        notice = await _only_notice(world)
        if notice.ply == 2:
            break
        await world.outbox.postpone(notice.id, "500 \x00\ud800" + "x" * 9999)
        failures += 1
    assert failures > ENOUGH / LONGEST
    assert [missed.ply for missed in await world.outbox.take_missed(ANNA.id)] == [1]


async def test_an_unsent_attempt_stays_certain(world: World) -> None:
    await world.challenge()
    await world.outbox.postpone((await _only_notice(world)).id, "429", uncertain=False)
    world.time.pass_by(pause(1))
    assert not (await _only_notice(world)).uncertain


async def test_uncertainty_outlasts_a_later_certain_failure(world: World) -> None:
    await world.challenge()
    for failures, uncertain in enumerate((True, False), start=1):
        await world.outbox.postpone((await _only_notice(world)).id, "503", uncertain=uncertain)
        world.time.pass_by(pause(failures))
    assert (await _only_notice(world)).uncertain


async def test_a_held_back_notice_does_not_count_as_tried(world: World) -> None:
    await world.challenge()
    before = await _only_notice(world)
    await world.outbox.hold_back(before.id, "left alone", timedelta(minutes=10))
    assert await world.outbox.next_due() == world.time.now + timedelta(minutes=10)
    world.time.pass_by(timedelta(minutes=10))
    after = await _only_notice(world)
    assert (after.id, after.attempts, after.uncertain) == (before.id, 0, False)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_notice_held_back_for_days_is_missed(world: World) -> None:
    await _with_two_plies(world)
    for _ in range(ENOUGH // timedelta(hours=1)):
        notice = await _only_notice(world)
        assert notice.ply == 1
        await world.outbox.hold_back(notice.id, "left alone", timedelta(hours=1))
        world.time.pass_by(timedelta(hours=1))
    await world.outbox.hold_back((await _only_notice(world)).id, "left alone", timedelta(hours=1))
    assert [missed.ply for missed in await world.outbox.take_missed(ANNA.id)] == [1]


@pytest.mark.parametrize("notice_id", [404, 0, -1])
async def test_unknown_notices_are_ignored(world: World, notice_id: int) -> None:
    assert await world.outbox.deliver_as(notice_id, MessageRef(1, 1)) is None
    await world.outbox.postpone(notice_id, "?")
    await world.outbox.hold_back(notice_id, "?", timedelta(1))
    await world.outbox.reroute(notice_id, "?")
    await world.outbox.miss(notice_id, "?")
    assert await world.outbox.next_due() is None

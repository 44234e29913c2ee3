import asyncio
import random
from datetime import timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome, PliesTakenBack, UndoneText
from bot.model.match.match import EndedBy, Match, MatchStatus, Turn
from bot.model.match.offers.offer_rules import FREE, OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.model.refusal import Refusal
from data.store import Store
from rules.contract import State
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, SeededDice, World
from tests.bot.support.refusals import expect_refusal
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)

TAKE_BACK = OfferKind.TAKE_BACK
_MAX_TAKEN_BACK = 6
_PEOPLE = {person.id: person for person in (ANNA, BEN, CARA)}


async def _play_turns(world: World, *moves: str, **options: str) -> Match:
    """Return a match after the given moves, with no time passed and all notices delivered."""
    match = await world.match(**options)
    for number, move in enumerate(moves):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)
    await world.deliver_all()
    return await world.services.matches.get(match.id)


async def _totals(world: World, match: Match) -> list[str]:
    """Return the heap after each ply of the log, as another process reads it."""
    services = world.other_services()
    plies = (await services.matches.get(match.id)).plies
    return [
        (await services.matches.position(match.id, number)).state.position.split()[0]
        for number in range(plies + 1)
    ]


async def test_a_recent_slip_is_taken_back_freely(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 1", "take 2")
    wakeups = len(world.wakeups)
    world.time.pass_by(FREE)
    result = await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    after = result.match
    assert result.done
    assert (after.plies, after.turn, after.mover, after.taken_back) == (2, 0, ANNA.id, 1)
    assert (after.status, after.updated, after.offers) == (MatchStatus.RUNNING, world.time.now, ())
    assert after == await world.services.matches.get(match.id)
    (notice,) = await world.deliver_all()
    assert (notice.kind, notice.ply, notice.match) == (PliesTakenBack, 2, match.id)
    event = event_of(notice, PliesTakenBack)
    assert (event.since, event.by, event.undone, event.free) == (3, 0, (UndoneText(0, "take 2"),), True)
    assert len(world.wakeups) == wakeups + 1
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2)
    assert (turn.number, turn.match.plies, turn.state.position) == (3, 3, "3 1 3")
    assert await _totals(world, match) == ["0", "1", "2", "3"]


async def test_a_take_back_after_two_minutes_or_a_reply_needs_consent(world: World) -> None:
    late_match = await _play_turns(world, "take 1")
    world.time.pass_by(FREE + timedelta(seconds=1))
    answered_match = await _play_turns(world, "take 1", "take 2")
    for match, keep, undone in (
        (late_match, 0, [[0, "take 1"]]),
        (answered_match, 0, [[0, "take 1"], [1, "take 2"]]),
    ):
        result = await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
        assert (result.done, result.match.plies) == (False, match.plies)
        await world.deliver_all()
        after = await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True)
        assert (after.plies, after.mover, after.offers) == (keep, ANNA.id, ())
        answer, notice = await world.deliver_all()
        assert (answer.kind, event_of(answer, OfferAnswered).outcome) == (
            OfferAnswered,
            OfferOutcome.ACCEPTED,
        )
        event = event_of(notice, PliesTakenBack)
        assert [[ply.seat, ply.text] for ply in event.undone] == undone
        assert event.pings, "they may be away when consent comes, and their time runs again"
        assert notice.tell is PingPlace.THREAD, "also where it was their turn before"


async def test_an_agreed_take_back_notifies_the_mover_as_preferred(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    match = await _play_turns(world, "take 1", "take 2")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    await world.deliver_all()
    await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True)
    notices = [notice for notice in await world.deliver_all() if notice.kind is PliesTakenBack]
    assert {(notice.recipient, notice.tell) for notice in notices} == {
        (None, PingPlace.DIRECT),
        (ANNA.id, PingPlace.DIRECT),
    }
    assert len(notices) == 2


async def test_a_declined_take_back_undoes_nothing(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 2")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    after = await world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=False)
    assert (after.plies, after.taken_back, after.offers) == (2, 0, ())
    assert await world.services.offers.undone(match.id) == ()


async def test_a_ply_makes_a_take_back_request_lapse(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 2")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await expect_refusal(
        world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True), "no-offer"
    )


async def test_taken_back_plies_are_kept(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 2")
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    first = world.time.now
    world.time.pass_by(timedelta(minutes=1))
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    await world.services.offers.answer(world.by(ANNA), match.id, TAKE_BACK, accept=True)
    plies = [
        (ply.taken_back, ply.number, ply.seat, ply.text, ply.undone)
        for ply in await world.services.offers.undone(match.id)
    ]
    assert plies == [
        (1, 2, 1, "take 2", first),
        (2, 2, 1, "take 1", world.time.now),
        (2, 3, 0, "take 2", world.time.now),
    ]
    assert [ply.text for ply in await world.services.matches.plies(match.id, 0, 1)] == ["take 1"]
    await expect_refusal(world.services.matches.plies(match.id, 0, 2), "unknown-ply")
    for unknown in (404, 2**63):
        await expect_refusal(world.services.offers.undone(unknown), "unknown-match")


async def test_other_processes_see_a_take_back(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    fresh = world.other_services(other)
    match = await _play_turns(world, "take 1", "take 2", "take 2")
    assert (await fresh.matches.position(match.id)).state.position == "5 1 3"
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    assert (await fresh.matches.position(match.id)).state.position == "3 0 2"
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (await fresh.matches.position(match.id)).state.position == "4 1 3"
    assert (await fresh.turns.take_turn(world.by(BEN), match.id, "take 1")).state.position == "5 0 4"
    await other.close()


async def test_an_outdated_board_cannot_play_after_a_take_back(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 2", "take 2")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2, taken_back=1)
    assert turn.match.plies == match.plies
    old = world.services.turns.take_turn(world.by(BEN), match.id, "take 1", match.plies, taken_back=0)
    await expect_refusal(old, "position-changed")
    old = world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2, taken_back=0)
    await expect_refusal(old, "position-changed")
    retry = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2, taken_back=1)
    assert (retry.repeated, retry.match) == (True, turn.match)


async def test_repeating_an_undone_request_reports_the_take_back(world: World) -> None:
    match = await _play_turns(world, "take 1")
    undone_request, standing_request = world.by(BEN), world.by(BEN)
    await world.services.turns.take_turn(undone_request, match.id, "take 2")
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    await expect_refusal(world.services.turns.take_turn(undone_request, match.id, "take 2"), "ply-taken-back")
    first = await world.services.turns.take_turn(standing_request, match.id, "take 2")
    await expect_refusal(world.services.turns.take_turn(undone_request, match.id, "take 2"), "ply-taken-back")
    retry = await world.services.turns.take_turn(standing_request, match.id, "take 2")
    assert (retry.repeated, retry.match) == (True, first.match)
    world.time.pass_by(timedelta(hours=1))
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    assert (await world.services.turns.take_turn(standing_request, match.id, "take 2")).number == 2


async def test_the_same_request_takes_back_once(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 2", "take 1")
    request = world.by(ANNA)
    first = await world.services.offers.offer(request, match.id, TAKE_BACK)
    retry = await world.other_services().offers.offer(request, match.id, TAKE_BACK)
    assert retry == first
    assert (retry.done, retry.match.plies, retry.match.taken_back) == (True, 2, 1)
    accept_request = world.by(ANNA)
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    after = await world.services.matches.get(match.id)
    assert (after.plies, after.taken_back) == (1, 2)
    await expect_refusal(
        world.services.offers.answer(accept_request, match.id, TAKE_BACK, accept=True), "no-offer"
    )


async def test_undelivered_notices_of_undone_plies_are_dropped(world: World) -> None:
    match = await _play_turns(world, "take 1")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 2")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    await world.services.offers.answer(world.by(ANNA), match.id, TAKE_BACK, accept=True)
    kinds = [notice.kind for notice in await world.deliver_all()]
    assert kinds == [OfferMade, OfferAnswered, PliesTakenBack]


async def test_a_take_back_s_board_becomes_the_newest(world: World) -> None:
    match = await _play_turns(world)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    (ply,) = await world.outbox.claim()
    await world.outbox.deliver_as(ply.id, MessageRef(70, 1))
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    (take_back_notice,) = await world.outbox.claim()
    assert await world.outbox.deliver_as(take_back_notice.id, MessageRef(70, 2)) == MessageRef(70, 1)
    assert (await world.services.matches.get(match.id)).board == MessageRef(70, 2)


async def test_a_ply_cannot_be_taken_back_freely_twice(world: World) -> None:
    match = await _play_turns(world, "take 1")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    await expect_refusal(world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK), "offer-made")


async def test_take_backs_need_an_own_ply_and_a_running_match(world: World) -> None:
    match = await _play_turns(world, "take 1")
    await expect_refusal(
        world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK), "nothing-to-take-back"
    )
    finished = await world.services.resignations.resign(world.by(BEN), match.id)
    assert finished.ended_by is EndedBy.RESIGNATION
    await expect_refusal(world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK), "game-over")


async def test_a_departure_cannot_be_taken_back(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    first, second = (_PEOPLE[person_id] for person_id in match.people[:2])
    await world.services.turns.take_turn(world.by(first), match.id, "leave")
    await world.services.resignations.resign(world.by(second), match.id)
    await expect_refusal(
        world.services.offers.offer(world.by(first), match.id, TAKE_BACK), "someone-left-since"
    )


@pytest.mark.both_databases
async def test_a_concurrent_reply_and_free_take_back_settle_on_one(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    fresh = world.other_services(other)
    for _ in range(repeats(2, 3)):
        match = await _play_turns(world, "take 1")
        take_back, reply = await asyncio.gather(
            world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK),
            fresh.turns.take_turn(world.by(BEN), match.id, "take 2", 1, taken_back=0),
            return_exceptions=True,
        )
        current = await world.services.matches.get(match.id)
        assert not isinstance(take_back, BaseException)
        if isinstance(reply, Turn):
            assert (take_back.done, current.plies) == (False, 2)
            assert [offer.what for offer in current.offers] == [TAKE_BACK]
        else:
            assert isinstance(reply, Refusal)
            assert (reply.reason, take_back.done, current.plies) == ("position-changed", True, 0)
    await other.close()


@pytest.mark.both_databases
async def test_two_concurrent_acceptances_undo_once(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    match = await _play_turns(world, "take 1", "take 2", "take 1", "take 2")
    await world.services.offers.offer(world.by(ANNA), match.id, TAKE_BACK)
    world.time.pass_by(timedelta(seconds=1))
    results = await asyncio.gather(
        world.services.offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True),
        world.other_services(other).offers.answer(world.by(BEN), match.id, TAKE_BACK, accept=True),
        return_exceptions=True,
    )
    await other.close()
    refusals = [result.reason for result in results if isinstance(result, Refusal)]
    current = await world.services.matches.get(match.id)
    assert (refusals, current.plies, current.taken_back) == (["no-offer"], 2, 1)


@pytest.mark.both_databases
async def test_concurrent_reads_see_consistent_positions(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    match = await _play_turns(world, "take 1", goal="1000")
    reads, expected_reads = 0, repeats(15, 40)

    async def read() -> None:
        nonlocal reads
        for _ in range(expected_reads):
            position = await world.other_services(other).matches.position(match.id)
            assert position.state.position.split()[2] == str(position.match.plies)
            reads += 1

    async def change() -> None:
        for _ in range(expected_reads // 5):
            await world.services.turns.take_turn(world.by(BEN), match.id, "take 2")
            await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
            await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
            await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")

    await asyncio.gather(read(), change())
    await other.close()
    assert reads == expected_reads


async def _dice_match(world: World, key: str) -> Match:
    if key == "gathering":
        return await world.gathering(BEN, CARA, goal="60")
    lobby = await world.services.invitations.challenge(world.by(ANNA), Terms(key, {}, players=2), HALL)
    started = await world.services.lobbies.join(world.by(BEN), lobby.id)
    assert started.match is not None
    await world.open(started.match)
    return await world.services.matches.get(started.match)


@pytest.mark.parametrize("key", ["gathering", "catch-the-hat"])
async def test_whole_dice_games_with_take_backs_replay_identically(world: World, key: str) -> None:
    world.chance = SeededDice(key)
    world.services = world.other_services()
    draw = random.Random(f"{key} taken back")
    match = await _dice_match(world, key)
    states: dict[int, State] = {match.plies: (await world.services.matches.position(match.id)).state}
    count = 0
    while match.status is MatchStatus.RUNNING and count < _MAX_TAKEN_BACK:
        assert match.mover is not None
        moves = states[match.plies].legal_moves()
        turn = await world.services.turns.take_turn(
            world.by(_PEOPLE[match.mover]), match.id, draw.choice(moves).text
        )
        match = turn.match
        states[match.plies] = turn.state
        if match.status is MatchStatus.RUNNING and draw.random() < 0.3:
            match = await _some_take_back(world, match, draw)
            count = match.taken_back
            states = {number: state for number, state in states.items() if number <= match.plies}
            assert states[match.plies] == (await world.services.matches.position(match.id)).state
    assert count > 2
    for person in match.people[1:] if match.status is MatchStatus.RUNNING else ():
        match = await world.services.resignations.resign(world.by(_PEOPLE[person]), match.id)
    fresh = world.other_services()
    log = await fresh.matches.plies(match.id, 0, match.plies)
    assert [ply.number for ply in log] == list(range(1, match.plies + 1))
    for ply in log:
        if ply.number in states:
            assert ply.state == states[ply.number]
    assert (await fresh.matches.verify(match.id)).correct
    valid_plies = {ply.number: ply for ply in log}
    undone = await fresh.offers.undone(match.id)
    undone_rolls = [ply for ply in undone if ply.seat is None and ply.number in valid_plies]
    rolls = [ply for ply in undone_rolls if valid_plies[ply.number].seat is None]
    assert rolls
    assert not [ply for ply in rolls if ply.text != valid_plies[ply.number].text]


async def _some_take_back(world: World, match: Match, draw: random.Random) -> Match:
    """A random player takes back, directly or with everyone's consent."""
    log = await world.services.matches.plies(match.id, 0, match.plies)
    seat = draw.choice(sorted({ply.seat for ply in log if ply.seat is not None}))
    try:
        result = await world.services.offers.offer(world.by(_PEOPLE[match.people[seat]]), match.id, TAKE_BACK)
    except Refusal as refusal:
        if refusal.reason != "offer-made":
            raise
        return match
    for person in match.people:
        if not result.done and person != match.people[seat]:
            await world.services.offers.answer(world.by(_PEOPLE[person]), match.id, TAKE_BACK, accept=True)
    return await world.services.matches.get(match.id)


async def test_a_match_can_end_after_a_take_back(world: World) -> None:
    match = await _play_turns(world, "take 1", "take 2", goal="4")
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    finished = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert (finished.match.status, finished.match.plies, finished.match.place) == (
        MatchStatus.FINISHED,
        3,
        HALL,
    )
    assert finished.match == await world.other_services().matches.get(match.id)

import asyncio
from datetime import timedelta

import pytest

from bot.kernel.transactions.answered_requests import REPEATED_WITHIN
from bot.model.agenda import Limits
from bot.model.challenges.terms import Terms
from bot.model.event import DomainEvent
from bot.model.events.events import (
    EndCause,
    EndKind,
    MatchEnded,
    OfferAnswered,
    OfferMade,
    OfferOutcome,
    PlyPlayed,
    SeriesEnded,
)
from bot.model.match.match import EndedBy, Match, MatchStatus
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from data.store import Store
from rules.contract import Outcome
from rules.contract.series import TieBreak
from tests.bot.support.contents import cause_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.repeats import repeats

pytest_plugins = ("tests.bot.support.worlds",)

DRAW, TAKE_BACK, ABORT = OfferKind.DRAW, OfferKind.TAKE_BACK, OfferKind.ABORT


async def outcomes(world: World) -> list[tuple[type[DomainEvent], DomainEvent | EndCause]]:
    """Deliver all notices; return their kinds and events, for an end its cause."""
    notices = await world.deliver_all()
    return [
        (notice.kind, cause_of(notice) if isinstance(notice.event, MatchEnded) else notice.event)
        for notice in notices
    ]


async def match_after(world: World, plies: int = 2, key: str = "counting", **options: str) -> Match:
    """Return a match a day after `plies` plies of Anna and Ben, all notices delivered."""
    match = await world.match(key, **options)
    for number in range(plies):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, "take 1")
    world.time.pass_by(timedelta(days=1))
    await world.deliver_all()
    return await world.services.matches.get(match.id)


async def test_possible_offers_exclude_refused_ones(world: World) -> None:
    match = await world.match("counting")
    possible = world.services.offers.possible
    assert await possible(ANNA.id, match.id) == (DRAW, ABORT)
    assert await possible(CARA.id, match.id) == ()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert await possible(ANNA.id, match.id) == (DRAW, TAKE_BACK, ABORT)
    assert await possible(BEN.id, match.id) == (DRAW, ABORT)
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    assert await possible(BEN.id, match.id) == (DRAW, TAKE_BACK)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    assert await possible(ANNA.id, match.id) == (TAKE_BACK,)
    assert await possible(BEN.id, match.id) == (TAKE_BACK,)
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await possible(BEN.id, match.id) == ()


async def test_a_draw_is_offered_and_accepted(world: World) -> None:
    match = await match_after(world)
    wakeups = len(world.wakeups)
    result = await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    assert (result.done, result.match.offers) == (False, (OpenOffer(DRAW, 0, 2),))
    assert result.match == await world.services.matches.get(match.id)
    assert await outcomes(world) == [(OfferMade, OfferMade(match.id, 2, DRAW, 0))]
    finished = await world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True)
    assert (finished.status, finished.outcome, finished.turn) == (
        MatchStatus.FINISHED,
        Outcome((), "agreement"),
        None,
    )
    assert (finished.ended_by, finished.is_aborted, finished.offers) == (EndedBy.AGREEMENT, False, ())
    assert finished == await world.services.matches.get(match.id)
    assert await outcomes(world) == [
        (OfferAnswered, OfferAnswered(match.id, 2, DRAW, 0, OfferOutcome.ACCEPTED, 1)),
        (MatchEnded, EndCause(EndKind.AGREED, 0)),
    ]
    assert len(world.wakeups) == wakeups + 2
    assert await world.services.matches.of(ANNA.id) == ()
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(world.services.offers.offer(world.by(ANNA), match.id, DRAW), "game-over")
    await expect_refusal(
        world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True), "game-over"
    )
    await expect_refusal(world.services.offers.withdraw(world.by(ANNA), match.id, DRAW), "game-over")


async def test_a_draw_offer_with_a_move_lapses_with_the_reply(world: World) -> None:
    match = await match_after(world)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2, offer_draw=True)
    assert turn.match.offers == (OpenOffer(DRAW, 0, 3),)
    assert turn.match == await world.services.matches.get(match.id)
    assert [
        (kind, isinstance(event, OfferMade) and event.with_move) for kind, event in await outcomes(world)
    ] == [
        (PlyPlayed, False),
        (OfferMade, True),
    ]
    reply = await world.services.turns.take_turn(world.by(BEN), match.id, "take 1", 3)
    assert reply.match.offers == ()
    assert (await outcomes(world))[1:] == [
        (OfferAnswered, OfferAnswered(match.id, 4, DRAW, 0, OfferOutcome.LAPSED))
    ]
    await expect_refusal(world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True), "no-offer")


async def test_an_offer_survives_its_owner_s_move(world: World) -> None:
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2, offer_draw=True)
    assert turn.match.offers == (OpenOffer(DRAW, 0, 2),)
    assert [kind for kind, _ in await outcomes(world)] == [OfferMade, PlyPlayed]


async def test_a_final_move_makes_no_offer(world: World) -> None:
    match = await match_after(world, goal="3")
    turn = await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", 2, offer_draw=True)
    assert (turn.match.outcome, turn.match.offers) == (Outcome((0,), "goal"), ())
    assert [kind for kind, _ in await outcomes(world)] == [PlyPlayed]


async def test_a_refused_draw_offer_leaves_the_move_unplayed(world: World) -> None:
    match = await world.match("conhex")
    move = (await world.services.matches.position(match.id)).state.legal_moves()[0].text
    request = world.by(ANNA)
    await expect_refusal(
        world.services.turns.take_turn(request, match.id, move, 0, offer_draw=True), "no-draws"
    )
    assert (await world.services.matches.get(match.id)).plies == 0
    await expect_refusal(world.services.offers.offer(world.by(ANNA), match.id, DRAW), "no-draws")
    assert (await world.services.turns.take_turn(request, match.id, move, 0)).match.plies == 1


async def test_a_resignation_makes_open_offers_lapse(world: World) -> None:
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await world.deliver_all()
    finished = await world.services.resignations.resign(world.by(BEN), match.id)
    assert (finished.offers, finished.ended_by) == ((), EndedBy.RESIGNATION)
    assert finished == await world.services.matches.get(match.id)
    assert [kind for kind, _ in await outcomes(world)] == [OfferAnswered, MatchEnded]


async def test_an_abort_before_one_s_first_ply_is_immediate(world: World) -> None:
    for plies, person in ((0, ANNA), (1, BEN)):
        match = await match_after(world, plies)
        result = await world.services.offers.offer(world.by(person), match.id, ABORT)
        finished = result.match
        assert (result.done, finished.is_aborted, finished.ended_by) == (True, True, EndedBy.ABORT)
        assert (finished.status, finished.outcome) == (MatchStatus.FINISHED, Outcome((), "aborted"))
        seat = match.people.index(person.id)
        assert await outcomes(world) == [(MatchEnded, EndCause(EndKind.AGREED_ABORT, seat))]


async def test_an_abort_after_one_s_first_ply_needs_consent(world: World) -> None:
    match = await match_after(world, 1)
    result = await world.services.offers.offer(world.by(ANNA), match.id, ABORT)
    assert (result.done, result.match.status) == (False, MatchStatus.RUNNING)
    assert (await world.services.offers.answer(world.by(BEN), match.id, ABORT, accept=True)).is_aborted
    started = await match_after(world, 2)
    await expect_refusal(world.services.offers.offer(world.by(ANNA), started.id, ABORT), "too-late-to-abort")


async def test_an_aborted_match_ends_its_series_without_a_result(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("both", {}, "first", tie_break=TieBreak.NONE),
        (await match_after(world)).place,
        [BEN],
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.deliver_all()
    await world.services.offers.offer(world.by(ANNA), accepted.match, ABORT)
    assert [kind for kind, _ in await outcomes(world)] == [MatchEnded, SeriesEnded]
    record = await world.services.matches.series(challenge.id)
    assert (record.games, record.results) == ((accepted.match,), ())
    assert (record.finished, record.winner) == (True, None)


async def test_after_a_series_loss_an_abort_needs_consent(world: World) -> None:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA),
        Terms("both", {}, "first", tie_break=TieBreak.NONE),
        (await match_after(world)).place,
        [BEN],
    )
    accepted = await world.services.invitations.accept(world.by(BEN), challenge.id)
    assert accepted.match is not None
    await world.services.resignations.resign(world.by(ANNA), accepted.match)
    second = (await world.services.matches.series(challenge.id)).games[-1]
    result = await world.services.offers.offer(world.by(ANNA), second, ABORT)
    assert (result.done, result.match.status) == (False, MatchStatus.RUNNING)
    assert (await world.services.offers.answer(world.by(BEN), second, ABORT, accept=True)).is_aborted
    record = await world.services.matches.series(challenge.id)
    assert (record.finished, record.winner) == (True, None)


async def test_all_players_must_agree_at_a_table(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    await world.deliver_all()
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first, second, third = (people[person_id] for person_id in match.people)
    await world.services.turns.take_turn(world.by(first), match.id, "take")
    world.time.pass_by(timedelta(days=1))
    await world.deliver_all()
    await world.services.offers.offer(world.by(first), match.id, TAKE_BACK)
    after_one = await world.services.offers.answer(world.by(second), match.id, TAKE_BACK, accept=True)
    seat = match.people.index(second.id)
    assert after_one.offers == (OpenOffer(TAKE_BACK, match.people.index(first.id), after_one.plies, (seat,)),)
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(
        world.services.offers.answer(world.by(second), match.id, TAKE_BACK, accept=True), "offer-accepted"
    )
    answer = (await outcomes(world))[1]
    assert isinstance(answer[1], OfferAnswered)
    assert (answer[1].outcome, answer[1].who) == (OfferOutcome.AGREED, seat)
    after = await world.services.offers.answer(world.by(third), match.id, TAKE_BACK, accept=True)
    assert (after.plies, after.mover, after.offers) == (1, first.id, ())


async def test_a_leaver_s_consent_is_not_needed(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first, second, third = (people[person_id] for person_id in match.people)
    await world.services.turns.take_turn(world.by(first), match.id, "take")
    await world.services.offers.offer(world.by(first), match.id, ABORT)
    await world.services.offers.answer(world.by(second), match.id, ABORT, accept=True)
    finished = await world.services.resignations.resign(world.by(third), match.id)
    assert finished.is_aborted
    assert finished == await world.services.matches.get(match.id)
    assert finished.seed is not None


async def test_a_departure_withdraws_the_leaver_s_offers(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first = people[match.people[0]]
    await world.services.turns.take_turn(world.by(first), match.id, "take")
    world.time.pass_by(timedelta(hours=1))
    await world.services.offers.offer(world.by(first), match.id, ABORT)
    result = await world.services.resignations.resign(world.by(first), match.id)
    assert (result.offers, result.status) == ((), MatchStatus.RUNNING)
    world.time.pass_by(REPEATED_WITHIN * 2)
    await expect_refusal(world.services.offers.offer(world.by(first), match.id, ABORT), "you-left")


async def test_only_the_right_players_make_and_answer_offers(world: World) -> None:
    match = await match_after(world)
    for game, reason in ((match.id, "not-your-game"), (404, "unknown-match"), (2**63, "unknown-match")):
        await expect_refusal(world.services.offers.offer(world.by(CARA), game, DRAW), reason)
        await expect_refusal(world.services.offers.answer(world.by(CARA), game, DRAW, accept=True), reason)
        await expect_refusal(world.services.offers.withdraw(world.by(CARA), game, DRAW), reason)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await expect_refusal(
        world.services.offers.answer(world.by(ANNA), match.id, DRAW, accept=True), "own-offer"
    )
    await expect_refusal(world.services.offers.withdraw(world.by(BEN), match.id, DRAW), "no-offer")
    await expect_refusal(world.services.offers.offer(world.by(BEN), match.id, DRAW), "offer-waits")


async def test_open_offers_are_limited(store: Store, world: World) -> None:
    small_world = World(store, world.games, Limits(offers_per_person=2))
    matches = [await match_after(small_world) for _ in range(3)]
    for match in matches[:2]:
        await small_world.services.offers.offer(small_world.by(ANNA), match.id, DRAW)
    await expect_refusal(
        small_world.services.offers.offer(small_world.by(ANNA), matches[2].id, DRAW),
        "too-many-offers",
        limit="2",
    )
    await small_world.services.turns.take_turn(small_world.by(ANNA), matches[2].id, "take 1")
    await small_world.services.offers.offer(small_world.by(ANNA), matches[2].id, TAKE_BACK)
    assert (await small_world.services.matches.get(matches[2].id)).plies == 2
    await small_world.services.offers.offer(small_world.by(BEN), matches[2].id, DRAW)
    await small_world.services.offers.answer(small_world.by(BEN), matches[0].id, DRAW, accept=False)
    await small_world.services.offers.offer(small_world.by(ANNA), matches[2].id, TAKE_BACK)


async def test_the_same_request_makes_or_answers_an_offer_once(world: World) -> None:
    match = await match_after(world)
    offer_request, accept_request = world.by(ANNA), world.by(BEN)
    first = await world.services.offers.offer(offer_request, match.id, DRAW)
    assert await world.other_services().offers.offer(offer_request, match.id, DRAW) == first
    finished = await world.services.offers.answer(accept_request, match.id, DRAW, accept=True)
    assert await world.other_services().offers.answer(accept_request, match.id, DRAW, accept=True) == finished
    await expect_refusal(
        world.services.offers.offer(Request(offer_request.id, BEN), match.id, DRAW), "request-taken"
    )
    await expect_refusal(world.services.offers.withdraw(offer_request, match.id, DRAW), "request-taken")
    await expect_refusal(
        world.services.offers.answer(offer_request, match.id, DRAW, accept=False), "request-taken"
    )
    kinds = [kind for kind, _ in await outcomes(world)]
    assert kinds == [OfferMade, OfferAnswered, MatchEnded]
    fresh = await match_after(world, 0)
    abort_request = world.by(ANNA)
    assert (await world.services.offers.offer(abort_request, fresh.id, ABORT)).done
    assert (await world.services.offers.offer(abort_request, fresh.id, ABORT)).done


@pytest.mark.both_databases
async def test_a_concurrent_reply_and_acceptance_settle_on_one(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    fresh = world.other_services(other)
    for _ in range(repeats(2, 3)):
        match = await match_after(world, 1)
        await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
        results = await asyncio.gather(
            world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True),
            fresh.turns.take_turn(world.by(BEN), match.id, "take 1", 1),
            return_exceptions=True,
        )
        (refusal,) = [result for result in results if isinstance(result, BaseException)]
        assert isinstance(refusal, Refusal)
        current = await world.services.matches.get(match.id)
        assert (refusal.reason, current.status, current.plies) in {
            ("no-offer", MatchStatus.RUNNING, 2),
            ("game-over", MatchStatus.FINISHED, 1),
            ("position-changed", MatchStatus.FINISHED, 1),
        }
    await other.close()


@pytest.mark.both_databases
async def test_two_concurrent_acceptances_end_the_match_once(database_url: str, world: World) -> None:
    other = await Store.open(database_url)
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await world.deliver_all()
    results = await asyncio.gather(
        world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True),
        world.other_services(other).offers.answer(world.by(BEN), match.id, DRAW, accept=True),
        return_exceptions=True,
    )
    await other.close()
    assert [result.reason for result in results if isinstance(result, Refusal)] == ["game-over"]
    assert [kind for kind, _ in await outcomes(world)] == [OfferAnswered, MatchEnded]


async def test_an_undelivered_answer_is_retried(world: World) -> None:
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=False)
    await world.services.offers.offer(world.by(BEN), match.id, DRAW)
    await world.services.offers.withdraw(world.by(BEN), match.id, DRAW)
    attempts = []
    for _ in range(8):
        for notice in await world.outbox.claim():
            attempts.append(
                (notice.kind, notice.event.outcome if isinstance(notice.event, OfferAnswered) else None)
            )
            if notice.kind is OfferAnswered and not notice.attempts:
                await world.outbox.postpone(notice.id, "no answer")
            else:
                await world.outbox.deliver_as(notice.id, None)
        world.time.pass_by(timedelta(minutes=1))
    answers = [outcome for kind, outcome in attempts if kind is OfferAnswered]
    assert answers == ["declined", "declined", "withdrawn", "withdrawn"]

"""The message of an offer: stored in its match, and disarmed by the answer in either order of delivery."""

from datetime import timedelta

import pytest

from bot.kernel.outbox.notices import Notice
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome
from bot.model.match.match import MatchStatus
from bot.model.match.offers.match_offers import OpenOffer
from bot.model.people.person import MessageRef
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.features.matches.service.offers.test_offer_service import (
    DRAW,
    TAKE_BACK,
    match_after,
    outcomes,
)
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)


async def deliver_next(world: World, message: int) -> tuple[Notice, MessageRef | None]:
    """Deliver the next notice as a message; return it with the message to disarm."""
    (notice,) = await world.outbox.claim(1)
    return notice, await world.outbox.deliver_as(notice.id, MessageRef(70, message))


@pytest.mark.parametrize(("outcome", "seat"), [("declined", 1), ("withdrawn", 0)])
async def test_an_answer_closes_the_offer_message(world: World, outcome: str, seat: int) -> None:
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    assert (await deliver_next(world, 900))[1] is None
    (offer,) = (await world.services.matches.get(match.id)).offers
    assert offer == OpenOffer(DRAW, 0, 2, (), 70, 900)
    if outcome == "declined":
        current = await world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=False)
    else:
        current = await world.services.offers.withdraw(world.by(ANNA), match.id, DRAW)
    assert (current.status, current.offers) == (MatchStatus.RUNNING, ())
    event = OfferAnswered(match.id, 2, DRAW, 0, OfferOutcome(outcome), seat, MessageRef(70, 900))
    assert await outcomes(world) == [(OfferAnswered, event)]
    await expect_refusal(world.services.offers.offer(world.by(ANNA), match.id, DRAW), "offer-made")
    await expect_refusal(world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=True), "no-offer")


@pytest.mark.parametrize(("outcome", "seat"), [("declined", 1), ("withdrawn", 0)])
async def test_an_answer_finds_a_message_delivered_later(world: World, outcome: str, seat: int) -> None:
    match = await match_after(world)
    await world.services.offers.offer(world.by(BEN), match.id, TAKE_BACK)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    if outcome == "declined":
        await world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=False)
    else:
        await world.services.offers.withdraw(world.by(ANNA), match.id, DRAW)
    assert (await deliver_next(world, 899))[0].event == OfferMade(match.id, 2, TAKE_BACK, 1)
    notice, stale = await deliver_next(world, 900)
    assert (notice.kind, stale) == (OfferMade, None)
    (answer_notice,) = await world.outbox.claim()
    event = answer_notice.event
    assert event == OfferAnswered(match.id, 2, DRAW, 0, OfferOutcome(outcome), seat)
    assert isinstance(event, OfferAnswered)
    assert await world.services.offer_messages.of(event) == MessageRef(70, 900)
    await world.outbox.deliver_as(answer_notice.id, None)
    assert await world.services.offer_messages.of(event) is None, "the answer is delivered already"


async def test_a_late_message_without_an_answer_loses_its_buttons(world: World) -> None:
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await world.services.offers.withdraw(world.by(ANNA), match.id, DRAW)
    (notice,) = await world.outbox.claim(1)
    async with world.store.write() as session:
        await session.of(NoticeRepository).close(notice.id + 1, "dropped")
    assert await world.outbox.deliver_as(notice.id, MessageRef(70, 900)) == MessageRef(70, 900)


async def test_a_repeated_offer_is_a_new_offer(world: World) -> None:
    """The earlier offer's message, delivered late, is not stored for the new offer."""
    match = await match_after(world)
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    (notice,) = await world.outbox.claim(1)
    await world.services.offers.answer(world.by(BEN), match.id, DRAW, accept=False)
    for person in (ANNA, BEN):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    await world.services.offers.offer(world.by(ANNA), match.id, DRAW)
    await world.outbox.deliver_as(notice.id, MessageRef(70, 900))
    (offer,) = (await world.services.matches.get(match.id)).offers
    assert offer == OpenOffer(DRAW, 0, 4)


async def test_an_agreement_leaves_the_message_to_the_last_answer(world: World) -> None:
    """Every message is delivered after the answers: one of two agrees, then the other declines."""
    match = await world.gathering(BEN, CARA)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first, second, third = (people[person] for person in match.people)
    await world.services.turns.take_turn(world.by(first), match.id, "take")
    world.time.pass_by(timedelta(days=1))
    await world.deliver_all()
    await world.services.offers.offer(world.by(first), match.id, TAKE_BACK)
    for person, accepts in ((second, True), (third, False)):
        await world.services.offers.answer(world.by(person), match.id, TAKE_BACK, accepts)
    assert (await deliver_next(world, 900))[1] is None
    (agreement,) = await world.outbox.claim(1)
    await world.outbox.deliver_as(agreement.id, None)
    (refusal,) = await world.outbox.claim(1)
    answers = [notice.event for notice in (agreement, refusal) if isinstance(notice.event, OfferAnswered)]
    assert [answer.outcome for answer in answers] == [OfferOutcome.AGREED, OfferOutcome.DECLINED]
    assert await world.services.offer_messages.of(answers[-1]) == MessageRef(70, 900)

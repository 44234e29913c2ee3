"""Each field of the events about offers: made with a move or alone, agreed, declined, withdrawn, lapsed."""

import pytest

from bot.kernel.outbox.delivered import Delivered
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

DRAW, ABORT = OfferKind.DRAW, OfferKind.ABORT


async def deliver(world: World) -> list[OfferMade | OfferAnswered]:
    """Deliver all notices to messages with the notices' numbers; return the events about offers."""
    events = []
    while notices := await world.outbox.claim():
        for notice in notices:
            ref = MessageRef(HALL.channel, 5000 + notice.id)
            await world.outbox.exchange([Delivered(notice.id, ref)], 0)
            if isinstance(notice.event, OfferMade | OfferAnswered):
                events.append(notice.event)
    return events


async def message_of(world: World, match: int, kind: OfferKind) -> MessageRef:
    current = await world.services.matches.get(match)
    (ref,) = [offer.message_ref for offer in current.standing.open if offer.what is kind]
    assert ref is not None
    return ref


async def test_answers_of_several_players_name_the_offer_s_message(world: World) -> None:
    await world.match()
    match = await world.gathering(BEN, CARA)
    offers, by = world.services.offers, world.by
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    for _ in range(3):
        match = await play(world, match, people[match.mover or 0], move="leave")
    await offers.offer(by(BEN), match.id, ABORT)
    assert (await deliver(world))[-1] == OfferMade(match.id, match.plies, ABORT, 1)
    first = await message_of(world, match.id, ABORT)
    await offers.answer(by(CARA), match.id, ABORT, accept=True)
    await offers.answer(by(ANNA), match.id, ABORT, accept=False)
    assert await deliver(world) == [
        OfferAnswered(match.id, match.plies, ABORT, 1, OfferOutcome.AGREED, 2, first),
        OfferAnswered(match.id, match.plies, ABORT, 1, OfferOutcome.DECLINED, 0, first),
    ]


async def test_an_offer_with_a_move_lapses_with_the_reply(world: World) -> None:
    await world.match()
    match = await world.match(goal="30")
    turns = world.services.turns
    await turns.take_turn(world.by(ANNA), match.id, "take 1", offer_draw=True)
    assert await deliver(world) == [OfferMade(match.id, 1, DRAW, 0, with_move=True)]
    draw = await message_of(world, match.id, DRAW)
    await turns.take_turn(world.by(BEN), match.id, "take 1")
    assert await deliver(world) == [OfferAnswered(match.id, 2, DRAW, 0, OfferOutcome.LAPSED, None, draw)]
    await world.services.offers.offer(world.by(BEN), match.id, DRAW)
    assert await deliver(world) == [OfferMade(match.id, 2, DRAW, 1)]
    second = await message_of(world, match.id, DRAW)
    await world.services.offers.withdraw(world.by(BEN), match.id, DRAW)
    assert await deliver(world) == [OfferAnswered(match.id, 2, DRAW, 1, OfferOutcome.WITHDRAWN, 1, second)]


async def test_an_accepted_offer_makes_the_others_lapse(world: World) -> None:
    match = await world.match(goal="30")
    for person in (ANNA, BEN):
        match = await play(world, match, person, move="take 1")
    offers, by = world.services.offers, world.by
    await offers.offer(by(ANNA), match.id, OfferKind.TAKE_BACK)
    await offers.offer(by(BEN), match.id, DRAW)
    await offers.answer(by(ANNA), match.id, DRAW, accept=True)
    answers = [event for event in await deliver(world) if isinstance(event, OfferAnswered)]
    assert {(event.what, event.outcome, event.who) for event in answers} == {
        (DRAW, OfferOutcome.ACCEPTED, 0),
        (OfferKind.TAKE_BACK, OfferOutcome.LAPSED, None),
    }

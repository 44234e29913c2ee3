"""An engine answers an offer once its message is posted, so that the answer edits it."""

import asyncio

import pytest

from bot.features.engines.service import engine_turns
from bot.features.engines.service.engine_turns import EngineTurns
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from tests.bot.features.challenges.service.test_engine_games import begin_match
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice, turns_of
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def patient_turns(world: World) -> EngineTurns:
    return turns_of(world, FirstMoveEngines(world), told_within=60)


async def test_only_a_posted_offer_is_answered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_turns, "_LOOK_AGAIN", 0.001)
    match = await begin_match(world, swap="off")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await patient_turns(world).schedule(match.id)
    await world.deliver_all()
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    answering = asyncio.ensure_future(patient_turns(world).schedule(match.id))
    await asyncio.wait([answering], timeout=0.02)
    waiting = await world.services.matches.get(match.id)
    assert (answering.done(), [offer.what for offer in waiting.offers]) == (False, [OfferKind.TAKE_BACK])
    for notice in await world.outbox.claim():
        await world.outbox.deliver_as(notice.id, MessageRef(70, notice.id))
    await answering
    assert (await world.services.matches.get(match.id)).taken_back == 1


async def test_an_offer_in_practice_is_answered_at_once(world: World) -> None:
    """It is posted nowhere."""
    match = await begin_practice(world, FirstMoveEngines(world))
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await patient_turns(world).schedule(match.id)
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    async with asyncio.timeout(5):
        await patient_turns(world).schedule(match.id)
    assert (await world.services.matches.get(match.id)).taken_back == 1

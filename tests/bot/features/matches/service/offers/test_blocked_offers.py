"""Offers between two players, one of whom has blocked the other."""

import pytest

from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.refusals import expect_refusal
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_a_blocked_player_cannot_make_offers(world: World) -> None:
    """The blocking player may still offer; an act that needs no consent is done."""
    await world.match()
    match, fresh = await world.match(), await world.match()
    await world.services.blocks.block(world.by(BEN), ANNA)
    offers = world.services.offers
    await play(world, match, ANNA, BEN)
    await expect_refusal(
        offers.offer(world.by(ANNA), match.id, OfferKind.DRAW), "takes-no-challenges", player=str(BEN.id)
    )
    assert (await world.services.matches.get(match.id)).offers == ()
    result = await offers.offer(world.by(BEN), match.id, OfferKind.DRAW)
    assert [offer.what for offer in result.match.offers] == [OfferKind.DRAW]
    assert (await offers.offer(world.by(ANNA), fresh.id, OfferKind.ABORT)).done


async def test_a_blocked_player_s_draw_offer_with_a_move_is_dropped(world: World) -> None:
    """The move is played; the blocked player's draw offer is dropped."""
    match = await world.match()
    await world.services.blocks.block(world.by(BEN), ANNA)
    await play(world, match, ANNA, BEN)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1", offer_draw=True)
    after = await world.services.matches.get(match.id)
    assert (after.plies, after.offers) == (3, ())
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1", offer_draw=True)
    (offer,) = (await world.services.matches.get(match.id)).offers
    assert (offer.what, offer.by) == (OfferKind.DRAW, 1)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (await world.services.matches.get(match.id)).offers == ()


async def test_one_block_at_a_table_prevents_offers(world: World) -> None:
    match = await world.gathering(BEN, CARA)
    people = {person.id: person for person in (ANNA, BEN, CARA)}
    first = people[(await world.services.matches.get(match.id)).mover or 0]
    blocker = next(person for person in people.values() if person != first)
    await world.services.blocks.block(world.by(blocker), first)
    await world.services.turns.take_turn(world.by(first), match.id, "take")
    offer = world.services.offers.offer(world.by(first), match.id, OfferKind.ABORT)
    await expect_refusal(offer, "takes-no-challenges", player=str(blocker.id))
    await world.services.resignations.resign(world.by(blocker), match.id)
    result = await world.services.offers.offer(world.by(first), match.id, OfferKind.ABORT)
    assert not result.done

"""Offers that were not posted before a backup are posted once by the restored bot."""

from datetime import timedelta

import pytest

from bot.model.events.events import MatchRestored, OfferMade, SeatOffered
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.features.matches.service.test_restoration import restore
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import begin_timed, kinds, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_unposted_offers_are_posted_once_after_a_restore(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await world.deliver_all()
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.DRAW)
    await world.services.substitutions.offer(world.by(BEN), match.id, CARA)
    await restore(world, timedelta(hours=1))
    notices = kinds(await world.deliver_all())
    assert [notices.count(kind) for kind in (MatchRestored, OfferMade, SeatOffered)] == [1, 1, 1]

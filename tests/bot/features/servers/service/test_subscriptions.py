"""Subscriptions of channels, whatever they post."""

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

import pytest

from bot.features.servers.domain import Issue, Subscription
from bot.features.servers.service.request_actions import ServerAction
from bot.features.servers.service.subscriptions import Subscriptions
from bot.kernel.transactions.unit_of_work import RequestAction
from bot.model.events.events import OverviewWanted
from data.session import Session
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

SERVER = HALL.server or 0
DAY = timedelta(days=1)


@dataclass
class EndlessContent:
    """Always has something to post."""

    kind: str = "letter"
    action: RequestAction = ServerAction.RULES
    deed: str = "rules"

    async def first(self, _session: Session, _server: int) -> int:
        return 0

    async def has_news(self, _subscription: Subscription, _now: datetime) -> bool:
        return True

    async def compose(self, _session: Session, subscription: Subscription, _now: datetime) -> Issue | None:
        return Issue(OverviewWanted(subscription.channel), None)


@pytest.fixture
def subscriptions(world: World) -> Subscriptions:
    return Subscriptions(world.services.turns._unit_of_work, EndlessContent())


@pytest.mark.parametrize(("channel", "ends"), [(HALL.channel, True), (HALL.channel + 1, False)])
async def test_only_a_closed_channel_ends_its_subscription(
    world: World, subscriptions: Subscriptions, channel: int, *, ends: bool
) -> None:
    await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    await subscriptions.refused(SERVER, channel)
    assert (await subscriptions.of_server(SERVER) is None) is ends


async def test_another_channel_goes_on_counting(world: World, subscriptions: Subscriptions) -> None:
    await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    world.time.pass_by(DAY)
    await subscriptions.post(SERVER)
    elsewhere = replace(HALL, channel=HALL.channel + 1)
    subscription = await subscriptions.begin(world.by(ANNA), SERVER, elsewhere, time(9))
    assert (subscription.channel, subscription.number) == (elsewhere.channel, 1)

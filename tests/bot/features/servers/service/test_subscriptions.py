"""Subscriptions of channels, whatever their content."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.features.servers.domain import Issue, Rhythm, Subscription
from bot.features.servers.service.request_actions import ServerAction
from bot.features.servers.service.subscriptions import Subscriptions
from bot.kernel.transactions.unit_of_work import RequestAction
from bot.model.events.events import OverviewWanted
from data.session import Session
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

SERVER = HALL.server or 0
DAY = timedelta(days=1)


@dataclass
class EndlessContent:
    """Content that never ends; if `empty` it composes no issue, without `news` none is due."""

    kind: str = "letter"
    action: RequestAction = ServerAction.RULES
    audit_action: str = "rules"
    start: int = 0
    empty: bool = False
    news: bool = True

    async def first(self, _session: Session, _server: int) -> int:
        return self.start

    async def has_news(self, _subscription: Subscription, _now: datetime) -> bool:
        return self.news

    async def compose(self, _session: Session, subscription: Subscription, _now: datetime) -> Issue | None:
        return None if self.empty else Issue(OverviewWanted(subscription.channel), 40 + subscription.number)


@pytest.fixture
def content() -> EndlessContent:
    return EndlessContent()


@pytest.fixture
def subscriptions(world: World, content: EndlessContent) -> Subscriptions:
    return Subscriptions(world.services.turns._unit_of_work, content)


@pytest.mark.parametrize(("channel", "ends"), [(HALL.channel, True), (HALL.channel + 1, False)])
async def test_only_the_deleted_channel_ends_its_subscription(
    world: World, subscriptions: Subscriptions, channel: int, *, ends: bool
) -> None:
    await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    await subscriptions.on_deleted_channel(SERVER, channel)
    assert (await subscriptions.of_server(SERVER) is None) is ends


async def test_changing_the_channel_keeps_the_numbering(world: World, subscriptions: Subscriptions) -> None:
    await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    world.time.pass_by(DAY)
    await subscriptions.post(SERVER)
    other_place = replace(HALL, channel=HALL.channel + 1)
    subscription = await subscriptions.begin(world.by(ANNA), SERVER, other_place, time(9))
    assert (subscription.channel, subscription.number) == (other_place.channel, 1)
    assert (subscription.posted, subscription.item) == (world.time.now, 40)


async def test_numbering_starts_where_the_content_says(
    world: World, subscriptions: Subscriptions, content: EndlessContent
) -> None:
    content.start = 7
    await world.services.settings.set_preferences(world.by(ANNA), zone="Europe/Berlin")
    request = world.by(ANNA)
    thread = replace(HALL, channel=7001, parent=HALL.channel)
    first = await subscriptions.begin(request, SERVER, thread, time(18), 6)
    assert (first.channel, first.number, first.posted, first.item) == (HALL.channel, 7, None, None)
    assert await world.services.people.locale_at(replace(HALL, locale="")) == ANNA.locale
    assert first.rhythm == Rhythm(time(18), "Europe/Berlin", 6)
    assert first.due == datetime(2026, 11, 22, 17, tzinfo=UTC)
    assert await subscriptions.begin(request, SERVER, thread, time(18), 6) == first
    assert await subscriptions.of_server(SERVER) == first
    assert await subscriptions.of_server(SERVER + 1) is None
    content.start = 30
    moved = await subscriptions.begin(world.by(BEN), SERVER, HALL, time(8), 1)
    assert (moved.number, moved.rhythm) == (7, Rhythm(time(8), "UTC", 1))
    await subscriptions.end(world.by(BEN), SERVER)
    await subscriptions.end(world.by(BEN), SERVER)
    await expect_refusal(subscriptions.begin(request, SERVER, thread, time(18), 6), "request-taken")
    log = await world.services.servers.audit(SERVER)
    assert [(entry.who, entry.what, entry.note) for entry in log] == [
        (BEN.id, "rules", f"off {HALL.channel}"),
        (BEN.id, "rules", f"on {HALL.channel}"),
        (ANNA.id, "rules", f"on {HALL.channel}"),
    ]


async def test_one_issue_is_posted_per_period(world: World, subscriptions: Subscriptions) -> None:
    await subscriptions.post(SERVER)
    subscription = await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    world.time.now = subscription.due - timedelta(seconds=1)
    await subscriptions.post(SERVER)
    assert (await subscriptions.of_server(SERVER)) == subscription
    world.time.now = subscription.due + timedelta(hours=2)
    for _ in range(2):
        await subscriptions.post(SERVER)
    after = await subscriptions.of_server(SERVER)
    assert after == replace(
        subscription, number=1, posted=world.time.now, item=40, due=subscription.due + DAY
    )
    assert [notice.event for notice in await world.deliver_all()] == []  # no overview is on


@pytest.mark.parametrize("reason", ["no news", "no content", "without the bot"])
async def test_a_period_without_an_issue_is_skipped(
    world: World, subscriptions: Subscriptions, content: EndlessContent, reason: str
) -> None:
    subscription = await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    world.time.now = subscription.due
    content.news, content.empty = reason != "no news", reason == "no content"
    if reason == "without the bot":
        await world.services.presence.pause_server(SERVER)
    await subscriptions.post(SERVER)
    assert await subscriptions.of_server(SERVER) == replace(subscription, due=subscription.due + DAY)


async def test_subscriptions_are_independent_per_server_and_content(
    world: World, subscriptions: Subscriptions
) -> None:
    puzzles = Subscriptions(world.services.turns._unit_of_work, EndlessContent("puzzle"))
    other_server = replace(HALL, server=SERVER + 1, channel=80)
    await puzzles.begin(world.by(ANNA), SERVER, HALL, time(9))
    await subscriptions.begin(world.by(ANNA), SERVER + 1, other_server, time(11))
    subscription = await subscriptions.begin(world.by(ANNA), SERVER, HALL, time(18))
    world.time.now = subscription.due
    await subscriptions.post(SERVER)
    others = await puzzles.of_server(SERVER), await subscriptions.of_server(SERVER + 1)
    assert [(other.kind, other.channel, other.number) for other in others if other is not None] == [
        ("puzzle", HALL.channel, 0),
        ("letter", 80, 0),
    ]
    await subscriptions.end(world.by(ANNA), SERVER)
    assert (await puzzles.of_server(SERVER), await subscriptions.of_server(SERVER + 1)) == others
    assert await subscriptions.of_server(SERVER) is None

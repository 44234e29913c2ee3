"""A server's limitations on the bot: reported to its admins once, shown while they last."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.kernel.outbox.delivered import Delivered
from bot.model.challenges.terms import Terms
from bot.model.events.events import LimitationMet
from bot.model.people.person import Place
from bot.model.servers.limitations import Limitation, LimitedChannel
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER, _CHANNEL, _ADMINS = 1_100_000_000_000_000_207, 70, 79
_FILES = LimitedChannel(_SERVER, _CHANNEL, Limitation.PICTURES, 50013)


async def _limitations(world: World) -> list[LimitedChannel]:
    return [limitation.limited for limitation in await world.services.limitations.of(_SERVER)]


async def test_admins_are_notified_once_in_their_last_channel(world: World) -> None:
    assert await world.services.limitations.notify_admin(_SERVER, _ADMINS) == ()
    for _ in range(3):
        await world.services.limitations.record_limitation(_FILES)
        world.time.now += timedelta(hours=2)
    (notice,) = await world.outbox.claim()
    assert (notice.kind, notice.recipient) == (LimitationMet, None)
    assert notice.event == LimitationMet(_FILES, _ADMINS)
    await world.outbox.exchange([Delivered(notice.id, None)], 0)
    world.services = world.other_services()  # as after a restart
    await world.services.limitations.record_limitation(_FILES)
    assert await world.outbox.claim() == ()
    assert await world.services.limitations.notify_admin(_SERVER, _ADMINS) == ()
    assert await _limitations(world) == [_FILES]


async def test_an_admin_is_notified_at_the_first_command(world: World) -> None:
    await world.services.limitations.record_limitation(_FILES)
    assert await world.outbox.claim() == ()
    assert await world.services.limitations.notify_admin(_SERVER, _ADMINS) == (_FILES,)
    assert await world.services.limitations.notify_admin(_SERVER, _ADMINS) == ()


async def test_an_undeliverable_limitation_waits_for_a_command(world: World) -> None:
    await world.services.limitations.notify_admin(_SERVER, _ADMINS)
    await world.services.limitations.record_limitation(_FILES)
    await world.services.limitations.defer_limitation(_FILES)
    assert await world.services.limitations.notify_admin(_SERVER, _ADMINS) == (_FILES,)


async def test_notices_go_to_the_admins_latest_channel(world: World) -> None:
    for channel in (_ADMINS, 80):
        await world.services.limitations.notify_admin(_SERVER, channel)
    await world.services.limitations.record_limitation(_FILES)
    (notice,) = await world.outbox.claim()
    assert notice.event == LimitationMet(_FILES, 80)


async def test_a_lifted_limitation_is_announced_again(world: World) -> None:
    await world.services.limitations.record_limitation(_FILES)
    await world.services.limitations.notify_admin(_SERVER, _ADMINS)
    await world.services.limitations.lift([_FILES])
    assert await _limitations(world) == []
    await world.services.limitations.record_limitation(_FILES)
    (notice,) = await world.outbox.claim()
    assert notice.event == LimitationMet(_FILES, _ADMINS)


@pytest.mark.parametrize(("days", "limitations"), [(29, [_FILES]), (31, [])])
async def test_limitations_expire_after_a_month(
    world: World, days: int, limitations: list[LimitedChannel]
) -> None:
    await world.services.limitations.record_limitation(_FILES)
    world.time.now += timedelta(days=days)
    assert await _limitations(world) == limitations


async def test_nothing_is_recorded_for_a_server_without_the_bot(world: World) -> None:
    await world.services.limitations.notify_admin(_SERVER, _ADMINS)
    await world.services.presence.pause_server(_SERVER)
    await world.services.limitations.record_limitation(_FILES)
    assert await _limitations(world) == []


async def test_a_limitation_is_updated_at_most_once_an_hour(world: World) -> None:
    await world.services.limitations.record_limitation(_FILES)
    started_at = world.time.now
    for minutes in (59, 2):
        world.time.now += timedelta(minutes=minutes)
        await world.services.limitations.record_limitation(_FILES)
        (limitation,) = await world.services.limitations.of(_SERVER)
        assert limitation.latest == (started_at if minutes == 59 else world.time.now)
    other_channel = replace(_FILES, channel=_CHANNEL + 1)
    await world.services.limitations.record_limitation(other_channel)
    assert await _limitations(world) == [_FILES, other_channel]


@pytest.mark.parametrize(
    ("server_language", "community", "locale"), [("de", "fr", "de"), (None, "fr", "fr"), (None, "", "de")]
)
async def test_the_locale_falls_back_from_server_to_first_person(
    world: World, server_language: str | None, community: str, locale: str
) -> None:
    place = Place(_SERVER, _CHANNEL, community)
    terms = Terms("counting", {}, "first")
    await world.services.invitations.challenge(world.by(ANNA), terms, place, [BEN])
    await world.services.servers.set_server(world.by(ANNA), _SERVER, language=server_language)
    assert await world.services.limitations.locale(_SERVER) == locale


async def test_limitations_are_independent_per_server_and_kind(world: World) -> None:
    other_server = LimitedChannel(_SERVER + 1, 81, Limitation.PICTURES, 50013)
    notify_admin, limitations_of = world.services.limitations.notify_admin, world.services.limitations.of
    for server, channel in ((_SERVER, _ADMINS), (other_server.server, 89)):
        await notify_admin(server, channel)
    thread_limitation = replace(_FILES, what=Limitation.THREADS)
    for limitation in (_FILES, other_server, thread_limitation):
        await world.services.limitations.record_limitation(limitation)
    assert [notice.event for notice in await world.deliver_all()] == [
        LimitationMet(_FILES, _ADMINS),
        LimitationMet(other_server, 89),
        LimitationMet(thread_limitation, _ADMINS),
    ]
    await world.services.limitations.defer_limitation(other_server)
    assert await notify_admin(_SERVER, _ADMINS) == ()
    assert await notify_admin(other_server.server, 89) == (other_server,)
    await world.services.limitations.defer_limitation(thread_limitation)
    await world.services.limitations.lift([_FILES])
    assert await _limitations(world) == [thread_limitation]
    assert [limitation.limited for limitation in await limitations_of(other_server.server)] == [other_server]
    assert await notify_admin(_SERVER, _ADMINS) == (thread_limitation,)

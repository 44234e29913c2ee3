"""The bot's welcome in a new server: posted once, or shown to the first user."""

import asyncio
from datetime import timedelta

import pytest

from bot.features.help.domain import AGAIN_AFTER, MAX_CHANNELS, WelcomeStatus
from bot.features.help.store import WelcomeRepository
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import WelcomeDue
from bot.model.events.instructions import RedrawOverview
from bot.model.people.person import MessageRef, Place
from bot.repositories.tables.server_tables import EVERY_SERVER
from tests.bot.support.contents import challenge_of
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)

_SERVER = 1_100_000_000_000_000_207
_CHANNELS = (70, 71)
_HOUR = timedelta(hours=1)


async def _greet(world: World, *channels: int, server: int = _SERVER, locale: str = "") -> None:
    await world.services.welcomes.greet_server(server, world.time.now, channels, locale)


async def _status(world: World, server: int = _SERVER) -> str | None:
    async with world.store.read() as session:
        return (await session.of(WelcomeRepository).of(server)).status


async def _claim(world: World) -> Notice:
    (notice,) = await world.outbox.claim()
    return notice


async def test_a_new_server_is_welcomed_once(world: World) -> None:
    await _greet(world, *_CHANNELS, locale="de")
    assert world.wakeups, "the deliveries are woken"
    notice = await _claim(world)
    assert (notice.kind, notice.recipient, notice.match, challenge_of(notice)) == (
        WelcomeDue, None, None, None,
    )  # fmt: skip
    assert notice.event == WelcomeDue(_SERVER, _CHANNELS, "de")
    assert await _status(world) == WelcomeStatus.DUE
    await world.outbox.exchange([Delivered(notice.id, MessageRef(70, 1))], 0)
    assert await _status(world) == WelcomeStatus.POSTED
    await _greet(world, *_CHANNELS)
    world.services = world.other_services()  # as after a restart
    await _greet(world, *_CHANNELS)
    assert await world.deliver_all() == []


async def test_a_welcome_is_settled_once(world: World) -> None:
    for server in (7, 8):
        async with world.store.write() as session:
            await session.of(WelcomeRepository).save(server, world.time.now, "private")
    async with world.store.write() as session:
        assert await session.of(WelcomeRepository).settle(7, "private", "read"), "nothing to settle"
    async with world.store.write() as session:
        assert not await session.of(WelcomeRepository).settle(7, "private", "read"), "settled twice"
    assert (await _status(world, 7), await _status(world, 8)) == ("read", "private")


async def test_a_restart_before_posting_queues_no_second_welcome(world: World) -> None:
    await _greet(world, *_CHANNELS)
    world.services = world.other_services()
    await _greet(world, *_CHANNELS)
    assert len(await world.deliver_all()) == 1


@pytest.mark.both_databases
async def test_concurrent_processes_queue_one_welcome(world: World) -> None:
    processes = [world.services, *(world.other_services() for _ in range(3))]
    await asyncio.gather(
        *(process.welcomes.greet_server(_SERVER, world.time.now, _CHANNELS, "") for process in processes)
    )
    assert len(await world.deliver_all()) == 1


async def test_welcomes_of_several_servers_do_not_block_each_other(world: World) -> None:
    for server in (_SERVER, _SERVER + 1):
        await _greet(world, 70, server=server)
    assert len(await world.outbox.claim()) == 2


async def test_a_server_rejoined_soon_is_not_welcomed_again(world: World) -> None:
    await _greet(world, *_CHANNELS)
    await world.deliver_all()
    world.time.pass_by(AGAIN_AFTER - _HOUR)
    await _greet(world, *_CHANNELS)
    assert await world.deliver_all() == []
    world.time.pass_by(_HOUR)
    await _greet(world, *_CHANNELS)
    assert len(await world.deliver_all()) == 1


async def test_a_server_older_than_welcomes_is_not_welcomed(world: World) -> None:
    async with world.store.write() as session:
        await session.of(WelcomeRepository).save(EVERY_SERVER, world.time.now, WelcomeStatus.KNOWN)
    await _greet(world, *_CHANNELS)
    assert await world.deliver_all() == []
    assert not await world.services.welcomes.claim(_SERVER), "no welcome waits to be claimed"
    world.time.pass_by(_HOUR)
    await _greet(world, *_CHANNELS, server=_SERVER + 1)
    assert len(await world.deliver_all()) == 1


async def test_disallowed_channels_are_not_tried(world: World) -> None:
    await world.services.servers.set_server(world.by(ANNA), _SERVER, channels=(71,))
    await _greet(world, *_CHANNELS)
    assert (await _claim(world)).event == WelcomeDue(_SERVER, (71,), "")


async def test_only_a_few_allowed_channels_are_tried(world: World) -> None:
    channels = tuple(range(70, 120))
    await _greet(world, *channels)
    assert (await _claim(world)).event == WelcomeDue(_SERVER, channels[:MAX_CHANNELS], "")
    other = _SERVER + 1
    await world.services.servers.set_server(world.by(ANNA), other, channels=(119,))
    await _greet(world, *channels, server=other)
    assert (await _claim(world)).event == WelcomeDue(other, (119,), "")


@pytest.mark.parametrize("allowed", [(), (99,)], ids=["nowhere", "not-allowed"])
async def test_without_a_channel_the_first_member_claims_the_welcome(
    world: World, allowed: tuple[int, ...]
) -> None:
    if allowed:
        await world.services.servers.set_server(world.by(ANNA), _SERVER, channels=allowed)
    await _greet(world, *(_CHANNELS if allowed else ()))
    assert await world.deliver_all() == []
    assert await world.services.welcomes.claim(_SERVER), "the welcome waits to be claimed"
    assert await _status(world) == WelcomeStatus.READ
    assert not await world.services.welcomes.claim(_SERVER), "no welcome waits to be claimed"
    assert not await world.other_services().welcomes.claim(_SERVER), "no welcome waits to be claimed"


@pytest.mark.both_databases
async def test_concurrent_claims_get_one_welcome(world: World) -> None:
    await _greet(world)
    claims = await asyncio.gather(*(world.services.welcomes.claim(_SERVER) for _ in range(4)))
    assert sum(claims) == 1


async def test_a_welcome_refused_everywhere_can_be_claimed(world: World) -> None:
    await _greet(world, *_CHANNELS)
    assert not await world.services.welcomes.claim(_SERVER), "it is still being delivered"
    await world.outbox.reroute((await _claim(world)).id, "closed")
    assert await world.deliver_all() == [], "it goes to no person directly"
    assert await world.services.welcomes.claim(_SERVER), "the welcome waits to be claimed"
    assert not await world.services.welcomes.claim(_SERVER), "no welcome waits to be claimed"


async def test_a_welcome_failing_for_days_can_be_claimed(world: World) -> None:
    await _greet(world, *_CHANNELS)
    notice = await _claim(world)
    world.time.pass_by(timedelta(days=30))
    await world.outbox.postpone(notice.id, "away")
    assert await _status(world) == WelcomeStatus.PRIVATE
    assert await world.services.welcomes.claim(_SERVER), "the welcome waits to be claimed"


async def test_a_server_rejoined_late_can_claim_a_welcome_again(world: World) -> None:
    await _greet(world)
    assert await world.services.welcomes.claim(_SERVER), "the welcome waits to be claimed"
    assert not await world.services.welcomes.claim(_SERVER), "no welcome waits to be claimed"
    world.time.pass_by(AGAIN_AFTER)
    await _greet(world)
    assert await world.services.welcomes.claim(_SERVER), "the welcome waits to be claimed"


async def test_an_unknown_server_has_no_welcome_to_claim(world: World) -> None:
    assert not await world.services.welcomes.claim(_SERVER), "no welcome waits to be claimed"
    await _greet(world)
    assert await world.services.welcomes.claim(_SERVER), "the welcome waits to be claimed"


@pytest.mark.parametrize(
    ("locale", "community", "expected"), [(None, "", "en"), (None, "de", "de"), ("en", "de", "en")]
)
async def test_a_private_welcome_uses_the_server_s_language(
    world: World, locale: str | None, community: str, expected: str
) -> None:
    if locale is not None:
        await world.services.servers.set_server(world.by(ANNA), _SERVER, language=locale)
    assert await world.services.welcomes.locale(_SERVER, community) == expected


async def test_a_welcome_and_an_overview_with_the_same_id_coexist(world: World) -> None:
    # Old servers have a channel with their own number.
    await _greet(world, _SERVER)
    await world.services.servers.set_overview(world.by(ANNA), Place(_SERVER, _SERVER, ""), on=True)
    assert {notice.kind for notice in await world.outbox.claim()} == {
        WelcomeDue,
        RedrawOverview,
    }

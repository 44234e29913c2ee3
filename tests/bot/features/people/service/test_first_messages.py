"""First direct messages: one per ten seconds across all processes, newest first, none in quarantine."""

from datetime import timedelta

import pytest

from bot.features.people.service.first_messages import FirstMessages
from bot.kernel.kernel import PACE
from bot.model.people.quarantine import Quarantined
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.assumes("first-messages-paced")

NOW = timedelta()


async def test_one_first_message_is_sent_every_ten_seconds(world: World) -> None:
    first = world.services.first_messages
    assert await first.take_turn(1) == NOW
    assert await first.take_turn(2) == PACE
    world.time.now += PACE - timedelta(seconds=1)
    assert await first.take_turn(2) == timedelta(seconds=1)
    world.time.now += timedelta(seconds=1)
    assert await first.take_turn(2) == NOW


async def test_the_newest_notice_goes_first(world: World) -> None:
    first = world.services.first_messages
    assert await first.take_turn(1) == NOW
    assert [await first.take_turn(notice) for notice in (2, 3, 4)] == [PACE] * 3
    world.time.now += PACE
    assert await first.take_turn(2) == 2 * PACE, "two newer messages wait"
    assert await first.take_turn(3) == PACE
    assert await first.take_turn(4) == NOW
    world.time.now += PACE
    assert await first.take_turn(3) == NOW
    world.time.now += PACE
    assert await first.take_turn(2) == NOW


async def test_an_abandoned_notice_blocks_nobody(world: World) -> None:
    first = world.services.first_messages
    await first.take_turn(1)
    await first.take_turn(3)
    world.time.now += timedelta(minutes=1)
    assert await first.take_turn(2) == NOW


async def test_all_processes_share_the_pace(world: World) -> None:
    this_process, other_process = world.services.first_messages, world.other_services().first_messages
    assert await this_process.take_turn(1) == NOW
    assert await other_process.take_turn(2) == PACE
    world.time.now += PACE
    assert await other_process.take_turn(2) == NOW
    assert await this_process.take_turn(3) == PACE


async def test_quarantine_grants_no_turn(world: World) -> None:
    this_process, other_process = world.services.first_messages, world.other_services().first_messages
    assert not await this_process.is_quarantined(), "not in quarantine"
    assert await this_process.quarantine()
    assert not await other_process.quarantine(), "recorded already"
    world.time.now += timedelta(hours=6) - timedelta(seconds=1)
    assert await other_process.is_quarantined(), "in quarantine"
    with pytest.raises(Quarantined):
        await other_process.take_turn(1)
    world.time.now += timedelta(seconds=1)
    assert not await this_process.is_quarantined(), "not in quarantine"
    assert await other_process.take_turn(1) == NOW


async def test_without_a_pace_no_notice_waits(world: World) -> None:
    first = FirstMessages(world.store, world.time, timedelta())
    assert [await first.take_turn(notice) for notice in (2, 1, 3)] == [NOW] * 3

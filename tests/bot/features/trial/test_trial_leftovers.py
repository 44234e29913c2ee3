"""Deletion of a trial's messages at its end, or an hour later at the latest."""

from datetime import timedelta

from bot.model.events.instructions import DeleteTrial
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)

POSTED = DeleteTrial(5, "ab12", 70, 900)
THREAD = DeleteTrial(5, "ab12", 900)
ELSEWHERE = DeleteTrial(6, "cd34", 71, 901)


async def deliver_events(world: World) -> list[object]:
    events: list[object] = []
    while notices := await world.outbox.claim():
        for notice in notices:
            events.append(notice.event)
            await world.outbox.deliver_as(notice.id, None)
    return events


async def test_nothing_is_deleted_during_a_trial(world: World) -> None:
    await world.services.trial_leftovers.keep(POSTED)
    assert not await deliver_events(world)
    assert await world.services.trial_leftovers.servers() == {5}


async def test_ending_a_trial_deletes_its_posts_in_order(world: World) -> None:
    leftovers = world.services.trial_leftovers
    await leftovers.keep(POSTED)
    await leftovers.keep(THREAD, ELSEWHERE)
    await leftovers.release(5)
    assert await deliver_events(world) == [POSTED, THREAD]
    assert await leftovers.servers() == {6}


async def test_posts_are_deleted_after_an_hour_in_any_case(world: World) -> None:
    await world.services.trial_leftovers.keep(POSTED)
    world.time.pass_by(timedelta(minutes=59))
    assert await deliver_events(world) == []
    world.time.pass_by(timedelta(minutes=1))
    assert await deliver_events(world) == [POSTED]

"""Results of deliveries: dropped, undecided after a restore, released, and the results that are counted."""

from datetime import timedelta

import pytest

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import DeliveryResult, Notice
from bot.kernel.outbox.retry_policy import pause
from bot.model.events.events import ChallengeChanged, ChallengeMade
from bot.model.people.person import MessageRef
from tests.bot.support.fakes import BEN, HALL, Tray, World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def _invitation(world: World) -> Notice:
    """Return the claimed notice of a challenge to Ben."""
    await world.challenge(opponent=BEN)
    (notice,) = await world.outbox.claim()
    return notice


async def _correction(world: World) -> Notice:
    """Return the claimed edit of a card, as one more person takes part."""
    lobby = await world.lobby()
    for notice in await world.outbox.claim():
        await world.outbox.exchange([_delivery(notice, 500)], 0)
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    (edit,) = [notice for notice in await world.outbox.claim() if notice.kind is ChallengeChanged]
    return edit


def _delivery(notice: Notice, number: int) -> Delivered:
    return Delivered(notice.id, MessageRef(HALL.channel, number))


async def test_a_dropped_notice_is_missed_by_nobody(world: World) -> None:
    notice = await _invitation(world)
    await world.outbox.drop(notice.id, "not needed")
    assert await world.outbox.claim() == ()
    assert await world.outbox.take_missed(BEN.id) == ()
    assert (await world.outbox.next_due()) is None


async def test_an_undecided_notice_is_shown_and_counted(world: World) -> None:
    assert await world.outbox.restore_progress() is None
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    notice = await _invitation(world)
    await world.outbox.leave_undecided(notice.id)
    progress = await world.outbox.restore_progress()
    assert progress is not None
    assert (progress.restored, progress.waiting, progress.undecided) == (world.time.now, 0, 1)
    assert [missed.kind for missed in await world.outbox.take_missed(BEN.id)] == [ChallengeMade]
    await world.outbox.count_undecided()
    counted = await world.outbox.restore_progress()
    assert counted is not None
    assert counted.undecided == 2


async def test_what_waited_at_a_restore_is_counted_until_it_is_delivered(world: World) -> None:
    await world.challenge(opponent=BEN)
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    waiting = await world.outbox.restore_progress()
    assert waiting is not None
    assert waiting.waiting > 0
    await world.deliver_all()
    settled = await world.outbox.restore_progress()
    assert settled is not None
    assert settled.waiting == 0


async def test_claims_that_a_process_does_not_know_of_are_released(world: World) -> None:
    known = await _invitation(world)
    await world.challenge(opponent=BEN)
    (unknown,) = await world.outbox.claim()
    await world.outbox.release_others([known.id])
    (again,) = await world.outbox.claim()
    assert (again.id, again.uncertain) == (unknown.id, True)
    other = Tray(world.store, world.time, ROUTES, "another")
    await other.release_others([])
    assert await world.outbox.claim() == (), "they are another process's"


async def test_an_edit_is_tried_for_a_minute_and_then_dropped(world: World) -> None:
    edit = await _correction(world)
    for attempt in range(1, 6):
        await world.outbox.postpone(edit.id, "503")
        world.time.pass_by(pause(attempt))
        (again,) = await world.outbox.claim()
        assert (again.id, again.attempts) == (edit.id, attempt)
    await world.outbox.postpone(edit.id, "503")
    world.time.pass_by(timedelta(days=1))
    assert await world.outbox.claim() == ()


@pytest.mark.parametrize(("seconds", "dropped"), [(60, False), (61, True)])
async def test_an_edit_that_must_wait_for_long_is_dropped(
    world: World, seconds: int, *, dropped: bool
) -> None:
    edit = await _correction(world)
    await world.outbox.hold_back(edit.id, "limited", timedelta(seconds=seconds))
    world.time.pass_by(timedelta(seconds=seconds))
    assert [notice.id for notice in await world.outbox.claim()] == ([] if dropped else [edit.id])


async def test_each_result_is_counted_by_the_kind_of_its_notice(world: World) -> None:
    results: list[tuple[str, DeliveryResult]] = []
    world.outbox = Tray(
        world.store, world.time, ROUTES, "this", became=lambda kind, result: results.append((kind, result))
    )
    for act in ("postpone", "hold_back", "reroute", "miss", "drop", "deliver"):
        await world.challenge(opponent=BEN)
        notices = await world.outbox.claim()
        notice = notices[-1]
        results.clear()
        match act:
            case "hold_back":
                await world.outbox.hold_back(notice.id, "limited", timedelta(days=9))
            case "deliver":
                await world.outbox.exchange([_delivery(notice, 900)], 0)
            case _:
                await getattr(world.outbox, act)(notice.id, "no")
        expected = {
            "postpone": DeliveryResult.POSTPONED,
            "hold_back": DeliveryResult.POSTPONED,
            "reroute": DeliveryResult.REROUTED,
            "miss": DeliveryResult.MISSED,
            "drop": DeliveryResult.DROPPED,
            "deliver": DeliveryResult.DELIVERED,
        }
        assert results == [("ChallengeMade", expected[act])], act
        for other in await world.outbox.claim(100):
            await world.outbox.drop(other.id, "out of the way")


async def test_a_notice_is_read_in_any_state(world: World) -> None:
    notice = await _invitation(world)
    await world.outbox.drop(notice.id, "not needed")
    found = await world.outbox.notice(notice.id)
    assert found is not None
    assert (found.id, found.kind) == (notice.id, ChallengeMade)
    for unknown in (notice.id + 1, 0, -1, 2**70):
        assert await world.outbox.notice(unknown) is None

"""Results of deliveries: dropped, rerouted, retried, undecided, released, counted."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.message_routes import kind_of, write
from bot.kernel.outbox.notices import DeliveryResult, Notice, Routing
from bot.kernel.outbox.outbox import SettledRestore
from bot.kernel.outbox.retry_policy import ENOUGH, pause
from bot.model.events.events import ChallengeChanged, ChallengeMade
from bot.model.people.person import MessageRef
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC, notices
from tests.bot.support.fakes import ANNA, BEN, HALL, ManualOutbox, World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def _invitation(world: World) -> Notice:
    """Return the claimed notice of a challenge to Ben."""
    await world.challenge(opponent=BEN)
    (notice,) = await world.outbox.claim()
    return notice


async def _correction(world: World) -> Notice:
    """Return the claimed edit of a card after another player joined."""
    lobby = await world.lobby()
    for notice in await world.outbox.claim():
        await world.outbox.exchange([_delivery(notice, 500)], 0)
    await world.services.lobbies.join(world.by(BEN), lobby.id)
    (edit,) = [notice for notice in await world.outbox.claim() if notice.kind is ChallengeChanged]
    return edit


def _delivery(notice: Notice, number: int) -> Delivered:
    return Delivered(notice.id, MessageRef(HALL.channel, number))


async def _closed(world: World, notice: int) -> tuple[str, str]:
    """Return a notice's stored result and reason."""
    async with world.store.read() as session:
        row = await session.connection.execute(
            sa.select(notices.c.status, notices.c.error).where(notices.c.id == notice)
        )
        return tuple(row.one())


async def test_a_dropped_notice_is_not_missed(world: World) -> None:
    notice = await _invitation(world)
    await world.outbox.drop(notice.id, "not needed " + "x" * 999)
    assert await world.outbox.claim() == ()
    assert await world.outbox.take_missed(BEN.id) == ()
    assert (await world.outbox.next_due()) is None
    status, reason = await _closed(world, notice.id)
    assert (status, len(reason)) == ("dropped", 500)


async def test_rerouting_skips_players_who_get_a_direct_message_anyway(world: World) -> None:
    first = await _invitation(world)
    kind, routings = kind_of(first.event), (Routing(), Routing(direct=(BEN.id,)))
    repeated, other = (
        NewNotice(
            kind, first.stream, PUBLIC, None, 7, write(first.event, routing), background=True, request="r-1"
        )
        for routing in routings
    )
    async with world.store.write() as session:
        await session.of(NoticeRepository).add([repeated], world.time.now)
    await world.outbox.drop(first.id, "out of the way")
    (public,) = await world.outbox.claim()
    await world.outbox.reroute(public.id, "10003")
    assert await _closed(world, public.id) == ("rerouted", "10003")
    direct = await world.outbox.claim()
    assert sorted(notice.recipient or 0 for notice in direct) == [ANNA.id, BEN.id]
    assert {
        (notice.background, notice.routing.rerouted, notice.ply, notice.request) for notice in direct
    } == {(True, True, 7, "r-1")}
    async with world.store.write() as session:
        await session.of(NoticeRepository).add([other], world.time.now)
    (public,) = await world.outbox.claim()
    await world.outbox.reroute(public.id, "10003")
    for notice in direct:
        await world.outbox.drop(notice.id, "out of the way")
    again = await world.outbox.claim()
    assert [notice.recipient for notice in again] == [ANNA.id], "Ben gets a direct message anyway"


async def test_a_retry_waits_for_the_longer_pause(world: World) -> None:
    notice = await _invitation(world)
    for attempt, asked in enumerate((1, 9), start=1):
        await world.outbox.postpone(notice.id, "429", wait=timedelta(seconds=asked))
        longer = max(pause(attempt), timedelta(seconds=asked))
        assert await world.outbox.next_due() == world.time.now + longer
        world.time.pass_by(longer)
        await world.outbox.claim()


async def test_an_undecided_notice_is_missed_and_counted(world: World) -> None:
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
    world.time.pass_by(timedelta(hours=1))
    backed_up = world.time.now - timedelta(minutes=30)
    await world.services.restoration.begin(timedelta(seconds=15), backed_up)
    assert await world.outbox.restore_progress() == SettledRestore(world.time.now, 0, 0)


async def test_notices_waiting_at_a_restore_are_counted_until_delivery(world: World) -> None:
    await world.challenge(opponent=BEN)
    await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
    waiting = await world.outbox.restore_progress()
    assert waiting is not None
    assert waiting.waiting > 0
    await world.deliver_all()
    settled = await world.outbox.restore_progress()
    assert settled is not None
    assert settled.waiting == 0


async def test_a_lost_notice_is_retried_for_days_after_the_latest_restore(world: World) -> None:
    await world.challenge(opponent=BEN)
    for _ in range(2):
        await world.services.restoration.begin(timedelta(seconds=15), world.time.now)
        world.time.pass_by(ENOUGH - timedelta(hours=1))
    for missed in (False, True):
        (notice,) = await world.outbox.claim()
        await world.outbox.postpone(notice.id, "503")
        assert bool(await world.outbox.take_missed(BEN.id)) is missed
        world.time.pass_by(timedelta(hours=1))


async def test_claims_unknown_to_a_process_are_released(world: World) -> None:
    known = await _invitation(world)
    await world.challenge(opponent=BEN)
    (unknown,) = await world.outbox.claim()
    await world.outbox.release_others([known.id])
    (again,) = await world.outbox.claim()
    assert (again.id, again.uncertain) == (unknown.id, True)
    other = ManualOutbox(world.store, world.time, ROUTES, "another")
    await other.release_others([])
    assert await world.outbox.claim() == (), "they are another process's"


async def test_an_edit_is_retried_for_a_minute_and_then_dropped(world: World) -> None:
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
async def test_an_edit_held_back_for_too_long_is_dropped(
    world: World, seconds: int, *, dropped: bool
) -> None:
    edit = await _correction(world)
    await world.outbox.hold_back(edit.id, "limited", timedelta(seconds=seconds))
    world.time.pass_by(timedelta(seconds=seconds))
    assert [notice.id for notice in await world.outbox.claim()] == ([] if dropped else [edit.id])


@pytest.mark.parametrize("uncertain", [True, False])
async def test_holding_back_keeps_the_certainty(world: World, *, uncertain: bool) -> None:
    notice = await _invitation(world)
    await world.outbox.postpone(notice.id, "503", uncertain=uncertain)
    world.time.pass_by(timedelta(minutes=1))
    await world.outbox.claim()
    await world.outbox.hold_back(notice.id, "limited", timedelta(seconds=5))
    world.time.pass_by(timedelta(seconds=5))
    (again,) = await world.outbox.claim()
    assert (again.uncertain, again.attempts) == (uncertain, 1)


async def test_each_result_is_counted_by_notice_kind(world: World) -> None:
    results: list[tuple[str, DeliveryResult]] = []
    world.outbox = ManualOutbox(
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


async def test_a_notice_is_readable_in_any_state(world: World) -> None:
    notice = await _invitation(world)
    await world.outbox.drop(notice.id, "not needed")
    found = await world.outbox.notice(notice.id)
    assert found is not None
    assert (found.id, found.kind) == (notice.id, ChallengeMade)
    for unknown in (notice.id + 1, 0, -1, 2**70):
        assert await world.outbox.notice(unknown) is None

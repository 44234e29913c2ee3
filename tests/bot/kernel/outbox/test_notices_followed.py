"""Observability of notices: the originating request, and counted results."""

from datetime import timedelta

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import DeliveryResult
from bot.kernel.outbox.retry_policy import pause
from bot.model.events.events import PlyPlayed
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef
from bot.tracing import tracing
from tests.bot.support.fakes import ANNA, BEN, ManualOutbox, World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)


async def test_another_process_knows_the_request_of_a_notice(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    with tracing("interaction-1"):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    (notice,) = await ManualOutbox(world.store, world.time, ROUTES, "another").claim()
    assert (notice.kind, notice.request) == (PlyPlayed, "interaction-1")


async def test_follow_ups_of_a_delivery_keep_its_request(world: World) -> None:
    match = await world.match()
    while before := await world.outbox.claim():
        await world.outbox.exchange([Delivered(notice.id, MessageRef(70, notice.id)) for notice in before], 0)
    with tracing("interaction-1"):
        await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    (first,) = await world.outbox.claim()
    await world.outbox.exchange([Delivered(first.id, MessageRef(70, 900))], 0)
    (follows,) = await world.outbox.claim()
    assert (follows.kind, follows.request) == (RemoveButtons, "interaction-1")


async def test_rerouted_notices_keep_the_request(world: World) -> None:
    with tracing("interaction-1"):
        await world.challenge()
    (card,) = await world.outbox.claim()
    await world.outbox.reroute(card.id, "50001")
    assert {notice.request for notice in await world.outbox.claim()} == {"interaction-1"}


async def test_a_notice_outside_a_request_has_no_request(world: World) -> None:
    await world.challenge()
    (card,) = await world.outbox.claim()
    assert card.request is None


async def test_each_result_is_reported_once(world: World) -> None:
    results: list[tuple[str, DeliveryResult]] = []
    world.outbox = ManualOutbox(
        world.store, world.time, ROUTES, "this", became=lambda kind, result: results.append((kind, result))
    )
    await world.challenge()
    (card,) = await world.outbox.claim()
    await world.outbox.postpone(card.id, "503")
    world.time.pass_by(pause(1))
    await world.outbox.claim()
    await world.outbox.reroute(card.id, "50001")
    to_anna, to_ben = sorted(await world.outbox.claim(), key=lambda notice: notice.recipient or 0)
    assert (to_anna.recipient, to_ben.recipient) == (ANNA.id, BEN.id)
    await world.outbox.miss(to_anna.id, "50007")
    await world.outbox.deliver_as(to_ben.id, MessageRef(900, 1))
    await world.outbox.deliver_as(to_ben.id, MessageRef(900, 1))
    await world.outbox.postpone(to_anna.id, "too late")
    await world.outbox.drop(to_ben.id, "too late")
    assert results == [
        ("ChallengeMade", DeliveryResult.POSTPONED),
        ("ChallengeMade", DeliveryResult.REROUTED),
        ("ChallengeMade", DeliveryResult.MISSED),
        ("ChallengeMade", DeliveryResult.DELIVERED),
    ]


async def test_a_notice_failing_for_days_is_missed(world: World) -> None:
    results: list[DeliveryResult] = []
    world.outbox = ManualOutbox(
        world.store, world.time, ROUTES, "this", became=lambda _kind, result: results.append(result)
    )
    await world.challenge()
    (card,) = await world.outbox.claim()
    world.time.pass_by(timedelta(days=30))
    await world.outbox.postpone(card.id, "503")
    assert results == [DeliveryResult.MISSED]


async def test_notices_of_timers_have_their_own_request_ids(world: World) -> None:
    await world.match()
    await world.deliver_all()
    due = await world.services.timers.next_due()
    assert due is not None
    world.time.pass_by(due - world.time.now)
    await world.services.timers.act()
    notices = [notice.request or "" for notice in await world.outbox.claim()]
    assert notices
    assert not [request for request in notices if not request.startswith("game-")]

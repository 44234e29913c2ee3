"""Sent boards that are outdated: their turn is over or their deadline has moved."""

from datetime import date, timedelta

import pytest

from bot.model.event import DomainEvent
from bot.model.events.events import (
    DeadlineMoved,
    DeadlineNear,
    DeadlinePassed,
    MatchEnded,
    MatchStalled,
    PlyPlayed,
)
from bot.model.events.instructions import EndDirectBoard
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import AUTO_VACATION, PingPlace
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.services import ROUTES
from tests.bot.support.timed import DAY, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)


class _Courier:
    """Delivers notices as messages numbered like them; lists the direct ones and the boards they outdate."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def deliver(self) -> list[tuple[type[DomainEvent], int | None, MessageRef | None]]:
        deliveries: list[tuple[type[DomainEvent], int | None, MessageRef | None]] = []
        while notices := await self._world.outbox.claim():
            for notice in notices:
                ref = MessageRef(70 if notice.recipient is None else 900, notice.id)
                shown = notice.kind not in {EndDirectBoard, DeadlineMoved}
                outdated = await self._world.outbox.deliver_as(notice.id, ref if shown else None)
                if notice.recipient is not None:
                    deliveries.append((notice.kind, notice.id, outdated))
        return deliveries


async def test_a_direct_board_ends_with_its_turn(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    match, courier = await world.match(), _Courier(world)
    await play(world, match, ANNA)
    ((kind, board, outdated),) = await courier.deliver()
    assert (kind, outdated) == (PlyPlayed, None)
    await play(world, match, BEN)
    ((kind, _, outdated),) = await courier.deliver()
    assert (kind, outdated) == (EndDirectBoard, MessageRef(900, board or 0))
    await play(world, match, ANNA, BEN)
    assert [kind for kind, _, _ in await courier.deliver()] == [PlyPlayed, EndDirectBoard]


async def test_a_direct_board_ends_with_its_game(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    match, courier = await world.match(), _Courier(world)
    await play(world, match, ANNA)
    ((_, board, _),) = await courier.deliver()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    board_end, match_end = await courier.deliver()
    assert (board_end[0], board_end[2]) == (EndDirectBoard, MessageRef(900, board or 0))
    assert (match_end[0], match_end[2]) == (MatchEnded, None)
    async with world.store.read() as session:
        assert await session.of(NoticeRepository).shown_messages(match.id, BEN.id) == (), (
            "the board of the end stays as it is"
        )


async def test_a_direct_board_ends_when_the_move_before_is_taken_back(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    match, courier = await world.match(), _Courier(world)
    await play(world, match, ANNA)
    ((_, board, _),) = await courier.deliver()
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    ((kind, _, outdated),) = await courier.deliver()
    assert (kind, outdated) == (EndDirectBoard, MessageRef(900, board or 0))


async def test_a_reminder_keeps_the_direct_board(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    match, courier = await world.match(), _Courier(world)
    await play(world, match, ANNA)
    ((_, board, _),) = await courier.deliver()
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    ((kind, _, outdated),) = await courier.deliver()
    assert (kind, outdated) == (DeadlineNear, None)
    await play(world, match, BEN)
    ((_, _, outdated),) = await courier.deliver()
    assert outdated == MessageRef(900, board or 0)


async def deliver_and_list_deletions(world: World) -> list[list[type[DomainEvent]]]:
    """Deliver pending notices as messages numbered like them; return the messages to delete after each.

    A message is given by the kind of its notice; notices that delete none are left out.
    """
    lists, events = [], dict[int, type[DomainEvent]]()
    while notices := await world.outbox.claim():
        for notice in notices:
            events[notice.id] = notice.kind
            has_message = notice.kind not in {EndDirectBoard, DeadlineMoved}
            place = 70 if notice.recipient is None else 900
            messages = await world.outbox.deletions_after(
                notice.id, MessageRef(place, notice.id) if has_message else None
            )
            assert not [removal for removal in messages if removal.channel != place]
            lists += [[await kind_of(world, removal.message) for removal in messages]] if messages else []
    return lists


async def kind_of(world: World, notice: int) -> type[DomainEvent]:
    async with world.store.write() as session:
        record = await session.of(NoticeRepository).get(notice)
    assert record is not None
    return ROUTES.read(record).kind


@pytest.mark.parametrize("tell", [PingPlace.THREAD, PingPlace.DIRECT])
async def test_the_next_reminder_or_move_deletes_a_reminder(world: World, tell: PingPlace) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=tell)
    match = await play(world, await world.match(), ANNA)
    assert await deliver_and_list_deletions(world) == []
    for deleted in ([], [[DeadlineNear]]):
        world.time.pass_by(2 * DAY)
        await world.services.timers.act()
        assert await deliver_and_list_deletions(world) == deleted
    await play(world, match, BEN)
    assert await deliver_and_list_deletions(world) == [[DeadlineNear]]
    await play(world, match, ANNA)
    assert await deliver_and_list_deletions(world) == []


async def test_the_end_of_a_game_deletes_its_reminder(world: World) -> None:
    match = await play(world, await world.match(), ANNA)
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    assert await deliver_and_list_deletions(world) == []
    await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await deliver_and_list_deletions(world) == [[DeadlineNear]]


async def test_a_take_back_deletes_a_reminder(world: World) -> None:
    match = await play(world, await world.match(), ANNA)
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    assert await deliver_and_list_deletions(world) == []
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await world.services.offers.answer(world.by(BEN), match.id, OfferKind.TAKE_BACK, True)
    assert await deliver_and_list_deletions(world) == [[DeadlineNear]]


async def test_a_move_deletes_the_message_about_a_stalled_game(world: World) -> None:
    match = await play(world, await world.match(), ANNA)
    for _ in range(4):
        world.time.pass_by(2 * DAY)
        await world.services.timers.act()
        last = await deliver_and_list_deletions(world)
    assert last == [[DeadlineNear]], "the message about the stalled game replaces the last reminder"
    await play(world, match, BEN)
    assert await deliver_and_list_deletions(world) == [[MatchStalled]]


@pytest.mark.parametrize(("minutes", "next_kind"), [(1, DeadlineMoved), (10, PlyPlayed)])
async def test_a_correction_held_back_too_long_is_dropped(
    world: World, minutes: int, next_kind: type[DomainEvent]
) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(BEN), today, today + 4 * DAY)
    (correction,) = await world.outbox.claim()
    assert correction.kind is DeadlineMoved
    await play(world, match, BEN)
    await world.outbox.hold_back(correction.id, "left alone", timedelta(minutes=minutes))
    world.time.pass_by(timedelta(minutes=minutes))
    assert (await world.outbox.claim())[0].kind is next_kind


async def test_the_opponent_s_vacation_keeps_a_reminder(world: World) -> None:
    match = await play(world, await world.match(), ANNA)
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    assert await deliver_and_list_deletions(world) == []
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(ANNA), today, today + DAY)
    assert kinds(await world.deliver_all()) == [DeadlineMoved]
    await play(world, match, BEN)
    assert await deliver_and_list_deletions(world) == [[DeadlineNear]]


async def test_more_time_deletes_the_claim_message_and_reminder(world: World) -> None:
    await world.services.settings.set_value(world.by(BEN), AUTO_VACATION, False)
    match = await play(world, await begin_timed(world, "2d soft"), ANNA, BEN, ANNA)
    world.time.pass_by(1.5 * DAY)
    await world.services.timers.act()
    assert await deliver_and_list_deletions(world) == []
    world.time.pass_by(DAY)
    await world.services.timers.act()
    assert await deliver_and_list_deletions(world) == [[DeadlineNear]]
    world.time.pass_by(2 * DAY)
    await world.services.timers.act()
    assert await deliver_and_list_deletions(world) == [], "a reminder keeps the message with the claim button"
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 3)
    assert await deliver_and_list_deletions(world) == [[DeadlinePassed, DeadlineNear]]


async def test_public_readers_get_no_extra_notice(world: World) -> None:
    match = await play(world, await begin_timed(world, "7d"), ANNA, BEN)
    await world.deliver_all()
    await play(world, match, ANNA)
    assert kinds(await world.deliver_all()) == [PlyPlayed]


async def test_a_new_deadline_updates_the_board(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA)
    await world.deliver_all()
    today = world.time.now.date()
    await world.services.settings.take_vacation(world.by(BEN), today, today + 4 * DAY)
    (notice,) = await world.deliver_all()
    assert (notice.kind, notice.recipient, notice.ply, notice.calls) == (
        DeadlineMoved,
        None,
        1,
        (),
    )
    await world.services.settings.end_vacation(world.by(BEN))
    assert kinds(await world.deliver_all()) == [DeadlineMoved]
    await world.services.settings.take_vacation(world.by(ANNA), date(2026, 12, 1), date(2026, 12, 2))
    await world.services.settings.set_preferences(world.by(BEN), reminders=(3,))
    await world.services.deadlines.silence(world.by(BEN), match.id)
    assert await world.deliver_all() == [], "no deadline has moved"


async def test_a_new_deadline_updates_the_direct_board(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    match, courier = await play(world, await begin_timed(world, "3d"), ANNA), _Courier(world)
    ((_, board, _),) = await courier.deliver()
    assert await world.services.match_places.direct_board(match.id, BEN.id) == MessageRef(900, board or 0)
    assert await world.services.match_places.direct_board(match.id, ANNA.id) is None
    await world.services.deadlines.more_time(world.by(ANNA), match.id, 1)
    assert [kind for kind, _, _ in await courier.deliver()] == [DeadlineMoved]
    assert await world.services.match_places.direct_board(match.id, BEN.id) == MessageRef(900, board or 0)


async def test_an_automatic_vacation_day_moves_the_board_s_deadline(world: World) -> None:
    await play(world, await begin_timed(world, "3d"), ANNA)
    notices = kinds(await pass_by(world, 3 * DAY))
    assert notices.count(DeadlineMoved) == 1

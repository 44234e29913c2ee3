"""Notices about a seat on offer, in order of delivery, and those to its old and new player."""

import pytest

from bot.model.events.events import DeadlineNear, SeatChanged, SeatOfferClosed, SeatOffered
from bot.model.events.instructions import EndDirectBoard
from bot.model.match.substitutions import SubstitutionStatus
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.features.challenges.service.seats.test_substitutions import offer_seat, take_seat
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, CARA, World
from tests.bot.support.timed import DAY, HOUR, begin_timed, kinds, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)


async def test_reminders_go_to_the_substitute_not_the_leaver(world: World) -> None:
    await world.services.settings.set_preferences(world.by(CARA), tell=PingPlace.DIRECT)
    match = await begin_timed(world, "3d")
    await play(world, match, ANNA, BEN)
    await world.deliver_all()
    await take_seat(world, match)
    assert (SeatChanged, CARA.id) in [(notice.kind, notice.recipient) for notice in await world.deliver_all()]
    notices = await pass_by(world, 2 * DAY + HOUR)
    assert {(notice.kind, notice.recipient) for notice in notices} == {(DeadlineNear, CARA.id)}


async def test_a_substitute_to_move_is_pinged_by_the_board(world: World) -> None:
    match = await world.match()
    await play(world, match, ANNA)
    await world.deliver_all()
    await take_seat(world, match)
    board = (await world.deliver_all())[-1]
    assert (board.kind, board.calls) == (SeatChanged, (CARA.id,))


async def test_the_leavers_direct_board_is_closed(world: World) -> None:
    await world.services.settings.set_preferences(world.by(ANNA), tell=PingPlace.DIRECT)
    match = await world.match()
    await world.deliver_all()
    await take_seat(world, match)
    assert (EndDirectBoard, ANNA.id) in [
        (notice.kind, notice.recipient) for notice in await world.deliver_all()
    ]


@pytest.mark.parametrize("announced", [True, False])
async def test_a_card_delivered_after_the_offer_ended_is_updated(world: World, announced: bool) -> None:
    """The closing announcement edits the card; without one, the card loses its buttons."""
    await world.challenge()
    await world.match()
    match = await world.match()
    await world.deliver_all()
    number = await offer_seat(world, match)
    await world.services.substitutions.withdraw(world.by(ANNA), number)
    (card,) = await world.outbox.claim(1)
    assert card.kind is SeatOffered
    if not announced:
        async with world.store.write() as session:
            await session.of(NoticeRepository).close(card.id + 1, "dropped")
    outdated = await world.outbox.deliver_as(card.id, MessageRef(70, 900))
    assert outdated == (None if announced else MessageRef(70, 900))
    assert (await world.services.substitutions.get(number)).message == MessageRef(70, 900)
    assert kinds(await world.deliver_all()) == [SeatOfferClosed] * announced


async def test_an_open_card_keeps_its_buttons(world: World) -> None:
    await world.match()
    match = await world.match()
    await world.deliver_all()
    number = await offer_seat(world, match)
    (card,) = await world.outbox.claim()
    assert await world.outbox.deliver_as(card.id, MessageRef(70, 900)) is None
    assert (await world.services.substitutions.get(number)).message == MessageRef(70, 900)


async def test_seat_offers_lapse_with_the_match_or_the_leaver(world: World) -> None:
    """Other players' seats stay on offer, and a move changes nothing."""
    await world.challenge()
    match = await world.match()
    first_offer = await offer_seat(world, match)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (await world.services.substitutions.get(first_offer)).open
    await world.services.resignations.resign(world.by(ANNA), match.id)
    table = await world.gathering(BEN, CARA)
    annas_offer, bens_offer = await offer_seat(world, table), await offer_seat(world, table, BEN)
    await world.deliver_all()
    await world.services.resignations.resign(world.by(ANNA), table.id)
    statuses = [
        (await world.services.substitutions.get(number)).status
        for number in (first_offer, annas_offer, bens_offer)
    ]
    assert statuses == [SubstitutionStatus.LAPSED, SubstitutionStatus.LAPSED, SubstitutionStatus.OPEN]
    (closing,) = [notice for notice in await world.deliver_all() if notice.kind is SeatOfferClosed]
    event = event_of(closing, SeatOfferClosed)
    assert (event.match, event.substitution, closing.stream) == (table.id, annas_offer, table.challenge)

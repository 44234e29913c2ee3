"""Routes of messages: exactly one for each type of event."""

from datetime import timedelta
from typing import Any

import pytest

from bot.kernel.outbox.message_routes import (
    DeliveredNotice,
    MessageRoute,
    MessageRoutes,
    OutgoingMessage,
    write,
)
from bot.kernel.outbox.notices import LostTime, Notice, Routing
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeMade, MatchResumed, OfferAnswered, OfferOutcome
from bot.model.events.instructions import CloseThread
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.repositories.records.outbox import NewNotice, NoticeRecord
from bot.repositories.tables.outbox_tables import BACKGROUND, FIRST, PUBLIC
from data.session import Session
from tests.bot.events import event_types
from tests.bot.support.matches_in_memory import NOON
from tests.bot.support.services import ROUTES

NO_SESSION: Any = None


def _notice(event: DomainEvent, recipient: int | None = None) -> Notice:
    return Notice(8, event, 7, 31, 1, recipient, 0, uncertain=False)


def test_each_event_and_instruction_has_a_route() -> None:
    assert event_types() == ROUTES.types


def test_two_routes_of_one_type_are_rejected() -> None:
    routes = MessageRoutes()
    routes.add((MessageRoute(CloseThread),))
    with pytest.raises(ValueError, match="CloseThread has two routes"):
        routes.add((MessageRoute(CloseThread),))


def test_rows_of_unknown_kinds_are_not_readable() -> None:
    routes = MessageRoutes()
    routes.add((MessageRoute(CloseThread), MessageRoute(MatchResumed)))
    assert routes.readable == {"CloseThread"}, "no notice holds the other one"


async def test_an_edit_has_no_personal_recipients() -> None:
    async def both(_event: OfferAnswered, _notice: Notice, _session: Session) -> tuple[int, ...]:
        return 1, 2

    async def recipients(event: DomainEvent) -> list[int]:
        return list(await routes.recipients_in_person(NO_SESSION, _notice(event)))

    routes = MessageRoutes()
    routes.add((MessageRoute(OfferAnswered, concerned=both), MessageRoute(CloseThread)))
    assert await recipients(OfferAnswered(31, 1, OfferKind.DRAW, 0, OfferOutcome.DECLINED)) == [1, 2]
    assert await recipients(OfferAnswered(31, 1, OfferKind.DRAW, 0, OfferOutcome.WITHDRAWN)) == []
    assert await recipients(CloseThread(31)) == []


def test_an_edit_of_a_replaced_message_waits_only_for_that_message() -> None:
    event, ref = CloseThread(31), MessageRef(70, 900)
    public, private = (
        DeliveredNotice(NO_SESSION, _notice(event, recipient), ref, ROUTES) for recipient in (None, 1001)
    )
    assert public.follow_up(event, MessageRef(70, 800)) == OutgoingMessage(event, stream=800, match=31)
    assert (public.public_ref, private.public_ref) == (ref, None)


LATER = NOON + timedelta(hours=1)
ROUTING = Routing(calls=(1001, 1002), direct=(1002,), silent=True)


def test_a_message_is_stored_with_its_place_in_line() -> None:
    end, made = MatchResumed(31), ChallengeMade(7)
    full = OutgoingMessage(end, 7, match=31, ply=4, routing=ROUTING, audience=1001, due=LATER)
    data = write(end, ROUTING)
    assert full.to_notice() == NewNotice("MatchResumed", 7, 1001, 31, 4, data, LATER)
    plain = OutgoingMessage(made, 7).to_notice()
    assert plain == NewNotice("ChallengeMade", 7, PUBLIC, None, None, write(made, Routing()))
    assert OutgoingMessage(CloseThread(31), 7).to_notice().background


@pytest.mark.parametrize("recipient", [None, 1001])
@pytest.mark.parametrize(("epoch", "lost"), [(None, None), (5, LostTime(5, NOON)), (0, LostTime(0, NOON))])
@pytest.mark.parametrize(("priority", "uncertain"), [(FIRST, True), (BACKGROUND, False)])
def test_a_row_is_read_completely(
    recipient: int | None, epoch: int | None, lost: LostTime | None, priority: int, *, uncertain: bool
) -> None:
    event = CloseThread(31)
    audience = PUBLIC if recipient is None else recipient
    data = write(event, ROUTING)
    record = NoticeRecord(
        9, "CloseThread", 7, audience, 31, 4, data, "waiting", 3, uncertain, NOON, "r-1", epoch, priority
    )
    routes = MessageRoutes()
    routes.add((MessageRoute(CloseThread),))
    assert routes.read(record) == Notice(
        id=9,
        event=event,
        stream=7,
        match=31,
        ply=4,
        recipient=recipient,
        attempts=3,
        uncertain=uncertain,
        routing=ROUTING,
        request="r-1",
        lost=lost,
        written=NOON,
        background=priority == BACKGROUND,
        stored_kind="CloseThread",
    )

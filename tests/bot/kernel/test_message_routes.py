"""Routes of messages: exactly one for each type of event."""

from typing import Any

import pytest

from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, MessageRoutes, OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import MatchResumed, OfferAnswered, OfferOutcome
from bot.model.events.instructions import CloseThread
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from data.session import Session
from tests.bot.events import event_types
from tests.bot.support.services import ROUTES

NO_SESSION: Any = None


def _notice(event: DomainEvent, recipient: int | None = None) -> Notice:
    return Notice(8, event, 7, 31, 1, recipient, 0, uncertain=False)


def test_each_event_and_instruction_has_a_route() -> None:
    assert event_types() == ROUTES.types


def test_two_routes_of_one_type_are_refused() -> None:
    routes = MessageRoutes()
    routes.add((MessageRoute(CloseThread),))
    with pytest.raises(ValueError, match="CloseThread has two routes"):
        routes.add((MessageRoute(CloseThread),))


def test_rows_of_unknown_kinds_are_not_readable() -> None:
    routes = MessageRoutes()
    routes.add((MessageRoute(CloseThread), MessageRoute(MatchResumed)))
    assert routes.readable == {"CloseThread"}, "no notice holds the other one"


async def test_an_edit_that_cannot_be_made_is_sent_to_nobody() -> None:
    async def both(_event: OfferAnswered, _notice: Notice, _session: Session) -> tuple[int, ...]:
        return 1, 2

    async def recipients(event: DomainEvent) -> list[int]:
        return list(await routes.recipients_in_person(NO_SESSION, _notice(event)))

    routes = MessageRoutes()
    routes.add((MessageRoute(OfferAnswered, concerned=both), MessageRoute(CloseThread)))
    assert await recipients(OfferAnswered(31, 1, OfferKind.DRAW, 0, OfferOutcome.DECLINED)) == [1, 2]
    assert await recipients(OfferAnswered(31, 1, OfferKind.DRAW, 0, OfferOutcome.WITHDRAWN)) == []
    assert await recipients(CloseThread(31)) == []


def test_an_edit_of_a_replaced_message_waits_for_that_message_alone() -> None:
    event, ref = CloseThread(31), MessageRef(70, 900)
    public, private = (
        DeliveredNotice(NO_SESSION, _notice(event, recipient), ref, ROUTES) for recipient in (None, 1001)
    )
    assert public.follow_up(event, MessageRef(70, 800)) == OutgoingMessage(event, stream=800, match=31)
    assert (public.public_ref, private.public_ref) == (ref, None)

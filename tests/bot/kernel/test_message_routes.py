"""Routes of messages: exactly one for each type of event."""

from typing import Any

import pytest

from bot.kernel.outbox.message_routes import MessageRoute, MessageRoutes
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import MatchResumed, OfferAnswered, OfferOutcome
from bot.model.events.instructions import CloseThread
from bot.model.match.offers.offer_rules import OfferKind
from data.session import Session
from tests.bot.events import event_types
from tests.bot.support.services import ROUTES


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
        notice = Notice(8, event, 7, 31, 1, None, 0, uncertain=False)
        return list(await routes.recipients_in_person(no_session, notice))

    no_session: Any = None
    routes = MessageRoutes()
    routes.add((MessageRoute(OfferAnswered, concerned=both), MessageRoute(CloseThread)))
    assert await recipients(OfferAnswered(31, 1, OfferKind.DRAW, 0, OfferOutcome.DECLINED)) == [1, 2]
    assert await recipients(OfferAnswered(31, 1, OfferKind.DRAW, 0, OfferOutcome.WITHDRAWN)) == []
    assert await recipients(CloseThread(31)) == []

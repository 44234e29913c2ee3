"""Routes of messages: exactly one for each type of event."""

import pytest

from bot.kernel.outbox.message_routes import MessageRoute, MessageRoutes
from bot.model.events.events import MatchResumed
from bot.model.events.instructions import CloseThread
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

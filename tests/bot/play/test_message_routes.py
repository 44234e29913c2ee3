"""Every type of event has a route, and one alone."""

import pytest

from bot.kernel.messages import EarlierForms, Route, Routes
from bot.play.domain.outbox.instructions import CloseThread
from bot.play.message_routes import ROUTES
from bot.play.projections import earlier_notices
from tests.bot.events import event_types

EARLIER = EarlierForms(earlier_notices.TYPES, earlier_notices.read)


def test_each_event_and_instruction_has_a_route() -> None:
    assert event_types() == ROUTES.types


def test_two_routes_of_one_type_are_refused() -> None:
    with pytest.raises(ValueError, match="CloseThread has two routes"):
        Routes((Route(CloseThread), Route(CloseThread)), EARLIER)


def test_kinds_of_rows_that_need_a_newer_version_are_not_readable() -> None:
    known = Routes((Route(CloseThread),), EarlierForms({}, earlier_notices.read))
    assert known.readable == {"CloseThread"}

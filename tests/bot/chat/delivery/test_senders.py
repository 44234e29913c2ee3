"""Every type of event that notices are delivered of has a sender, and one alone."""

from typing import Any

import pytest

from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.senders import Sender, Senders
from bot.locale import Texts
from bot.play.domain.outbox.instructions import CloseThread
from bot.play.domain.outbox.notices import Notice
from bot.play.ports import utc_now
from bot.play.projections.outbox import Outbox
from data.store import Store
from tests.bot.chat.surfaces import senders_of
from tests.bot.events import event_types
from tests.bot.play.fakes import GAMES, Loaded
from tests.bot.play.services import ROUTES, make_services
from tests.galleries import GALLERY


def test_each_delivered_event_and_instruction_has_a_sender() -> None:
    nothing: Any = None
    store = Store(nothing)
    services = make_services(store, GAMES, utc_now, Loaded())
    outbox = Outbox(store, utc_now, ROUTES)
    app = AppContext(services, outbox, GAMES, Pictures(GALLERY), Texts.load())
    assert senders_of(app, nothing).types == {kind for kind in event_types() if kind.is_posted}


async def _send(_: CloseThread, __: Notice) -> None:
    """Send nothing."""


def test_two_senders_of_one_type_are_refused() -> None:
    senders = Senders()
    senders.add((Sender(CloseThread, _send),))
    with pytest.raises(ValueError, match="CloseThread has two senders"):
        senders.add((Sender(CloseThread, _send),))

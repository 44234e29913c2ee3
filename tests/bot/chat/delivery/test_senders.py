"""Senders: exactly one for each delivered type of event."""

from typing import Any

import pytest

from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.senders import Sender, Senders
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.model.events.instructions import CloseThread
from bot.model.ports import utc_now
from data.store import Store
from tests.bot.chat.surfaces import senders_of
from tests.bot.events import event_types
from tests.bot.support.fakes import GAMES, Loaded
from tests.bot.support.services import ROUTES, make_services
from tests.galleries import GALLERY


def test_each_delivered_event_and_instruction_has_a_sender() -> None:
    nothing: Any = None
    store = Store(nothing)
    services = make_services(store, GAMES, utc_now, Loaded())
    outbox = Outbox(store, utc_now, ROUTES)
    app = AppContext(services, outbox, GAMES, Pictures(GALLERY), Texts.load())
    assert senders_of(app, nothing).types == {kind for kind in event_types() if kind.is_posted}


async def _send(_: CloseThread, __: Notice) -> None:
    """Do nothing."""


def test_two_senders_of_one_type_are_refused() -> None:
    senders = Senders()
    senders.add((Sender(CloseThread, _send),))
    with pytest.raises(ValueError, match="CloseThread has two senders"):
        senders.add((Sender(CloseThread, _send),))

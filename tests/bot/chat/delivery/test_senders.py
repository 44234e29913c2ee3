"""Senders: exactly one for each delivered type of event."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.core.app_context import AppContext
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.senders import Sender, Senders
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.model.events.instructions import CloseThread, OpenThread
from bot.model.ports import utc_now
from data.store import Store
from tests.bot.chat.surfaces import senders_of
from tests.bot.events import event_types
from tests.bot.support.fakes import GAMES, LoadedDice
from tests.bot.support.services import ROUTES, make_services
from tests.galleries import GALLERY


def test_each_delivered_event_and_instruction_has_a_sender() -> None:
    nothing: Any = None
    store = Store(nothing)
    services = make_services(store, GAMES, utc_now, LoadedDice())
    outbox = Outbox(store, utc_now, ROUTES)
    app = AppContext(services, outbox, GAMES, Pictures(GALLERY), Texts.load())
    assert senders_of(app, nothing).types == {kind for kind in event_types() if kind.is_posted}


async def _send(_: CloseThread | OpenThread, __: Notice) -> None:
    """Do nothing."""


def test_two_senders_of_one_type_are_rejected() -> None:
    senders = Senders()
    senders.add((Sender(CloseThread, _send),))
    with pytest.raises(ValueError, match="CloseThread has two senders"):
        senders.add((Sender(CloseThread, _send),))


@pytest.mark.parametrize("code", ["en", "de"])
async def test_missed_notices_have_a_line_each_and_unique_notes(code: str) -> None:
    async def line(event: CloseThread, notice: Notice, context: Any) -> str:
        return f"{event.match} {notice.id} {context.t.code}"

    senders = Senders()
    senders.add(
        (
            Sender(CloseThread, _send, line, missed_note="error.restarting"),
            Sender(OpenThread, _send, missed_note="error.internal"),
        )
    )
    t = Texts.load().language(code)
    context: Any = SimpleNamespace(t=t)
    events = (CloseThread(31), OpenThread(32), CloseThread(33))
    notices = [
        Notice(number, event, 3, None, None, 1001, 0, uncertain=False)
        for number, event in enumerate(events, 7)
    ]
    lines, notes = await senders.missed_lines(notices, context)
    assert lines == [f"31 7 {code}", f"33 9 {code}"]
    assert notes == [t("error.restarting"), t("error.internal")]

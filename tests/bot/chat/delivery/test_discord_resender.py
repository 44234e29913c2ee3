"""Undelivered notices, shown to a person at their next command."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.chat.delivery.discord_resender import DiscordResender
from bot.chat.delivery.senders import Messages, Sender
from bot.kernel.outbox.notices import Notice
from bot.locale import Language, Texts
from bot.model.events.instructions import CloseThread, OpenThread
from bot.model.people.person import Person
from tests.bot.chat.page_text import page_text

ANNA = Person(1001, "Anna", "en")


class Stage:
    """A person's missed notices, and the pages that they are shown."""

    def __init__(self, t: Language, *missed: Notice) -> None:
        self.missed, self.asked, self.pages = missed, list[int](), list[str]()
        access: Any = SimpleNamespace(outbox=self, recomposer=SimpleNamespace(add=lambda _recalls: None))
        self.resender = DiscordResender(access)
        self.context: Any = SimpleNamespace(t=t, person=ANNA, show=self._show)

    async def take_missed(self, person: int) -> tuple[Notice, ...]:
        self.asked.append(person)
        return self.missed

    async def _show(self, page: Any) -> None:
        self.pages.append(page_text(page).strip())


async def _send(_: CloseThread | OpenThread, __: Notice) -> None:
    """Do nothing."""


async def _line(event: CloseThread, _: Notice, __: Any) -> str:
    return f"Match {event.match} is over."


def _notice(event: CloseThread | OpenThread) -> Notice:
    return Notice(7, event, 3, None, None, ANNA.id, 0, uncertain=False)


CLOSED, OPENED = _notice(CloseThread(31)), _notice(OpenThread(32))


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(
    ("missed", "lines"),
    [
        ((), None),
        ((CLOSED,), ["missed.intro", "Match 31 is over."]),
        ((CLOSED, OPENED), ["missed.intro", "Match 31 is over.", "error.internal"]),
        ((OPENED,), ["error.internal"]),
    ],
    ids=["nothing", "a line", "a line and a note", "a note alone"],
)
async def test_missed_notices_are_shown_on_a_page(
    missed: tuple[Notice, ...], lines: list[str] | None, code: str
) -> None:
    t = Texts.load().language(code)
    stage = Stage(t, *missed)
    senders = (Sender(CloseThread, _send, _line), Sender(OpenThread, _send, missed_note="error.internal"))
    stage.resender.register(Messages(senders=senders))
    await stage.resender.send_missed(stage.context)
    assert stage.asked == [ANNA.id]
    texts = None if lines is None else "\n".join(t(line) if line in t else line for line in lines)
    assert stage.pages == ([] if texts is None else [texts])


async def test_each_feature_runs_its_follow_up_on_an_answer() -> None:
    answered: list[tuple[str, object, object]] = []
    t = Texts.load().language("en")
    stage, answers = Stage(t), object()
    for name in ("one", "two"):

        async def follow(given: Any, language: Language, name: str = name) -> None:
            answered.append((name, given, language))

        stage.resender.register(Messages(after_answers=(follow,)))
    given: Any = answers
    await stage.resender.on_answer(given, t)
    assert answered == [("one", answers, t), ("two", answers, t)]

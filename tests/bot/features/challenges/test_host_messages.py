"""The messages about a challenge to people: changed terms name everyone they are for."""

import pytest

from bot.features.challenges.messages.host_messages import notice_sentence
from bot.kernel.outbox.notices import Notice, Routing
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.events.events import TermsChanged
from tests.bot.chat.presses import TEXTS
from tests.bot.chat.samples import NOW
from tests.bot.support.fakes import HALL


@pytest.mark.parametrize(
    ("calls", "recipient", "people"),
    [((2,), None, "<@2>: "), ((2, 3), None, "<@2>, <@3>: "), ((2, 3), 3, "<@3>: "), ((), None, "")],
)
def test_a_terms_notice_mentions_all_its_recipients(
    calls: tuple[int, ...], recipient: int | None, people: str
) -> None:
    challenge = Challenge(7, Terms("catch-the-hat", {}), 1, None, HALL, NOW)
    notice = Notice(1, TermsChanged(7), 7, None, None, recipient, 0, False, routing=Routing(calls=calls))
    sentence = notice_sentence({}, notice, challenge, TEXTS.language("en"))
    assert sentence.partition("<@1>")[0] == people

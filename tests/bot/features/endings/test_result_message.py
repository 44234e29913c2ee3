"""A server's message about the end of a match."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.endings.messages import result_message
from bot.locale import LANGUAGES, Texts
from bot.model.match.match import ADJUDICATION, Match, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import HumanPlayer
from rules.contract import Outcome
from tests.bot.chat.page_text import message_text

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
NAMES = {1: "Anna", 2: "Ben"}
DRAWN = Outcome((), ADJUDICATION)
WON = Outcome((1,), ADJUDICATION)
CHAINED = Outcome((1,), "connected")
BOARD = MessageRef(70, 500)


def match(lasted: timedelta, plies: int = 34, board: MessageRef | None = BOARD) -> Match:
    return Match(
        12, "conhex", {}, (HumanPlayer(1), HumanPlayer(2)),
        Place(7, 70, ""), None, MatchStatus.FINISHED, plies, None,
        WON, None, board, NOON, NOON + lasted, 3, Timing(NOON),
    )  # fmt: skip


DAY = timedelta(days=1)
RESULTS = {
    "won-after-days": (match(timedelta(days=12, hours=3)), WON),
    "won-after-minutes": (match(timedelta(minutes=5), 1), WON),
    "won-at-once": (match(timedelta(seconds=5), 2), WON),
    "drawn": (match(DAY), DRAWN),
    "won-on-the-board": (match(DAY), CHAINED),
    "without-a-board": (replace(match(DAY, board=None), thread=7001), WON),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_about_results(approved: SnapshotAssertion, language: str) -> None:
    for name, (base, outcome) in RESULTS.items():
        finished = replace(base, outcome=outcome)
        text = message_text(result_message(finished, outcome, NAMES, TEXTS.language(language)))
        assert text == approved(name=f"{name}-{language}")

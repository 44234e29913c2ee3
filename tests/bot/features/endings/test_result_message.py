"""A server's message about the end of a match."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.features.endings.messages import result_message
from bot.locale import Texts
from bot.model.match.match import ADJUDICATION, Match, MatchStatus
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import HumanPlayer
from rules.contract import Outcome

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


@pytest.mark.parametrize(
    ("lasted", "plies", "english", "german"),
    [
        (
            timedelta(days=12, hours=3),
            34,
            "⏱️ 34 moves · 12 days 3 hours",
            "⏱️ 34 Züge · 12 Tage 3 Stunden",
        ),
        (timedelta(minutes=5), 1, "⏱️ 1 move · 5 minutes", "⏱️ 1 Zug · 5 Minuten"),
        (timedelta(seconds=5), 2, "⏱️ 2 moves · less than a minute", "⏱️ 2 Züge · weniger als eine Minute"),
    ],
)
def test_it_says_how_long_the_match_took(lasted: timedelta, plies: int, english: str, german: str) -> None:
    for code, words in (("en", english), ("de", german)):
        over = match(lasted, plies)
        message = result_message(over, WON, NAMES, TEXTS.language(code))
        assert message.closing == f"{words} · https://discord.com/channels/7/70/500"


@pytest.mark.parametrize(
    ("outcome", "code", "headline", "how"),
    [
        (WON, "en", "ConHex #12 · 🏁 ended by an admin: Ben wins", ""),
        (DRAWN, "en", "ConHex #12 · 🤝 ended by an admin: a draw", ""),
        (WON, "de", "ConHex #12 · 🏁 von einem Admin beendet: Ben gewinnt", ""),
        (CHAINED, "en", "ConHex #12 · 🏁 Ben wins", "An unbroken chain of cells links both sides."),
    ],
)
def test_it_says_who_has_won_and_how(outcome: Outcome, code: str, headline: str, how: str) -> None:
    over = replace(match(timedelta(days=1)), outcome=outcome)
    message = result_message(over, outcome, NAMES, TEXTS.language(code))
    assert (message.headline, message.body) == (headline, how)


def test_where_no_board_stands_it_leads_to_where_the_match_was_played() -> None:
    over = replace(match(timedelta(days=1), board=None), thread=7001)
    message = result_message(over, WON, NAMES, TEXTS.language("en"))
    assert message.closing.endswith(" · <#7001>")

"""The overview of a channel: its running games and the server's open challenges."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

import rules
from bot.features.overviews.messages import overview_message
from bot.locale import LANGUAGES, Texts
from bot.model.agenda import Overview
from bot.model.challenges.terms import Terms
from bot.model.people.players import HumanPlayer
from tests.bot.chat.page_text import message_text
from tests.bot.features.challenges.pages.test_open_page import GUEST, HALL, HOST, challenge, table
from tests.bot.support.matches_in_memory import match_of

pytest_plugins = ("tests.bot.chat.approved",)

TEXTS = Texts.load()


@pytest.mark.parametrize("language", LANGUAGES)
def test_overview_messages(approved: SnapshotAssertion, language: str) -> None:
    t = TEXTS.language(language)
    running = (replace(match_of(HumanPlayer(HOST), HumanPlayer(GUEST)), id=12),)
    overviews = {
        "empty": Overview(None, (), HALL),
        "all-that-is-open": Overview(None, running, HALL, (table(9, GUEST), challenge(8))),
        "more-than-has-room": Overview(None, (), HALL, tuple(challenge(80 + n) for n in range(9))),
    }
    for name, overview in overviews.items():
        message = overview_message(rules.GAMES, overview, HALL.channel, t)
        assert message_text(message) == approved(name=f"{name}-{language}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crowded_overview_fits_into_one_message(language: str) -> None:
    challenges = tuple(challenge(10**15 + number) for number in range(30))
    message = overview_message(rules.GAMES, Overview(None, (), HALL, challenges), 4, TEXTS.language(language))
    accept_buttons = [button for row in message.rows[:-1] for button in row]
    assert 0 < len(accept_buttons) <= 10
    assert len(message.content) <= 2000
    assert len(message.rows) <= 5
    assert not [row for row in message.rows if len(row) > 5]
    clockless = replace(challenge(8), message=None, terms=Terms("conhex", {}))
    short_challenges = tuple(replace(clockless, id=10 + number) for number in range(11))
    message = overview_message(
        rules.GAMES, Overview(None, (), HALL, short_challenges), 4, TEXTS.language("en")
    )
    assert message.body.endswith("\n… and 1 more")
    running = tuple(replace(match_of(HumanPlayer(HOST), HumanPlayer(GUEST)), id=10**9 + n) for n in range(40))
    message = overview_message(
        rules.GAMES, Overview(None, running, HALL, challenges), 4, TEXTS.language(language)
    )
    assert 1500 < len(message.content) <= 2000

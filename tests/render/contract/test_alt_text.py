"""Alt text fits its limit exactly."""

import pytest

from bot.locale import Texts
from render.contract.alt_text import Sentence, fit, plain, sharing_brackets

_TWO = (Sentence("first one", "one"), Sentence("second two", "two"))


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (20, "first one second two"),
        (19, "first one two"),
        (13, "first one two"),
        (12, "one two"),
        (7, "one two"),
        (6, "one t\u2026"),
    ],
)
def test_sentences_are_shortened_only_if_necessary(limit: int, text: str) -> None:
    assert fit(_TWO, limit) == text
    assert len(text) <= limit


@pytest.mark.parametrize(("limit", "text"), [(5, "whole"), (4, "who\u2026")])
def test_unshortenable_text_is_truncated_only_if_necessary(limit: int, text: str) -> None:
    assert fit([plain("whole")], limit) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Bo (level 1)", "Bo (level 1, defenders) is thinking."),
        ("Anna", "Anna (defenders) is thinking."),
        ("Anna (x) (y)", "Anna (x) (y, defenders) is thinking."),
    ],
)
def test_name_brackets_merge_with_the_following_brackets(name: str, text: str) -> None:
    t = Texts.load().language("en")
    assert sharing_brackets(t, "game.engine-thinks", "player", name, role="defenders") == f"⏳ {text}"


def test_name_brackets_stay_if_none_follow() -> None:
    t = Texts.load().language("en")
    assert sharing_brackets(t, "games.won", "winner", "Bo (level 1)") == "🏁 Bo (level 1)"

from dataclasses import replace
from datetime import UTC, datetime

from bot.chat.core import position_token
from tests.bot.chat import samples

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH = replace(samples.MATCH, plies=5)


def test_the_token_without_take_backs_is_the_ply_count() -> None:
    assert position_token.mark(MATCH) == MATCH.plies
    assert position_token.expected_plies(MATCH, 5) == 5
    assert position_token.split(5) == (5, 0)


def test_a_take_back_changes_the_token_of_the_same_ply_count() -> None:
    later = replace(MATCH, taken_back=2)
    assert position_token.mark(later) != position_token.mark(MATCH)
    assert position_token.split(position_token.mark(later)) == (5, 2)
    assert position_token.expected_plies(later, position_token.mark(later)) == later.plies
    assert position_token.expected_plies(later, position_token.mark(MATCH)) != later.plies

from dataclasses import replace
from datetime import UTC, datetime

from bot.chat.toolkit import position_token
from bot.play.domain.matches import Match, MatchStatus
from bot.play.domain.people import Place
from bot.play.domain.players import Human

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH = Match(
    1,
    "conhex",
    {},
    (Human(1), Human(2)),
    Place(3, 4, "en"),
    None,
    MatchStatus.RUNNING,
    5,
    1,
    None,
    None,
    None,
    NOW,
    NOW,
    1,
    NOW,
)


def test_without_take_backs_the_number_of_plies_says_it_all() -> None:
    assert position_token.mark(MATCH) == MATCH.plies
    assert position_token.expected(MATCH, 5) == 5
    assert position_token.split(5) == (5, 0)


def test_the_same_number_of_plies_after_a_take_back_is_another_position() -> None:
    later = replace(MATCH, taken_back=2)
    assert position_token.mark(later) != position_token.mark(MATCH)
    assert position_token.split(position_token.mark(later)) == (5, 2)
    assert position_token.expected(later, position_token.mark(later)) == later.plies
    assert position_token.expected(later, position_token.mark(MATCH)) != later.plies

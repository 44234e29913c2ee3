from dataclasses import replace
from datetime import UTC, datetime

from bot.chat import standing
from bot.play.model import Match, MatchStatus, Place

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MATCH = Match(
    1,
    "conhex",
    {},
    (1, 2),
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
    assert standing.mark(MATCH) == MATCH.plies
    assert standing.expected(MATCH, 5) == 5
    assert standing.split(5) == (5, 0)


def test_the_same_number_of_plies_after_a_take_back_is_another_position() -> None:
    later = replace(MATCH, taken_back=2)
    assert standing.mark(later) != standing.mark(MATCH)
    assert standing.split(standing.mark(later)) == (5, 2)
    assert standing.expected(later, standing.mark(later)) == later.plies
    assert standing.expected(later, standing.mark(MATCH)) != later.plies

"""Results that count for ratings: minimum length, limit between the same people."""

from datetime import UTC, datetime, timedelta

from bot.model.match.match import Counting
from bot.model.ratings.counting import MAX_COUNTED, WITHIN, decide
from bot.model.ratings.results import STAYED, WON, RatedResult, Side

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def result(*, long_enough: bool = True) -> RatedResult:
    sides = (Side((1,), WON), Side((2,), STAYED))
    return RatedResult(9, "conhex", 7, NOW, sides, many=False, long_enough=long_enough)


def test_a_too_short_game_does_not_count() -> None:
    assert decide(result(long_enough=False), ()) is Counting.TOO_SHORT
    assert decide(result(), ()) is Counting.COUNTS


def test_games_between_the_same_people_count_up_to_a_limit() -> None:
    recent = [NOW - WITHIN + timedelta(seconds=1 + number) for number in range(MAX_COUNTED)]
    assert decide(result(), recent) is Counting.TOO_OFTEN
    assert decide(result(), recent[1:]) is Counting.COUNTS
    assert decide(result(), [NOW - WITHIN, *recent[1:]]) is Counting.COUNTS, "the first is too long ago"
    assert decide(result(), [*recent[1:], NOW + WITHIN]) is Counting.COUNTS, "the last came later"
    assert decide(result(), [*recent[1:], NOW]) is Counting.TOO_OFTEN


def test_an_unknown_reason_reads_as_otherwise() -> None:
    assert Counting("by-the-moon") is Counting.OTHERWISE

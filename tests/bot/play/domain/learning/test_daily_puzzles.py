"""The daily puzzle of a server as a value: when it comes, which one, and streaks."""

from datetime import UTC, datetime, time, timedelta

import pytest

from bot.play.domain.learning.daily_puzzles import DailyPuzzle, Streak, next_posting, puzzle_of_day, read_time
from bot.play.domain.learning.puzzles import set_puzzles
from bot.play.domain.refusal import Refusal
from engines.puzzles import shipped

EVENING = time(18)
BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("now", "due"),
    [
        (datetime(2026, 7, 1, 15, 59, tzinfo=UTC), datetime(2026, 7, 1, 16, 0, tzinfo=UTC)),
        (datetime(2026, 7, 1, 16, 0, tzinfo=UTC), datetime(2026, 7, 2, 16, 0, tzinfo=UTC)),
        (datetime(2026, 10, 24, 17, 0, tzinfo=UTC), datetime(2026, 10, 25, 17, 0, tzinfo=UTC)),
    ],
)
def test_it_comes_when_the_clock_on_the_wall_says_so(now: datetime, due: datetime) -> None:
    assert next_posting(now, EVENING, BERLIN) == due


def test_an_hour_that_a_day_does_not_have_delays_nothing_for_longer_than_that_day() -> None:
    now = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
    first = next_posting(now, time(2, 30), BERLIN)
    second = next_posting(first, time(2, 30), BERLIN)
    assert now < first < second <= now + timedelta(days=2)


def test_after_days_without_the_bot_one_puzzle_comes() -> None:
    due = datetime(2026, 7, 1, 16, 0, tzinfo=UTC)
    daily = DailyPuzzle(7, 70, EVENING, BERLIN, due, 4, 11)
    later = daily.posted(12, due + timedelta(days=9, minutes=1))
    assert (later.number, later.puzzle) == (5, 12)
    assert later.due == due + timedelta(days=10)


def test_each_puzzle_comes_once_before_any_comes_again() -> None:
    puzzles = tuple(set_puzzles({"conhex": shipped("conhex"), "hnefatafl": shipped("hnefatafl")}).values())
    one_round = [puzzle_of_day(puzzles, 7, number).id for number in range(1, len(puzzles) + 1)]
    assert sorted(one_round) == sorted(one.id for one in puzzles)
    assert puzzle_of_day(puzzles, 7, len(puzzles) + 1).id == one_round[0]
    other = [puzzle_of_day(puzzles, 8, number).id for number in range(1, len(puzzles) + 1)]
    assert other != one_round, "servers do not all get the same"


def test_a_streak_goes_on_day_by_day_and_keeps_its_best() -> None:
    streak = Streak().solved(4).solved(5).solved(5).solved(6)
    assert streak == Streak(6, 3, 3)
    assert streak.solved(8) == Streak(8, 1, 3)
    assert streak.solved(2) == streak, "one from before does not count"


@pytest.mark.parametrize("text", ["", "25:00", "18:60", "tomorrow"])
def test_what_is_no_time_of_day(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_time(text)
    assert refusal.value.reason == "unknown-time"

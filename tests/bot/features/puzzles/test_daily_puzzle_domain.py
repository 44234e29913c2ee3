"""The daily puzzle's rules: its time, the choice of puzzle, and streaks."""

from collections import Counter
from datetime import time

import pytest

from bot.features.puzzles.domain.daily_puzzles import Streak, puzzle_of_day
from bot.features.puzzles.domain.puzzles import set_puzzles
from bot.model.refusal import Refusal
from bot.model.time.time_of_day import read_time
from rules import GAMES

EVENING = time(18)
BERLIN = "Europe/Berlin"


def test_every_puzzle_appears_once_before_any_repeats() -> None:
    puzzles = tuple(set_puzzles((GAMES["conhex"], GAMES["hnefatafl"])).values())
    first_round = [puzzle_of_day(puzzles, 7, number).id for number in range(1, len(puzzles) + 1)]
    assert sorted(first_round) == sorted(puzzle.id for puzzle in puzzles)
    assert puzzle_of_day(puzzles, 7, len(puzzles) + 1).id == first_round[0]
    other_server = [puzzle_of_day(puzzles, 8, number).id for number in range(1, len(puzzles) + 1)]
    assert other_server != first_round, "servers get different orders"


def test_daily_puzzles_rotate_through_the_boards() -> None:
    puzzles = tuple(set_puzzles(GAMES.values()).values())
    boards = {puzzle.board for puzzle in puzzles}
    assert {"nine-mens-morris/6", "hnefatafl/hnefatafl-13", "conhex"} <= boards
    first = [puzzle_of_day(puzzles, 7, number).board for number in range(1, len(boards) + 1)]
    assert set(first) == boards
    days = Counter(puzzle_of_day(puzzles, 7, number).board for number in range(1, 101))
    assert max(days.values()) <= 100 / 4


def test_a_streak_grows_daily_and_keeps_its_best() -> None:
    streak = Streak().solve(4).solve(5).solve(5).solve(6)
    assert streak == Streak(6, 3, 3)
    assert streak.solve(8) == Streak(8, 1, 3)
    assert streak.solve(2) == streak, "an earlier puzzle does not count"


@pytest.mark.parametrize("text", ["", "25:00", "18:60", "tomorrow"])
def test_an_unreadable_time_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_time(text)
    assert refusal.value.reason == "unknown-time"

"""The arithmetic of vacations is explained where it surprises."""

import pytest

from bot.features.people.commands.vacation import ended, vacation_text
from bot.locale import Texts
from bot.model.people.preferences import VacationBook, YearDays

TEXTS = Texts.load()


def _lines(*costs: YearDays, asked: int, at_once: bool = False, language: str = "en") -> list[str]:
    book = VacationBook(30, 20, (), None, cost=sum(cost.days for cost in costs), costs=costs)
    return vacation_text(book, asked=asked, at_once=at_once, t=TEXTS.language(language)).splitlines()


def test_days_to_come_need_no_explanation() -> None:
    assert _lines(YearDays(2026, 3), asked=3) == [
        "✅ Vacation booked: 3 days. Days already begun are not refunded."
    ]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Today counts as a whole day"), ("de", "Heute zählt als ganzer Tag")]
)
def test_today_costs_a_whole_day(language: str, words: str) -> None:
    _, why = _lines(YearDays(2026, 1), asked=1, at_once=True, language=language)
    assert words in why


def test_days_that_were_taken_before_cost_nothing_more() -> None:
    _, why = _lines(YearDays(2026, 1), asked=3, at_once=True)
    assert why == "-# 2 of these days you had taken already; they cost nothing more."


def test_each_year_pays_its_own_days() -> None:
    _, *by_year = _lines(YearDays(2026, 8), YearDays(2027, 1), asked=9)
    assert [line.partition(":")[0] for line in by_year] == ["-# 8 days from 2026", "-# 1 day from 2027"]


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (0, "✅ Your vacation is cancelled. It had not begun and costs nothing."),
        (1, "✅ Your vacation is over. It cost 1 day: days already begun count."),
        (4, "✅ Your vacation is over. It cost 4 days: days already begun count."),
    ],
)
def test_only_a_vacation_that_had_begun_costs_days(cost: int, words: str) -> None:
    assert ended(VacationBook(30, 20, (), None, cost=cost), TEXTS.language("en")) == words

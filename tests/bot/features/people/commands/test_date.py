from datetime import date

import pytest

from bot.features.people.commands.date import read_date
from bot.locale import Texts
from bot.model.refusal import Refusal

TODAY = date(2026, 11, 20)
TEXTS = Texts.load()


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-12-24", date(2026, 12, 24)),
        ("2026-1-2", date(2026, 1, 2)),
        ("24.12.2026", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24. 12.", date(2026, 12, 24)),
        ("20.11.", date(2026, 11, 20)),
        ("19.11", date(2027, 11, 19)),
        ("29.2.", date(2028, 2, 29)),
        (" Today ", date(2026, 11, 20)),
        ("tomorrow", date(2026, 11, 21)),
        ("HEUTE", date(2026, 11, 20)),
        ("morgen", date(2026, 11, 21)),
    ],
)
def test_dates_are_parsed(typed: str, day: date) -> None:
    assert read_date(typed, TODAY, TEXTS) == day


@pytest.mark.parametrize(
    "typed",
    ["", "someday", "32.1.", "30.2.", "2026-13-01", "24.12.26", "12/24", "0000-01-01", "२४.१२.", "x" * 99],
)
def test_an_unreadable_date_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_date(typed, TODAY, TEXTS)
    assert refusal.value.reason == "unknown-date"
    assert len(refusal.value.details["date"]) <= 40

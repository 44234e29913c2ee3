"""Typed quiet hours, time zones and times."""

import pytest

from bot.chat.core.parsing.time_of_day import normalize_hours, normalize_time, normalize_zone


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("22:00-07:30", "22:00-07:30"),
        ("22-7", "22:00-07:00"),
        (" 22:00 – 7:30 ", "22:00-07:30"),  # noqa: RUF001  # a dash as people type it
        ("22.30 bis 7 Uhr", "22:30-07:00"),
        ("22 to 7", "22:00-07:00"),
        ("25-7", "25:00-07:00"),
        ("nights", "nights"),
        ("", ""),
    ],
)
def test_hours_are_normalised(typed: str, read: str) -> None:
    assert normalize_hours(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        (" UTC ", "UTC"),
        ("Atlantis", "Atlantis"),
        ("../etc/passwd", "../etc/passwd"),
        ("", ""),
    ],
)
def test_time_zones_are_normalised(typed: str, read: str) -> None:
    assert normalize_zone(typed) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("18:00", "18:00"),
        ("18", "18:00"),
        ("7.30", "07:30"),
        (" 18 Uhr ", "18:00"),
        ("18h", "18:00"),
        ("25", "25:00"),
        ("soon", "soon"),
    ],
)
def test_times_are_normalised(typed: str, read: str) -> None:
    assert normalize_time(typed) == read

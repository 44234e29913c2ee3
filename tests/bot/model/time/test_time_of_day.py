"""Times of day as stored."""

from datetime import time

import pytest

from bot.model.refusal import Refusal
from bot.model.time.time_of_day import read_time


def test_a_time_of_day_is_truncated_to_minutes() -> None:
    assert read_time("18:05") == time(18, 5)
    minute = read_time("06:07:08.9+02:00")
    assert (minute, minute.second, minute.microsecond, minute.tzinfo) == (time(6, 7), 0, 0, None)
    with pytest.raises(Refusal) as refusal:
        read_time("noon")
    assert (refusal.value.reason, refusal.value.details) == ("unknown-time", {"time": "noon"})

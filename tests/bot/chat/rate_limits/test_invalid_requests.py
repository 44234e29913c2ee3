"""Requests that Discord refuses are counted over ten minutes, over all processes."""

from hypothesis import given
from hypothesis import strategies as st

from bot.chat.rate_limits.invalid_requests import WINDOW, InvalidRequests


def test_they_are_forgotten_after_ten_minutes() -> None:
    counted = InvalidRequests()
    for second in (0, 1, 300):
        counted.count(second)
    assert [counted.own(at) for at in (300, 599, 620, 1000)] == [3, 3, 1, 0]


def test_those_of_the_others_count_as_well() -> None:
    counted = InvalidRequests()
    counted.count(0)
    counted.others = 7
    assert (counted.own(1), counted.total(1)) == (1, 8)


@given(st.lists(st.floats(0, 2000), max_size=100), st.floats(0, 500))
def test_never_one_too_few_is_counted(moments: list[float], later: float) -> None:
    counted, moments = InvalidRequests(), sorted(moments)
    for moment in moments:
        counted.count(moment)
    now = (moments[-1] if moments else 0.0) + later
    exact = sum(1 for moment in moments if moment > now - WINDOW)
    roughly = sum(1 for moment in moments if moment > now - WINDOW - 20)
    assert exact <= counted.own(now) <= roughly

"""Count of invalid requests over ten minutes and all processes."""

from hypothesis import given
from hypothesis import strategies as st

from bot.chat.rate_limits.invalid_requests import WINDOW, InvalidRequests


def test_invalid_requests_are_forgotten_after_ten_minutes() -> None:
    window = InvalidRequests()
    for second in (0, 1, 300):
        window.count(second)
    assert [window.own(at) for at in (300, 599, 620, 1000)] == [3, 3, 1, 0]


def test_invalid_requests_of_other_processes_count() -> None:
    window = InvalidRequests()
    window.count(0)
    window.others = 7
    assert (window.own(1), window.total(1)) == (1, 8)


@given(st.lists(st.floats(0, 2000), max_size=100), st.floats(0, 500))
def test_the_count_is_never_too_low(moments: list[float], later: float) -> None:
    window, moments = InvalidRequests(), sorted(moments)
    for moment in moments:
        window.count(moment)
    now = (moments[-1] if moments else 0.0) + later
    exact = sum(1 for moment in moments if moment > now - WINDOW)
    roughly = sum(1 for moment in moments if moment > now - WINDOW - 20)
    assert exact <= window.own(now) <= roughly

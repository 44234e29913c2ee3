"""Limit of repeated presses by one person."""

import pytest

from bot.chat.rate_limits.press_limit import MOST, WITHIN, PressLimit


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


def test_the_tenth_press_in_ten_seconds_reaches_the_limit(seconds: Seconds) -> None:
    limit = PressLimit(seconds)
    reached = []
    for _ in range(MOST + 2):
        reached.append(limit.is_reached(1, 2, "a"))
        seconds.now += 0.5
    assert reached == [False] * (MOST - 1) + [True] * 3


def test_slow_presses_pass(seconds: Seconds) -> None:
    limit = PressLimit(seconds)
    for _ in range(3 * MOST):
        assert not limit.is_reached(1, 2, "a")
        seconds.now += WITHIN / (MOST - 1)


def test_presses_pass_again_after_a_pause(seconds: Seconds) -> None:
    limit = PressLimit(seconds)
    assert [limit.is_reached(1, 2, "a") for _ in range(MOST)][-1]
    seconds.now += WITHIN
    assert not limit.is_reached(1, 2, "a")


def test_people_messages_and_buttons_count_separately(seconds: Seconds) -> None:
    limit = PressLimit(seconds)
    for number in range(3 * MOST):
        assert not limit.is_reached(number, 2, "a")
        assert not limit.is_reached(0, 100 + number, "a")
        assert not limit.is_reached(0, 3, f"{number}")

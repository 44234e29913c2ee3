"""Holds of everything, and of routes whose 429 says how long in a header."""

from typing import Any

import pytest

from bot.chat.rate_limits.circuit_breaker import FIRST_REST
from bot.chat.rate_limits.gate import RateLimitHold
from bot.chat.rate_limits.refusals import LeftAlone
from bot.chat.rate_limits.routes import Route
from tests.bot.chat.rate_limits.gates import Gated, make_gate, work

HERE, THERE, ELSEWHERE = work(), work("POST channels/2/messages"), work("POST channels/3/messages")
EVERYTHING = "*"


def seconds_held(at: Gated, route: Route) -> float:
    with pytest.raises(LeftAlone) as refused:
        at.gate.admit(route)
    return refused.value.retry_after


@pytest.mark.parametrize(("key", "route"), [(EVERYTHING, THERE), (HERE.key, HERE)])
def test_a_shorter_hold_does_not_shorten_a_longer_one(key: str, route: Route) -> None:
    at = make_gate()
    for seconds in (30.0, 5.0):
        at.gate.apply_hold(RateLimitHold(key, seconds))
    assert seconds_held(at, route) == pytest.approx(30)
    at.gate.apply_hold(RateLimitHold(key, 40.0))
    assert seconds_held(at, route) == pytest.approx(40)


def after_pages() -> Gated:
    """Return a gate whose rest after a proxy's pages is over."""
    at = make_gate()
    for route in (HERE, THERE, ELSEWHERE):
        at.refuse(route, 403)
    assert seconds_held(at, HERE) == pytest.approx(FIRST_REST, abs=0.1)
    at.clock.now += FIRST_REST
    return at


def test_a_single_request_probes_after_a_global_rest() -> None:
    at = after_pages()
    assert at.gate.admit(HERE) == 0
    assert seconds_held(at, THERE) > 1
    at.gate.on_answer(HERE, 200)
    assert at.gate.admit(THERE) == 0


@pytest.mark.parametrize("status", [None, 500])
def test_after_an_unanswered_global_probe_another_route_probes(status: int | None) -> None:
    at = after_pages()
    at.gate.admit(HERE)
    if status is None:
        at.gate.on_no_answer(HERE)
    else:
        at.gate.on_answer(HERE, status)
    assert at.gate.admit(THERE) == 0
    assert seconds_held(at, ELSEWHERE) > 1


@pytest.mark.parametrize(
    ("body", "header", "seconds"),
    [({"message": "slow down"}, "30", 30), ({"retry_after": 7.5}, "30", 7.5), ({"message": "?"}, "soon", 0)],
)
def test_a_429_has_its_wait_in_the_body_or_a_header(body: Any, header: str, seconds: float) -> None:
    at = make_gate()
    at.refuse(HERE, 429, body, **{"Retry-After": header})
    if seconds:
        assert seconds_held(at, HERE) == pytest.approx(seconds, abs=0.1)
    else:
        assert at.gate.admit(HERE) == 0
